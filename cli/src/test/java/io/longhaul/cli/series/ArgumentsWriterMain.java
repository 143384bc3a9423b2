package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Writes its arguments into the file that the first of them names, and the address of the live view
 * beside it, and waits.
 */
final class ArgumentsWriterMain {
  private ArgumentsWriterMain() {}

  public static void main(String[] arguments) throws IOException {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    String liveView = input.readLine();
    List<String> words = ArgumentsLine.words(input.readLine());
    Path file = Path.of(words.get(0));
    Files.writeString(Path.of(file + ".live-view"), liveView);
    Path unfinished = file.resolveSibling("unfinished");
    Files.write(unfinished, words);
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    while (input.readLine() != null) {
      // Ignore all input; only its end matters.
    }
    System.exit(7);
  }
}
