package io.longhaul.pipeline.lane;

import io.longhaul.wire.NotIssued;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

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

  void writeTo(DataOutput out) throws IOException {
    out.writeLong(noSlot);
    out.writeLong(scheduleOverrun);
    out.writeLong(stallSkipped);
    out.writeLong(stop);
  }

  static NotIssuedTotals readFrom(DataInput in) throws IOException {
    return new NotIssuedTotals(in.readLong(), in.readLong(), in.readLong(), in.readLong());
  }
}
