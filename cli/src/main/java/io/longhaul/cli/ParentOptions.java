package io.longhaul.cli;

import io.longhaul.cli.embedded.ParentLease;
import io.longhaul.cli.log.LogOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/** What a command is told by a parent that has started it as a child. */
final class ParentOptions {
  @Option(
      names = "--with-parent",
      hidden = true,
      description = "Standard input is the bond with a parent: its end ends this process.")
  boolean withParent;

  /** Logs where the parent looks; a command of its own without a parent logs nothing. */
  void logForParent() {
    if (withParent) {
      LogOutput.toStandardError();
    }
  }

  /** The one line that a parent tells first. */
  static String readLine(InputStream input) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = input.read(); next >= 0 && next != '\n'; next = input.read()) {
      line.write(next);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /**
   * From now on this process ends at once when its parent has.
   *
   * @param farewell what it still does then, within seconds
   */
  void endWithParent(Runnable onEnd) {
    if (withParent) {
      ParentLease.watch(System.in, onEnd);
    }
  }
}
