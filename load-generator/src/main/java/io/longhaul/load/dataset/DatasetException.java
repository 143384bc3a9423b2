package io.longhaul.load.dataset;

import java.util.List;

/** There is nothing that could be asked; the message says why, one sentence a line. */
public final class DatasetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DatasetException(List<String> problems) {
    super(String.join("\n", problems));
  }

  DatasetException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
