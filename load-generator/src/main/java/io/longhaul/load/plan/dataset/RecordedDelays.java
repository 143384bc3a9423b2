package io.longhaul.load.plan.dataset;

import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;

/**
 * How the recorded delays between turns are used. Recorded times of a fixed schedule are not
 * affected.
 *
 * @param ignored whether each turn is sent as soon as the previous one has ended
 * @param mostNanos the maximum to which longer delays are reduced, or null for none
 */
public record RecordedDelays(boolean ignored, @Nullable Long mostNanos) {

  /** Delays are used as recorded. */
  public static final RecordedDelays AS_THEY_ARE = new RecordedDelays(false, null);

  /**
   * Returns the delay between the end of a turn and the next turn.
   *
   * @param recordedNanos the recorded delay, or null
   */
  public long nanos(@Nullable Long recordedNanos) {
    if (ignored || recordedNanos == null) {
      return 0;
    }
    return mostNanos == null ? recordedNanos : Math.min(recordedNanos, mostNanos);
  }

  void check(Problems problems) {
    problems.requireNotNegative("cap of recorded delays", mostNanos, "0 ns or more");
  }
}
