package io.longhaul.cli.coordinator;

import java.util.List;

/** Topics that would change results without a word. */
public final class UnusableTopicsException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<String> problems;

  UnusableTopicsException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** One sentence for each problem. */
  public List<String> problems() {
    return problems;
  }
}
