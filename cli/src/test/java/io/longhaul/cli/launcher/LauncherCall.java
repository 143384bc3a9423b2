package io.longhaul.cli.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One call of the launcher.
 *
 * @param outFile standard output of the launcher and its Java
 * @param errFile their standard error
 */
record LauncherCall(Process process, Path outFile, Path errFile) {
  private static final long DEADLINE_SECONDS = 30;

  LauncherCall awaitEnd() throws InterruptedException {
    if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("The launcher did not end: " + process.info());
    }
    return this;
  }

  int status() {
    return process.exitValue();
  }

  /** Returns the program that the launcher executed, with its arguments. */
  List<String> out() throws IOException {
    return Files.readAllLines(outFile, UTF_8);
  }

  String err() throws IOException {
    return Files.readString(errFile);
  }
}
