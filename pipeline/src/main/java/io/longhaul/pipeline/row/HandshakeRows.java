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
    return HandshakeRow.newBuilder(Columns.filled(new HandshakeRow(), handshake))
        .setRunId(lane.runId())
        .setLaneId(lane.laneId())
        .setAtEpochNs(lane.epochOf(handshake.getAtNs()))
        .setSliceIndex(sliceIndex)
        .build();
  }
}
