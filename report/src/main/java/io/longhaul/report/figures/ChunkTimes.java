package io.longhaul.report.figures;

import java.util.ArrayList;
import java.util.List;

/**
 * The times of the chunks of many requests, so that their column is read once. Holds no more than
 * {@link RequestStatistics#MAX_GAPS} gaps (about 200 MB). For one thread.
 */
final class ChunkTimes {
  private static final int BLOCK = 1 << 16;

  /** Number of chunks of each row; 0 for a row that was not added. */
  private final int[] counts;

  /** The times of one row after another; those of a row are in one block. */
  private final List<long[]> blocks = new ArrayList<>();

  private long[] last = {};
  private int used;
  private long gaps;

  /** Receives the chunks of one request after another. */
  interface ChunkReader {
    /**
     * @param afterStart nanoseconds since the request's start, ascending; reused for the next
     *     request
     * @param count number of chunks in the array
     */
    void chunks(int row, long[] afterStart, int count);
  }

  ChunkTimes(int rows) {
    this.counts = new int[rows];
  }

  /** Adds the chunks of a row after the last one. */
  void add(int row, long[] afterStart, int count) {
    gaps += count - 1;
    if (!isComplete()) {
      blocks.clear();
      return;
    }
    counts[row] = count;
    if (used + count > last.length) {
      last = new long[Math.max(BLOCK, count)];
      blocks.add(last);
      used = 0;
    }
    System.arraycopy(afterStart, 0, last, used, count);
    used += count;
  }

  /** Returns whether there is space for all gaps so far. */
  boolean isComplete() {
    return gaps <= RequestStatistics.MAX_GAPS;
  }

  /**
   * Returns the number of gaps between chunks of the same request, those without space included.
   */
  long gaps() {
    return gaps;
  }

  /** Reports the chunks of each added row; there must be space for them. */
  void forEach(ChunkReader reader) {
    if (!isComplete()) {
      throw new IllegalStateException("Cannot report the chunks: there are too many");
    }
    long[] afterStart = new long[64];
    int block = -1;
    int at = BLOCK;
    for (int row = 0; row < counts.length; row++) {
      int count = counts[row];
      if (count > 0) {
        if (block < 0 || at + count > blocks.get(block).length) {
          block++;
          at = 0;
        }
        if (count > afterStart.length) {
          afterStart = new long[Math.max(count, 2 * afterStart.length)];
        }
        System.arraycopy(blocks.get(block), at, afterStart, 0, count);
        at += count;
        reader.chunks(row, afterStart, count);
      }
    }
  }
}
