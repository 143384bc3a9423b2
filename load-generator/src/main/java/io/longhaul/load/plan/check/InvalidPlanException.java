package io.longhaul.load.plan.check;

import java.util.List;

/** Thrown for an invalid plan; contains all of its problems. */
public final class InvalidPlanException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  public InvalidPlanException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns one sentence for each problem, at least one. */
  public List<String> problems() {
    return problems;
  }
}
