package io.longhaul.metrics.slo;

import java.util.List;

/** SLOs that cannot be judged, with everything that is wrong about them. */
public final class InvalidSlosException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final List<String> problems;

  InvalidSlosException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** One sentence per problem, in the order of the text. */
  public List<String> problems() {
    return problems;
  }
}
