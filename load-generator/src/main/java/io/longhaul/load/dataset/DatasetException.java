package io.longhaul.load.dataset;

import java.util.List;

/** There is nothing that could be asked; the message says why, one sentence a line. */
public final class DatasetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  DatasetException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  DatasetException(String problem, Throwable cause) {
    super(problem, cause);
    this.problems = List.of(problem);
  }

  /** One sentence for each problem, at least one. */
  public List<String> problems() {
    return problems;
  }
}
