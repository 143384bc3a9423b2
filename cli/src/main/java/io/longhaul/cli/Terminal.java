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
 */
record Terminal(PrintStream out, PrintStream err, boolean isInteractive) {
  /** The launcher knows what Java tells differently from version to version. */
  private static final String INTERACTIVE = "longhaul.interactive";

  /** This process's standard streams, as UTF-8. */
  static Terminal ofThisProcess() {
    return new Terminal(
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8),
        Boolean.getBoolean(INTERACTIVE));
  }
}
