package io.longhaul.report.genaiperf;

import java.util.List;

/** Thrown if files cannot be merged, with all reasons. */
public final class InvalidExportsException extends Exception {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  InvalidExportsException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns one sentence per problem, with the file. */
  public List<String> problems() {
    return problems;
  }
}
