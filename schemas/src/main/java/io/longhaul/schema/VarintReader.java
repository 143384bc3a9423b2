package io.longhaul.schema;

import java.nio.ByteBuffer;

/**
 * Reads numbers packed by {@link VarintWriter}. Does not change the position of the given buffer.
 * Not thread-safe.
 */
public final class VarintReader {
  private final ByteBuffer bytes;

  public VarintReader(ByteBuffer packed) {
    this.bytes = packed.duplicate();
  }

  public boolean hasNext() {
    return bytes.hasRemaining();
  }

  /**
   * Reads the next number.
   *
   * @throws IllegalArgumentException if the bytes end inside a number, or the number needs more
   *     than 63 bits
   */
  public long next() {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      if (!bytes.hasRemaining()) {
        throw new IllegalArgumentException("Cannot read packed number: the bytes end inside it");
      }
      byte piece = bytes.get();
      value |= (long) (piece & 127) << shift;
      if (piece >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("Cannot read packed number: more than 63 bits");
  }
}
