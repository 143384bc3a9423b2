package io.longhaul.pipeline.lane;

import io.longhaul.wire.LaneLost;

/**
 * That a lane is lost, and what is known of it from elsewhere.
 *
 * @param successorLaneId of a coordinator that was taken over; empty otherwise
 * @param successorSpeaksFromEpochNanos from where the successor speaks; 0 without one
 * @param issued lower bound of the requests that the lane has issued; 0 without a count that
 *     outlived its process
 * @param issuedExactly whether {@code issued} is the final count
 */
record LaneVerdict(
    String reason,
    String successorLaneId,
    long successorSpeaksFromEpochNanos,
    long issued,
    boolean issuedExactly) {

  /** Of a lane that ended by its own word. */
  static final LaneVerdict NONE = because("");

  private static final int LONGEST_REASON = 500;

  static LaneVerdict because(String reason) {
    return new LaneVerdict(reason, "", 0, 0, false);
  }

  static LaneVerdict of(LaneLost told) {
    String reason = told.getReason();
    return new LaneVerdict(
        reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) : reason,
        told.getSuccessorLaneId() == null ? "" : told.getSuccessorLaneId(),
        told.getSuccessorFrontierEpochNs() == null ? 0 : told.getSuccessorFrontierEpochNs(),
        told.getIssued() == null ? 0 : told.getIssued(),
        told.getIssued() != null && told.getIssuedFinal());
  }
}
