package io.longhaul.metrics.slo;

import java.util.List;

/** Thrown if the text of SLOs is invalid, with all problems. */
public final class InvalidSlosException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final List<String> problems;

  InvalidSlosException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns one sentence per problem, in the order of the text. */
  public List<String> problems() {
    return problems;
  }
}
