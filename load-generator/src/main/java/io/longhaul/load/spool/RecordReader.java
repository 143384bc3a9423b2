package io.longhaul.load.spool;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records in a part of a segment. Skips damaged places and continues with the next intact
 * record; never returns a record that was not written.
 */
final class RecordReader {
  private final ByteBuffer bytes;
  private final long base;
  private final List<Damage> damage = new ArrayList<>();
  private int offset;

  /** A place without intact records, in bytes from the start of the segment. */
  record Damage(long from, long to) {}

  /**
   * @param bytes the part, from 0 to its limit
   * @param base where the part begins in the segment
   */
  RecordReader(ByteBuffer bytes, long base) {
    this.bytes = bytes;
    this.base = base;
  }

  /** Returns the next record, or null at the end. */
  @Nullable SpoolRecord next() {
    int from = offset;
    for (; offset < bytes.limit(); offset++) {
      int end = RecordCodec.endOf(bytes, offset);
      SpoolRecord record = end < 0 ? null : RecordCodec.read(bytes, offset, end);
      if (record != null) {
        addDamage(from, offset);
        offset = end;
        return record;
      }
    }
    addDamage(from, offset);
    return null;
  }

  /** Returns the end of the record that was read last, from the start of the segment. */
  long position() {
    return base + offset;
  }

  /** Returns the damaged places so far. */
  List<Damage> damage() {
    return damage;
  }

  /** Adds a place, without the zeros at the end, where nothing was written. */
  private void addDamage(int from, int to) {
    int last = to;
    while (to == bytes.limit() && last > from && bytes.get(last - 1) == 0) {
      last--;
    }
    if (from < last) {
      damage.add(new Damage(base + from, base + last));
    }
  }
}
