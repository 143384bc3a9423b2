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
    return LedgerRow.newBuilder(Columns.filled(new LedgerRow(), entry))
        .setRunId(lane.runId())
        .setLaneId(lane.laneId())
        .setLaneStartEpochNs(lane.anchorEpochNanos())
        .setPhase(lane.phase())
        .setTotals(totals)
        .build();
  }
}
