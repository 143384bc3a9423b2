package io.longhaul.load.record;

import io.longhaul.wire.NotIssued;

/**
 * Planned requests that will not be sent, by reason; totals of a lane.
 *
 * @param noSlot no slot became free in time
 * @param scheduleOverrun the request was due, but the event loop did not send it in time
 * @param stallSkipped the process could not have recorded it, or was absent
 * @param stop the run was stopped
 */
public record NotIssuedCounts(long noSlot, long scheduleOverrun, long stallSkipped, long stop) {
  public static final NotIssuedCounts NONE = new NotIssuedCounts(0, 0, 0, 0);

  public long total() {
    return noSlot + scheduleOverrun + stallSkipped + stop;
  }

  /** Returns the sums of these and further counts. */
  public NotIssuedCounts plus(NotIssuedCounts more) {
    return new NotIssuedCounts(
        noSlot + more.noSlot,
        scheduleOverrun + more.scheduleOverrun,
        stallSkipped + more.stallSkipped,
        stop + more.stop);
  }

  NotIssued toWire() {
    return new NotIssued(noSlot, scheduleOverrun, stallSkipped, stop);
  }
}
