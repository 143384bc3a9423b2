package io.longhaul.load.dataset;

import java.util.List;

/** The data set cannot be used. The message contains the reasons, one sentence per line. */
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

  /** Returns one sentence for each problem, at least one. */
  public List<String> problems() {
    return problems;
  }
}
