package io.longhaul.cli.coordinator;

import io.longhaul.wire.control.ClockTold;
import java.util.Locale;

/**
 * How far a generator's clock is ahead of the coordinator's, as one probe has measured it. Nothing
 * is ever corrected by it.
 *
 * @param offsetNanos negative when it is behind
 * @param errorNanos the true offset is at most this far away: half the round trip
 */
record ClockOffset(long offsetNanos, long errorNanos) {

  /**
   * From an answer.
   *
   * @param readEpochNanos when the coordinator read it, by its own clock
   */
  static ClockOffset of(ClockTold answer, long readEpochNanos) {
    long there = answer.getHeardEpochNs() - answer.getAskedEpochNs();
    long back = answer.getToldEpochNs() - readEpochNanos;
    return new ClockOffset(Math.addExact(there, back) / 2, Math.abs(there - back) / 2);
  }

  long distanceNanos() {
    return Math.abs(offsetNanos);
  }

  /** For people: {@code 2.300 s ahead of the coordinator's (± 0.004 s)}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.3f s %s the coordinator's (± %.3f s)",
        distanceNanos() / 1e9,
        offsetNanos < 0 ? "behind" : "ahead of",
        errorNanos / 1e9);
  }
}
