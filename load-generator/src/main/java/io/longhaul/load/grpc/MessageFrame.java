package io.longhaul.load.grpc;

import java.nio.ByteBuffer;

/** A message as gRPC puts it into a body. */
public final class MessageFrame {
  /** Whether it is compressed, and four bytes of length. */
  static final int HEAD_BYTES = 5;

  private MessageFrame() {}

  /** The message behind its head, not compressed. */
  public static byte[] of(byte[] message) {
    return ByteBuffer.allocate(HEAD_BYTES + message.length)
        .put((byte) 0)
        .putInt(message.length)
        .put(message)
        .array();
  }
}
