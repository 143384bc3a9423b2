package io.longhaul.load.grpc;

import java.nio.ByteBuffer;
import java.util.List;

/** A message as gRPC puts it into a body. */
public final class MessageFrame {
  /** Whether it is compressed, and four bytes of length. */
  static final int HEAD_BYTES = 5;

  private MessageFrame() {}

  /** The message behind its head, not compressed. */
  public static byte[] of(byte[] message) {
    return ofAll(List.of(message));
  }

  /** Messages one behind the other, each behind its head. */
  public static byte[] ofAll(List<byte[]> messages) {
    int bytes = messages.stream().mapToInt(message -> HEAD_BYTES + message.length).sum();
    ByteBuffer frames = ByteBuffer.allocate(bytes);
    for (byte[] message : messages) {
      frames.put((byte) 0).putInt(message.length).put(message);
    }
    return frames.array();
  }
}
