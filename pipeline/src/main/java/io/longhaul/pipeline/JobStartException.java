package io.longhaul.pipeline;

/** There is no place from which a job could begin without writing rows a second time. */
public final class JobStartException extends Exception {
  private static final long serialVersionUID = 1;

  JobStartException(String message) {
    super(message);
  }
}
