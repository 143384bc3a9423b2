package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/**
 * The output streams of a command.
 *
 * @param out standard output, for results
 * @param err standard error, for everything else
 * @param isInteractive whether standard error is a terminal
 * @param showsResults whether standard output is a terminal, not a file or a pipe
 */
record Terminal(PrintStream out, PrintStream err, boolean isInteractive, boolean showsResults) {
  // The launcher detects terminals, because Java's answer depends on its version.
  private static final String INTERACTIVE = "longhaul.interactive";
  private static final String SHOWS_RESULTS = "longhaul.showsResults";

  /** Returns this process's standard streams, encoded as UTF-8. */
  static Terminal ofThisProcess() {
    return new Terminal(
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8),
        Boolean.getBoolean(INTERACTIVE),
        Boolean.getBoolean(SHOWS_RESULTS));
  }

  /** Prints a message to standard error. */
  void message(String text) {
    err.println(text);
  }

  /** Prints a warning to standard error. */
  void warning(String text) {
    err.println("Warning: " + text);
  }

  /** Prints a note to standard error. */
  void note(String text) {
    err.println("Note: " + text);
  }
}
