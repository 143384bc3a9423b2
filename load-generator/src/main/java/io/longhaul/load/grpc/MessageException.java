package io.longhaul.load.grpc;

/** Bytes that are no messages of gRPC, or none that we take. */
public final class MessageException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  MessageException(String reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** A word to count by. */
  public String reason() {
    return reason;
  }
}
