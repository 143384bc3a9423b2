package io.longhaul.cli;

import io.longhaul.cli.embedded.ParentLease;
import io.longhaul.cli.log.LogOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/** Options of a command that a parent process starts as a child. */
public final class ParentOptions {
  /** Value of {@code --kafka} with which a child reads the address from its standard input. */
  public static final String KAFKA_FROM_PARENT = "-";

  @Option(
      names = "--with-parent",
      hidden = true,
      description = "Exit when standard input ends, because the parent process has ended.")
  boolean withParent;

  /** Directs the log to the parent; without a parent nothing is logged. */
  void logForParent() {
    if (withParent) {
      LogOutput.toStandardError();
    }
  }

  /** Reads the first line of the input, which a parent writes. */
  static String readLine(InputStream input) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = input.read(); next >= 0 && next != '\n'; next = input.read()) {
      line.write(next);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /**
   * Ends this process immediately when its parent ends.
   *
   * @param onEnd last actions of the process, which must take only seconds
   */
  void endWithParent(Runnable onEnd) {
    if (withParent) {
      ParentLease.watch(System.in, onEnd);
    }
  }
}
