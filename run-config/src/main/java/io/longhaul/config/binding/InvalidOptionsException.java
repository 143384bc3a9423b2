package io.longhaul.config.binding;

import java.util.List;

/** Thrown for an invalid command line; contains all of its problems. */
public final class InvalidOptionsException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<String> problems;

  /**
   * @param problems one sentence for each, at least one
   */
  public InvalidOptionsException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns one sentence for each problem, at least one. */
  public List<String> problems() {
    return problems;
  }
}
