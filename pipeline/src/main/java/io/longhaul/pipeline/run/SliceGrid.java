package io.longhaul.pipeline.run;

import io.longhaul.pipeline.row.SliceSpan;
import io.longhaul.pipeline.slice.LabelSets;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.wire.RunStarted;

/** How a run is cut: by time, and by what its requests are told apart. */
record SliceGrid(String runId, SliceClock clock, LabelSets labels) {

  static SliceGrid of(String runId, RunStarted start) {
    return new SliceGrid(
        runId,
        new SliceClock(start.getRunStartEpochNs(), start.getPlan().getSliceDurationNs()),
        LabelSets.of(start.getPlan()));
  }

  SliceSpan spanOf(long slice, long runEndEpochNanos) {
    return SliceSpan.slice(runId, clock, slice, runEndEpochNanos);
  }
}
