package io.longhaul.mock.endpoint;

/** Thrown if a request is invalid. The client receives the message. */
public final class BadRequest extends Exception {
  private static final long serialVersionUID = 1L;

  BadRequest(String message) {
    super(message);
  }

  BadRequest(String message, Throwable cause) {
    super(message, cause);
  }
}
