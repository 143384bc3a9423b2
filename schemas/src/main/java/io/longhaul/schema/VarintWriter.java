package io.longhaul.schema;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Packs non-negative numbers as unsigned varints (7 bits a byte, least significant first), without
 * boxing. Reusable; not thread-safe.
 */
public final class VarintWriter {
  private byte[] bytes = new byte[256];
  private int size;

  /**
   * Appends a number.
   *
   * @throws IllegalArgumentException if the value is negative
   */
  public void write(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("Invalid packed number: " + value + " (0 or more)");
    }
    if (size + 10 > bytes.length) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    while (value > 127) {
      bytes[size++] = (byte) ((value & 127) | 128);
      value >>>= 7;
    }
    bytes[size++] = (byte) value;
  }

  /** Returns the number of bytes written since the last {@link #take()}. */
  public int size() {
    return size;
  }

  /** Returns a copy of the bytes written and clears the writer. */
  public ByteBuffer take() {
    ByteBuffer packed = ByteBuffer.wrap(Arrays.copyOf(bytes, size));
    size = 0;
    return packed;
  }
}
