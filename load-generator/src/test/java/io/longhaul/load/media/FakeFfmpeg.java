package io.longhaul.load.media;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A script that replaces ffmpeg: it records its arguments and copies its input to the output file.
 */
final class FakeFfmpeg {
  private final Path folder;

  private FakeFfmpeg(Path folder) {
    this.folder = folder;
  }

  /** Returns a program that copies its input. */
  static FakeFfmpeg copying(Path folder) throws IOException {
    return doing(
        folder, "printf '%s\\n' \"$@\" > $0.arguments", "for last; do :; done", "cat > \"$last\"");
  }

  /** Returns a program that runs these shell commands. */
  static FakeFfmpeg doing(Path folder, String... lines) throws IOException {
    Path script = folder.resolve("ffmpeg");
    Files.writeString(script, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return new FakeFfmpeg(folder);
  }

  Ffmpeg program() throws IOException {
    return Ffmpeg.onPath(folder.toString());
  }

  Ffmpeg patientFor(long seconds) {
    return new Ffmpeg(folder.resolve("ffmpeg"), seconds);
  }

  /** Returns the arguments of the last call. */
  List<String> arguments() throws IOException {
    return Files.readAllLines(folder.resolve("ffmpeg.arguments"));
  }
}
