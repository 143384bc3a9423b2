package io.longhaul.pipeline.row;

import io.longhaul.export.HandshakeRow;
import io.longhaul.wire.Handshake;

/** Converts handshakes to rows of {@code handshakes}. */
public final class HandshakeRows {
  private HandshakeRows() {}

  /**
   * Converts a handshake.
   *
   * @param sliceIndex slice of its time; -1 before the run's start
   */
  public static HandshakeRow of(LaneIdentity lane, Handshake handshake, long sliceIndex) {
    return HandshakeRow.newBuilder()
        .setRunId(lane.runId())
        .setLaneId(lane.laneId())
        .setAtEpochNs(lane.epochOf(handshake.getAtNs()))
        .setTookNs(handshake.getTookNs())
        .setSliceIndex(sliceIndex)
        .setUrl(handshake.getUrl())
        .setHost(handshake.getHost())
        .setPort(handshake.getPort())
        .setErrorType(handshake.getErrorType())
        .setErrorMessage(handshake.getErrorMessage())
        .build();
  }
}
