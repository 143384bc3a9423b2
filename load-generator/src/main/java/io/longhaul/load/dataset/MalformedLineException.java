package io.longhaul.load.dataset;

import java.util.List;

/** What is wrong with a line of a file, in words that follow its place. */
final class MalformedLineException extends Exception {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // an immutable list of texts
  private final List<String> problems;

  MalformedLineException(String message) {
    this(List.of(message));
  }

  MalformedLineException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** One or more. */
  List<String> problems() {
    return problems;
  }
}
