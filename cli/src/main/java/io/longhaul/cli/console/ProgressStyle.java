package io.longhaul.cli.console;

import io.longhaul.config.value.Ui;

/** How the progress of a run is shown. */
public enum ProgressStyle {
  /** A dashboard that fills the terminal. */
  DASHBOARD,
  /** One line that is rewritten, for a terminal. */
  REWRITTEN,
  /** Separate lines, for a file or a pipe. */
  LINES,
  /** Only warnings. */
  NONE;

  /**
   * Returns the style of a display; without a terminal, a dashboard becomes separate lines.
   *
   * @param terminal whether the output is a terminal
   */
  public static ProgressStyle of(Ui ui, boolean terminal) {
    return switch (ui) {
      case DASHBOARD -> terminal ? DASHBOARD : LINES;
      case SIMPLE -> terminal ? REWRITTEN : LINES;
      case NONE -> NONE;
    };
  }
}
