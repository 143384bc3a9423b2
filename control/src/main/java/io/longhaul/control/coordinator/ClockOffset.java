package io.longhaul.control.coordinator;

import io.longhaul.wire.control.ClockTold;
import java.util.Locale;

/**
 * Offset of a generator's clock from the coordinator's clock, measured by one probe. No timestamp
 * is corrected by it.
 *
 * @param offsetNanos generator's time minus coordinator's time; negative if the generator is behind
 * @param errorNanos maximum error of the offset: half the round-trip time
 */
record ClockOffset(long offsetNanos, long errorNanos) {

  /**
   * Computes the offset from a probe's response.
   *
   * @param readEpochNanos time at which the coordinator read the response, on its own clock
   */
  static ClockOffset of(ClockTold answer, long readEpochNanos) {
    long there = answer.getHeardEpochNs() - answer.getAskedEpochNs();
    long back = answer.getToldEpochNs() - readEpochNanos;
    return new ClockOffset(Math.addExact(there, back) / 2, Math.abs(there - back) / 2);
  }

  long distanceNanos() {
    return Math.abs(offsetNanos);
  }

  /**
   * Returns a text for messages, such as {@code 2.300 s ahead of the coordinator's (± 0.004 s)}.
   */
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
