package io.longhaul.mock.truth;

import java.util.Arrays;

/**
 * When each content chunk of one answer was handed to the socket. Filled on the event loop while
 * the answer lasts, then handed over with its {@link TruthRecord} and never changed again.
 */
public final class WriteTimes {
  private long[] nanos = new long[16];
  private int count;
  private int blocked;

  /**
   * Adds chunks that were handed over together.
   *
   * @param atNanos when
   * @param chunks how many
   * @param socketFull whether the socket did not take all bytes at once, so that they leave later
   */
  public void add(long atNanos, int chunks, boolean socketFull) {
    if (count + chunks > nanos.length) {
      nanos = Arrays.copyOf(nanos, Math.max(count + chunks, count * 2));
    }
    Arrays.fill(nanos, count, count + chunks, atNanos);
    count += chunks;
    blocked += socketFull ? chunks : 0;
  }

  public int count() {
    return count;
  }

  /** How many chunks met a full socket. */
  public int blocked() {
    return blocked;
  }

  /** The time of the chunk with this index, from 0. */
  public long nanos(int index) {
    return nanos[index];
  }
}
