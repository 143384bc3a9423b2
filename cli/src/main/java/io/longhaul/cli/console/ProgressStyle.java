package io.longhaul.cli.console;

/** How a person is shown how a run goes. */
public enum ProgressStyle {
  /** One line that is rewritten: somebody watches a terminal. */
  REWRITTEN,
  /** A line now and then: what is written goes into a file or a pipe. */
  LINES,
  /** Nothing but warnings. */
  NONE;

  /**
   * @param wanted whether it is to be shown at all
   * @param terminal whether somebody watches a terminal
   */
  public static ProgressStyle of(boolean wanted, boolean terminal) {
    if (!wanted) {
      return NONE;
    }
    return terminal ? REWRITTEN : LINES;
  }
}
