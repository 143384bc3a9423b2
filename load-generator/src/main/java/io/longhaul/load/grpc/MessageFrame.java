package io.longhaul.load.grpc;

import java.nio.ByteBuffer;
import java.util.List;

/** Frames messages for a gRPC body. */
public final class MessageFrame {
  /** One byte for compression, and four for the length. */
  static final int PREFIX_BYTES = 5;

  private MessageFrame() {}

  /** Returns an uncompressed message with its prefix. */
  public static byte[] of(byte[] message) {
    return ofAll(List.of(message));
  }

  /** Returns several messages, each with its prefix. */
  public static byte[] ofAll(List<byte[]> messages) {
    int bytes = messages.stream().mapToInt(message -> PREFIX_BYTES + message.length).sum();
    ByteBuffer frames = ByteBuffer.allocate(bytes);
    for (byte[] message : messages) {
      frames.put((byte) 0).putInt(message.length).put(message);
    }
    return frames.array();
  }
}
