package io.longhaul.metrics.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Non-negative integers with seven bits per byte, the least significant first. */
final class Varint {
  private Varint() {}

  static void write(DataOutput out, long value) throws IOException {
    long rest = value;
    while (rest >= 0x80) {
      out.writeByte((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  static long read(DataInput in) throws IOException {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      byte next = in.readByte();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IOException("Cannot read number: longer than 63 bits (damaged bytes)");
  }
}
