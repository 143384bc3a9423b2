package io.longhaul.load.grpc;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Splits the bytes of one response, which may be cut anywhere, into messages. Holds at most one
 * message. Not thread-safe.
 */
public final class MessageDeframer {
  /** The default limit of gRPC. */
  public static final int MAX_MESSAGE_BYTES = 4 << 20;

  private static final int INITIAL_BUFFER_BYTES = 256;

  /** Receives messages. */
  @FunctionalInterface
  public interface Listener {
    /** Called with a complete message; the bytes are valid only during the call. */
    void message(byte[] bytes, int offset, int length);
  }

  private final Listener listener;

  /** The start of an incomplete message. */
  private byte[] buffer = new byte[INITIAL_BUFFER_BYTES];

  private int bufferedBytes;

  public MessageDeframer(Listener listener) {
    this.listener = listener;
  }

  /**
   * Processes the next bytes.
   *
   * @throws MessageException if a message is too long or compressed
   */
  public void feed(byte[] bytes) throws MessageException {
    byte[] from = bytes;
    int at = 0;
    int end = bytes.length;
    if (bufferedBytes > 0) {
      append(bytes, 0, bytes.length);
      from = buffer;
      end = bufferedBytes;
    }
    while (end - at >= MessageFrame.PREFIX_BYTES) {
      int length = lengthOf(from, at);
      if (end - at - MessageFrame.PREFIX_BYTES < length) {
        break;
      }
      listener.message(from, at + MessageFrame.PREFIX_BYTES, length);
      at += MessageFrame.PREFIX_BYTES + length;
    }
    keepRest(from, at, end);
  }

  private static int lengthOf(byte[] from, int at) throws MessageException {
    if (from[at] != 0) {
      throw new MessageException(
          "compressed_message", "A message is compressed (compression was not requested)");
    }
    int length = ByteBuffer.wrap(from, at + 1, Integer.BYTES).getInt();
    if (length < 0 || length > MAX_MESSAGE_BYTES) {
      throw new MessageException(
          "message_too_long",
          "A message has %s bytes (%s or fewer)"
              .formatted(Integer.toUnsignedString(length), MAX_MESSAGE_BYTES));
    }
    return length;
  }

  /** Appends bytes to the incomplete message. */
  private void append(byte[] bytes, int offset, int length) {
    if (bufferedBytes + length > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(bufferedBytes + length, 2 * buffer.length));
    }
    System.arraycopy(bytes, offset, buffer, bufferedBytes, length);
    bufferedBytes += length;
  }

  /** Keeps only the bytes of the incomplete message. */
  private void keepRest(byte[] from, int at, int end) {
    if (from == buffer) {
      System.arraycopy(buffer, at, buffer, 0, end - at);
      bufferedBytes = end - at;
    } else {
      append(from, at, end - at);
    }
  }

  /** Returns whether the bytes so far end within a message. */
  public boolean isWithinMessage() {
    return bufferedBytes > 0;
  }
}
