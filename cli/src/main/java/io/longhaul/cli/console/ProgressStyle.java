package io.longhaul.cli.console;

/** How the progress of a run is shown. */
public enum ProgressStyle {
  /** One line that is rewritten, for a terminal. */
  REWRITTEN,
  /** Separate lines, for a file or a pipe. */
  LINES,
  /** Only warnings. */
  NONE;

  /**
   * @param wanted whether to show progress at all
   * @param terminal whether the output is a terminal
   */
  public static ProgressStyle of(boolean wanted, boolean terminal) {
    if (!wanted) {
      return NONE;
    }
    return terminal ? REWRITTEN : LINES;
  }
}
