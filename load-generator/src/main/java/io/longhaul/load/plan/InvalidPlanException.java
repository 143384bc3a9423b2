package io.longhaul.load.plan;

import java.util.List;

/** A plan that cannot be carried out, with everything that is wrong with it. */
public final class InvalidPlanException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  InvalidPlanException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** One sentence for each problem, at least one. */
  public List<String> problems() {
    return problems;
  }
}
