package io.longhaul.report.verify;

import io.longhaul.metrics.Outcome;
import io.longhaul.schema.HashSum;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one lane by the slice in which they ended: their number by outcome, and the hash
 * sum of the IDs that a ledger counts. Needs a hundred bytes per slice. For one thread.
 */
final class LaneSlices {
  static final int OUTCOMES = Outcome.values().length;

  private static final int HASH_HI = OUTCOMES;
  private static final int HASH_LO = OUTCOMES + 1;
  private static final int COMPARED = OUTCOMES + 2;
  private static final int WIDTH = OUTCOMES + 3;
  private static final int SLICES_PER_BLOCK = 256;

  private final List<long @Nullable []> blocks = new ArrayList<>();
  private final HashSum ids = new HashSum();
  private final long[] all = new long[OUTCOMES];
  private long rows;

  /** Process of the IDs, and the smallest counter. */
  private long process;

  private long firstCounter = Long.MAX_VALUE;

  /**
   * Counts a request.
   *
   * @param slice -1 in a warm-up
   * @param outcome index
   */
  void add(int slice, int outcome, long idHi, long idLo) {
    int index = slice + 1;
    long[] block = block(index);
    int at = index % SLICES_PER_BLOCK * WIDTH;
    block[at + outcome]++;
    if (outcome < LedgerCounts.COUNTED) {
      HashSum ofSlice = new HashSum(block[at + HASH_HI], block[at + HASH_LO]);
      ofSlice.add(idHi, idLo);
      block[at + HASH_HI] = ofSlice.hi();
      block[at + HASH_LO] = ofSlice.lo();
      ids.add(idHi, idLo);
    }
    all[outcome]++;
    rows++;
    process = idHi;
    firstCounter = Math.min(firstCounter, idLo);
  }

  private long[] block(int index) {
    int number = index / SLICES_PER_BLOCK;
    while (blocks.size() <= number) {
      blocks.add(null);
    }
    long[] block = blocks.get(number);
    if (block == null) {
      block = new long[SLICES_PER_BLOCK * WIDTH];
      blocks.set(number, block);
    }
    return block;
  }

  long rows() {
    return rows;
  }

  long process() {
    return process;
  }

  long firstCounter() {
    return firstCounter;
  }

  /** Returns the number of slices up to the last one with a request, that of a warm-up included. */
  int end() {
    return blocks.size() * SLICES_PER_BLOCK - 1;
  }

  /** Returns the number by outcome in all slices. */
  long[] allCounts() {
    return all.clone();
  }

  /** Returns whether the hash sum of all IDs that a ledger counts has these halves. */
  boolean hasIds(long hi, long lo) {
    return ids.hi() == hi && ids.lo() == lo;
  }

  /** Returns the number by outcome in a slice. */
  long[] counts(int slice) {
    long[] counts = new long[OUTCOMES];
    long[] block = existing(slice);
    if (block != null) {
      System.arraycopy(block, at(slice), counts, 0, OUTCOMES);
    }
    return counts;
  }

  boolean hasHash(int slice, long hi, long lo) {
    long[] block = existing(slice);
    return block == null
        ? hi == 0 && lo == 0
        : block[at(slice) + HASH_HI] == hi && block[at(slice) + HASH_LO] == lo;
  }

  /** Marks a slice as compared with the ledger. */
  void compared(int slice) {
    long[] block = existing(slice);
    if (block != null) {
      block[at(slice) + COMPARED] = 1;
    }
  }

  boolean isCompared(int slice) {
    long[] block = existing(slice);
    return block != null && block[at(slice) + COMPARED] == 1;
  }

  private long @Nullable [] existing(int slice) {
    int number = (slice + 1) / SLICES_PER_BLOCK;
    return number < blocks.size() ? blocks.get(number) : null;
  }

  private static int at(int slice) {
    return (slice + 1) % SLICES_PER_BLOCK * WIDTH;
  }
}
