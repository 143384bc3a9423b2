package io.longhaul.load.dataset.text;

import java.util.List;

/** A line of a file is malformed. The message follows the line's location. */
public final class MalformedLineException extends Exception {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // an immutable list of texts
  private final List<String> problems;

  public MalformedLineException(String message) {
    this(List.of(message));
  }

  public MalformedLineException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns the problems, at least one. */
  public List<String> problems() {
    return problems;
  }
}
