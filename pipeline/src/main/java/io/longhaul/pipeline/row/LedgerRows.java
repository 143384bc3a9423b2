package io.longhaul.pipeline.row;

import io.longhaul.export.LedgerRow;
import io.longhaul.wire.LedgerEntry;

/** Converts ledger entries to rows of {@code ledger}. */
public final class LedgerRows {
  private LedgerRows() {}

  /**
   * Converts an entry.
   *
   * @param totals whether the entry contains the lane's totals instead of a slice
   */
  public static LedgerRow of(LaneIdentity lane, LedgerEntry entry, boolean totals) {
    return LedgerRow.newBuilder()
        .setRunId(lane.runId())
        .setLaneId(lane.laneId())
        .setLaneStartEpochNs(lane.anchorEpochNanos())
        .setPhase(lane.phase())
        .setSliceIndex(entry.getSliceIndex())
        .setTotals(totals)
        .setOk(entry.getOk())
        .setHttpError(entry.getHttpError())
        .setTransportError(entry.getTransportError())
        .setProtocolError(entry.getProtocolError())
        .setStreamError(entry.getStreamError())
        .setTruncated(entry.getTruncated())
        .setTimeout(entry.getTimeout())
        .setCancelled(entry.getCancelled())
        .setInFlightAtStop(entry.getInFlightAtStop())
        .setIdHashHi(entry.getIdHashHi())
        .setIdHashLo(entry.getIdHashLo())
        .build();
  }
}
