package io.longhaul.load.record;

import java.util.Arrays;

/**
 * How late requests were taken up (handed - scheduled) since the last heartbeat: exact percentiles
 * of up to 65,536 of them, the largest of all. For one thread.
 */
final class SendLags {
  private static final int MAX_LAGS = 1 << 16;

  private long[] lags = new long[256];
  private int count;
  private long maxNanos;

  void add(long lagNanos) {
    maxNanos = count == 0 ? lagNanos : Math.max(maxNanos, lagNanos);
    if (count == MAX_LAGS) {
      return;
    }
    if (count == lags.length) {
      lags = Arrays.copyOf(lags, count * 2);
    }
    lags[count++] = lagNanos;
  }

  boolean isEmpty() {
    return count == 0;
  }

  void sort() {
    Arrays.sort(lags, 0, count);
  }

  /** The lag at a percentile, nearest rank. After {@link #sort}; not empty. */
  long atPercentile(int percentile) {
    int rank = (int) Math.ceil(percentile / 100.0 * count);
    return lags[Math.max(1, rank) - 1];
  }

  long maxNanos() {
    return maxNanos;
  }

  void clear() {
    count = 0;
    maxNanos = 0;
  }
}
