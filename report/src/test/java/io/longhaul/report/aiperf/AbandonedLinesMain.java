package io.longhaul.report.aiperf;

import java.io.IOException;
import java.nio.file.Path;

/** A process that deletes abandoned lines. */
final class AbandonedLinesMain {
  private AbandonedLinesMain() {}

  public static void main(String[] arguments) throws IOException {
    LinesAhead.removeAbandoned(Path.of(arguments[0]));
  }
}
