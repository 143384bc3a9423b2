package io.longhaul.pipeline.lane;

import io.longhaul.wire.LaneLost;

/**
 * That a lane is lost, and what is known of it from elsewhere.
 *
 * @param successorLaneId of a coordinator that was taken over; empty otherwise
 * @param successorSpeaksFromEpochNanos from where the successor speaks; 0 without one
 * @param issued requests that the lane has issued at least; 0 when only its own word is known
 */
record Verdict(
    String reason, String successorLaneId, long successorSpeaksFromEpochNanos, long issued) {

  /** Of a lane that ended by its own word. */
  static final Verdict NONE = because("");

  private static final int LONGEST_REASON = 500;

  static Verdict because(String reason) {
    return new Verdict(reason, "", 0, 0);
  }

  static Verdict of(LaneLost told) {
    String reason = told.getReason();
    return new Verdict(
        reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) : reason,
        told.getSuccessorLaneId() == null ? "" : told.getSuccessorLaneId(),
        told.getSuccessorFrontierEpochNs() == null ? 0 : told.getSuccessorFrontierEpochNs(),
        told.getIssued() == null ? 0 : told.getIssued());
  }
}
