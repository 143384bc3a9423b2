package io.longhaul.mock;

import java.util.List;

/** Options that cannot be used. The message has one line per problem. */
public final class InvalidMockServerOptions extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // List.copyOf is serializable, though its type does not say so
  private final List<String> problems;

  InvalidMockServerOptions(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  /** Each problem as one sentence: what is invalid, its value, and what would be right. */
  public List<String> problems() {
    return problems;
  }
}
