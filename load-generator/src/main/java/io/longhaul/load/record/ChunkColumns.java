package io.longhaul.load.record;

import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.schema.VarintWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The chunks of one fragment in wire format: times, reads and kinds. Tokens are added when the
 * fragment is cut. For the recording thread.
 */
final class ChunkColumns {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final VarintWriter times = new VarintWriter();
  private final VarintWriter reads = new VarintWriter();
  private final VarintWriter tokens = new VarintWriter();
  private byte[] kinds = new byte[32];
  private boolean anyReasoning;
  private int count;
  private long lastLaneNanos;
  private int lastRead;

  /**
   * Adds a chunk.
   *
   * @param atLaneNanos not smaller than in the previous call
   */
  void add(long atLaneNanos, int read, Delta.Kind kind) {
    times.write(count == 0 ? atLaneNanos : atLaneNanos - lastLaneNanos);
    reads.write(count == 0 ? read : read - lastRead);
    lastLaneNanos = atLaneNanos;
    lastRead = read;
    if (count == kinds.length) {
      kinds = Arrays.copyOf(kinds, count * 2);
    }
    boolean reasoning = kind == Delta.Kind.REASONING;
    kinds[count++] = (byte) (reasoning ? 1 : 0);
    anyReasoning |= reasoning;
  }

  int count() {
    return count;
  }

  /** Returns the size of the columns in bytes, assuming one byte of tokens per chunk. */
  int sizeBytes() {
    return times.size() + reads.size() + 2 * count;
  }

  /** Returns the token column, to which the caller writes one number per chunk, or none. */
  VarintWriter tokens() {
    return tokens;
  }

  ByteBuffer takeTimes() {
    return take(times);
  }

  ByteBuffer takeReads() {
    return take(reads);
  }

  ByteBuffer takeTokens() {
    return take(tokens);
  }

  /** Returns the kinds; empty if every chunk is content. */
  ByteBuffer takeKinds() {
    ByteBuffer taken =
        anyReasoning ? ByteBuffer.wrap(Arrays.copyOf(kinds, count)) : EMPTY.duplicate();
    anyReasoning = false;
    return taken;
  }

  /** Starts another fragment. */
  void clear() {
    count = 0;
  }

  private static ByteBuffer take(VarintWriter column) {
    return column.size() == 0 ? EMPTY.duplicate() : column.take();
  }
}
