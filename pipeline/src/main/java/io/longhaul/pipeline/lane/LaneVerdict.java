package io.longhaul.pipeline.lane;

import io.longhaul.wire.LaneLost;

/**
 * The loss of a lane, and what other sources know about the lane.
 *
 * @param successorLaneId lane of the coordinator that took over; empty otherwise
 * @param successorFrontierEpochNanos time from which the successor's lane applies; 0 without one
 * @param issued lower bound of the requests that the lane has issued; 0 if no count survived the
 *     process
 * @param issuedExactly whether {@code issued} is the final count
 */
record LaneVerdict(
    String reason,
    String successorLaneId,
    long successorFrontierEpochNanos,
    long issued,
    boolean issuedExactly) {

  /** A lane that ended with {@code LaneEnded}. */
  static final LaneVerdict NONE = withReason("");

  private static final int MAX_REASON_LENGTH = 500;

  static LaneVerdict withReason(String reason) {
    return new LaneVerdict(reason, "", 0, 0, false);
  }

  static LaneVerdict of(LaneLost lost) {
    String reason = lost.getReason();
    return new LaneVerdict(
        reason.length() > MAX_REASON_LENGTH ? reason.substring(0, MAX_REASON_LENGTH) : reason,
        lost.getSuccessorLaneId() == null ? "" : lost.getSuccessorLaneId(),
        lost.getSuccessorFrontierEpochNs() == null ? 0 : lost.getSuccessorFrontierEpochNs(),
        lost.getIssued() == null ? 0 : lost.getIssued(),
        lost.getIssued() != null && lost.getIssuedFinal());
  }
}
