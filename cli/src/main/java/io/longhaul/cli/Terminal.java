package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/**
 * Where a command talks to a person.
 *
 * @param out results
 * @param err everything else
 * @param isInteractive whether somebody watches
 * @param showsResults whether results are shown there too, and do not go into a file or a pipe
 */
record Terminal(PrintStream out, PrintStream err, boolean isInteractive, boolean showsResults) {
  // The launcher knows what Java tells differently from version to version.
  private static final String INTERACTIVE = "longhaul.interactive";
  private static final String SHOWS_RESULTS = "longhaul.showsResults";

  /** This process's standard streams, as UTF-8. */
  static Terminal ofThisProcess() {
    return new Terminal(
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8),
        Boolean.getBoolean(INTERACTIVE),
        Boolean.getBoolean(SHOWS_RESULTS));
  }
}
