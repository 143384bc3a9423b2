package io.longhaul.schema;

/** Thrown if bytes cannot be decoded as the expected record. */
public final class UnreadableRecordException extends Exception {
  private static final long serialVersionUID = 1;

  UnreadableRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
