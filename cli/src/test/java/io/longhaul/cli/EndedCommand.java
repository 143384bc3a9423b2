package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * A command that was executed in this process. It costs a fraction of the CPU time that {@link
 * RunningProfile} needs to start a JVM, and prints and returns the same.
 *
 * @param out what it printed to standard output
 * @param err what it printed to standard error
 */
record EndedCommand(int exitStatus, String out, String err) {
  /** Executes a command. */
  static EndedCommand of(String... words) {
    return of(List.of(words));
  }

  /** Executes a command. */
  static EndedCommand of(List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status;
    try (PrintStream printedOut = new PrintStream(out, true, UTF_8);
        PrintStream printedErr = new PrintStream(err, true, UTF_8)) {
      status = new Longhaul(new Terminal(printedOut, printedErr, false, false)).run(words);
    }
    return new EndedCommand(status, out.toString(UTF_8), err.toString(UTF_8));
  }
}
