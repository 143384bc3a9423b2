package io.longhaul.cli.embedded;

import java.util.List;

/** Thrown if a child process fails to start, with the last lines of its log. */
public final class ChildFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<String> lastLines;

  ChildFailedException(String message, List<String> lastLines) {
    super(message);
    this.lastLines = lastLines;
  }

  /** Returns the last lines of the child's log, oldest first. */
  public List<String> lastLines() {
    return lastLines;
  }
}
