package io.longhaul.mock;

import java.util.List;

/** Thrown if options are invalid. The message has one line per problem. */
public final class InvalidMockServerOptions extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // List.copyOf is serializable, though its type does not say so
  private final List<String> problems;

  InvalidMockServerOptions(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns the problems, one sentence each: the invalid value and the valid ones. */
  public List<String> problems() {
    return problems;
  }
}
