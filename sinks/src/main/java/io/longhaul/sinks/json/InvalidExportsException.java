package io.longhaul.sinks.json;

import java.util.List;

/** Files that cannot be merged, with all reasons. */
public final class InvalidExportsException extends Exception {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  InvalidExportsException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** One sentence each: the file, and what is wrong with it. */
  public List<String> problems() {
    return problems;
  }
}
