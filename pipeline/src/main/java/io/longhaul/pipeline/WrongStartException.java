package io.longhaul.pipeline;

/** There is no place from which a job could begin without writing rows a second time. */
public final class WrongStartException extends Exception {
  private static final long serialVersionUID = 1;

  WrongStartException(String message) {
    super(message);
  }
}
