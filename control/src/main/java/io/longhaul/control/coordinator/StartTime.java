package io.longhaul.control.coordinator;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The common start of the load, as Unix time. */
final class StartTime {
  /** Times of slices are easier to read if they have few digits. */
  private static final long TENTH_OF_A_SECOND = TimeUnit.MILLISECONDS.toNanos(100);

  private StartTime() {}

  /**
   * Returns the first whole tenth of a second that is not before the lead has passed.
   *
   * @param nowEpochNanos time of the fastest clock that takes part
   * @param lead time in which every generator must learn the start
   */
  static long after(long nowEpochNanos, Duration lead) {
    long earliest = nowEpochNanos + lead.toNanos();
    return Math.floorDiv(earliest + TENTH_OF_A_SECOND - 1, TENTH_OF_A_SECOND) * TENTH_OF_A_SECOND;
  }
}
