package io.longhaul.schema;

/** Bytes that are not the record they should be. */
public final class UnreadableRecordException extends Exception {
  private static final long serialVersionUID = 1;

  UnreadableRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
