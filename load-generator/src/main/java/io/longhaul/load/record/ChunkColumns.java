package io.longhaul.load.record;

import io.longhaul.load.endpoint.Delta;
import io.longhaul.schema.VarintWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The chunks of one fragment, packed as the wire wants them: times, reads and kinds; tokens come
 * when the fragment is cut. For the recording thread.
 */
final class ChunkColumns {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final VarintWriter times = new VarintWriter();
  private final VarintWriter reads = new VarintWriter();
  private final VarintWriter tokens = new VarintWriter();
  private byte[] kinds = new byte[32];
  private boolean anyReasoning;
  private int count;
  private long lastLaneNanos;
  private int lastRead;

  /**
   * @param atLaneNanos never less than at the call before
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

  /** Bytes of the columns; what tokens will need is reckoned with one byte per chunk. */
  int sizeBytes() {
    return times.size() + reads.size() + 2 * count;
  }

  /** Takes one number per chunk, or none at all. */
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

  /** Empty when every chunk is content. */
  ByteBuffer takeKinds() {
    ByteBuffer taken =
        anyReasoning ? ByteBuffer.wrap(Arrays.copyOf(kinds, count)) : NOTHING.duplicate();
    anyReasoning = false;
    return taken;
  }

  /** The next chunk is the first of another fragment. */
  void clear() {
    count = 0;
  }

  private static ByteBuffer take(VarintWriter column) {
    return column.size() == 0 ? NOTHING.duplicate() : column.take();
  }
}
