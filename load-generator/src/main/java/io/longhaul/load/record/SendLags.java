package io.longhaul.load.record;

import java.util.Arrays;

/**
 * The delays with which requests were handed over (handed - scheduled) since the last heartbeat:
 * the exact percentiles of up to {@value #MAX_LAGS} of them, and the maximum of all. For one
 * thread.
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

  /**
   * Returns the delay at a percentile, by nearest rank. Requires {@link #sort}, and at least one
   * delay.
   */
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
