package io.longhaul.load.record;

import io.longhaul.wire.NotIssued;

/**
 * What was planned and will not be sent; running totals of a lane.
 *
 * @param noSlot no slot became free in time
 * @param scheduleOverrun it fell due, and the loop did not come to it in time
 * @param stallSkipped the process could not have recorded it
 * @param stop the run was stopped
 */
public record NotIssuedCounts(long noSlot, long scheduleOverrun, long stallSkipped, long stop) {
  public static final NotIssuedCounts NONE = new NotIssuedCounts(0, 0, 0, 0);

  public long total() {
    return noSlot + scheduleOverrun + stallSkipped + stop;
  }

  NotIssued toWire() {
    return new NotIssued(noSlot, scheduleOverrun, stallSkipped, stop);
  }
}
