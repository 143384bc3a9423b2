package io.longhaul.mock.endpoint;

/** A request that cannot be answered. The message goes to the client. */
public final class BadRequest extends Exception {
  private static final long serialVersionUID = 1L;

  BadRequest(String message) {
    super(message);
  }

  BadRequest(String message, Throwable cause) {
    super(message, cause);
  }
}
