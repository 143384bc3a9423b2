package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.state.NotIssuedState;
import io.longhaul.wire.NotIssued;

/** Running totals of requests that a lane planned but did not issue, by reason. */
record NotIssuedTotals(long noSlot, long scheduleOverrun, long stallSkipped, long stop) {

  static final NotIssuedTotals NONE = new NotIssuedTotals(0, 0, 0, 0);

  static NotIssuedTotals of(NotIssued counts) {
    return new NotIssuedTotals(
        counts.getNoSlot(),
        counts.getScheduleOverrun(),
        counts.getStallSkipped(),
        counts.getStop());
  }

  /**
   * Returns the maximum of each total. Running totals never decrease, so an outdated report has no
   * effect.
   */
  NotIssuedTotals max(NotIssuedTotals other) {
    return new NotIssuedTotals(
        Math.max(noSlot, other.noSlot),
        Math.max(scheduleOverrun, other.scheduleOverrun),
        Math.max(stallSkipped, other.stallSkipped),
        Math.max(stop, other.stop));
  }

  NotIssuedTotals minus(NotIssuedTotals before) {
    return new NotIssuedTotals(
        noSlot - before.noSlot,
        scheduleOverrun - before.scheduleOverrun,
        stallSkipped - before.stallSkipped,
        stop - before.stop);
  }

  long sum() {
    return noSlot + scheduleOverrun + stallSkipped + stop;
  }

  NotIssuedState toState() {
    return new NotIssuedState(noSlot, scheduleOverrun, stallSkipped, stop);
  }

  static NotIssuedTotals ofState(NotIssuedState stored) {
    return new NotIssuedTotals(
        stored.getNoSlot(),
        stored.getScheduleOverrun(),
        stored.getStallSkipped(),
        stored.getStop());
  }
}
