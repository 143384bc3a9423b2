package io.longhaul.report.picture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Draws a picture in each format, and prints the native libraries of this process. */
final class PictureInAnotherJvm {
  private PictureInAnotherJvm() {}

  public static void main(String[] arguments) throws IOException {
    Picture picture =
        new Chart("Title", "Note", Axis.of("x"), Axis.of("y"))
            .line("line", new double[] {0, 1}, new double[] {1, 2}, 0)
            .drawn(ColorTheme.LIGHT, 800, 400);
    for (PictureFormat format : PictureFormat.values()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      format.write(picture, out);
      System.out.println("drawn " + format + ": " + out.size() + " bytes");
    }
    Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .filter(line -> line.contains(".so"))
        .forEach(System.out::println);
  }
}
