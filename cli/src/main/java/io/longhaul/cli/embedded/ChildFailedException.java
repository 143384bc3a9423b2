package io.longhaul.cli.embedded;

import java.util.List;

/** A child process that did not come up, with the last lines that it wrote. */
public final class ChildFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<String> lastLines;

  ChildFailedException(String message, List<String> lastLines) {
    super(message);
    this.lastLines = lastLines;
  }

  /** The end of the child's log, oldest line first. */
  public List<String> lastLines() {
    return lastLines;
  }
}
