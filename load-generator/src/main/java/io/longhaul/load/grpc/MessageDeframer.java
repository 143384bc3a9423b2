package io.longhaul.load.grpc;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Finds the messages of one answer in its bytes, however those are cut. Holds at most one message.
 * Not for several threads.
 */
public final class MessageDeframer {
  /** gRPC's own usual limit. */
  public static final int MAX_MESSAGE_BYTES = 4 << 20;

  private static final int FIRST_HELD_BYTES = 256;

  /** Hears messages. */
  @FunctionalInterface
  public interface Listener {
    /** A whole message; its bytes are lent for the call. */
    void message(byte[] bytes, int offset, int length);
  }

  private final Listener listener;

  /** The beginning of a message that is not whole yet. */
  private byte[] held = new byte[FIRST_HELD_BYTES];

  private int heldBytes;

  public MessageDeframer(Listener listener) {
    this.listener = listener;
  }

  /**
   * Takes the next bytes.
   *
   * @throws MessageException when a message is too long, or compressed
   */
  public void feed(byte[] bytes) throws MessageException {
    byte[] from = bytes;
    int at = 0;
    int end = bytes.length;
    if (heldBytes > 0) {
      hold(bytes, 0, bytes.length);
      from = held;
      end = heldBytes;
    }
    while (end - at >= MessageFrame.HEAD_BYTES) {
      int length = lengthOf(from, at);
      if (end - at - MessageFrame.HEAD_BYTES < length) {
        break;
      }
      listener.message(from, at + MessageFrame.HEAD_BYTES, length);
      at += MessageFrame.HEAD_BYTES + length;
    }
    keep(from, at, end);
  }

  private static int lengthOf(byte[] from, int at) throws MessageException {
    if (from[at] != 0) {
      throw new MessageException(
          "compressed_message", "A message is compressed (that was not asked for)");
    }
    int length = ByteBuffer.wrap(from, at + 1, Integer.BYTES).getInt();
    if (length < 0 || length > MAX_MESSAGE_BYTES) {
      throw new MessageException(
          "message_too_long",
          "A message has "
              + Integer.toUnsignedString(length)
              + " bytes ("
              + MAX_MESSAGE_BYTES
              + " or fewer)");
    }
    return length;
  }

  /** Behind what is held. */
  private void hold(byte[] bytes, int offset, int length) {
    if (heldBytes + length > held.length) {
      held = Arrays.copyOf(held, Math.max(heldBytes + length, 2 * held.length));
    }
    System.arraycopy(bytes, offset, held, heldBytes, length);
    heldBytes += length;
  }

  /** Nothing but what is left over. */
  private void keep(byte[] from, int at, int end) {
    if (from == held) {
      System.arraycopy(held, at, held, 0, end - at);
      heldBytes = end - at;
    } else {
      hold(from, at, end - at);
    }
  }

  /** Whether the bytes so far end within a message. */
  public boolean isWithinMessage() {
    return heldBytes > 0;
  }
}
