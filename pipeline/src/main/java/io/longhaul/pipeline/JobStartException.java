package io.longhaul.pipeline;

/** Thrown if no start of the job would avoid writing rows twice. */
public final class JobStartException extends Exception {
  private static final long serialVersionUID = 1;

  JobStartException(String message) {
    super(message);
  }
}
