package io.longhaul.pipeline.row;

import io.longhaul.export.MarkRow;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.wire.Mark;

/** Converts marks to rows of {@code marks}. */
public final class MarkRows {
  private static final long BEFORE_THE_RUN = -1;

  private MarkRows() {}

  /**
   * Converts a mark.
   *
   * @param laneId lane of the coordinator that received it
   */
  public static MarkRow of(String runId, String laneId, Mark mark, SliceClock clock) {
    return MarkRow.newBuilder()
        .setRunId(runId)
        .setLaneId(laneId)
        .setAtEpochNs(mark.getAddedEpochNs())
        .setSliceIndex(Math.max(BEFORE_THE_RUN, clock.indexOf(mark.getAddedEpochNs())))
        .setText(mark.getText())
        .setAddedBy(EnumNames.of(mark.getAddedBy()))
        .build();
  }
}
