package io.longhaul.load.grpc;

/** Bytes that are not valid gRPC messages, or messages that we do not accept. */
public final class MessageException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  MessageException(String reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Returns the keyword by which such errors are counted. */
  public String reason() {
    return reason;
  }
}
