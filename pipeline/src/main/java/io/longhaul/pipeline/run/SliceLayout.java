package io.longhaul.pipeline.run;

import io.longhaul.pipeline.row.SliceSpan;
import io.longhaul.pipeline.slice.LabelSets;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.pipeline.slice.StageTimes;
import io.longhaul.wire.RunStarted;

/** The slices of a run: by time, and by label set. */
record SliceLayout(String runId, SliceClock clock, LabelSets labels, StageTimes stages) {

  static SliceLayout of(String runId, RunStarted start) {
    return new SliceLayout(
        runId,
        new SliceClock(start.getRunStartEpochNs(), start.getPlan().getSliceDurationNs()),
        LabelSets.of(start.getPlan()),
        StageTimes.of(start.getPlan()));
  }

  SliceSpan spanOf(long slice, long runEndEpochNanos) {
    return SliceSpan.slice(runId, clock, slice, runEndEpochNanos);
  }

  SliceSpan spanOfRun(long runEndEpochNanos) {
    return SliceSpan.run(runId, clock.runStartEpochNanos(), runEndEpochNanos);
  }

  /** Returns the time within a span for which the run covered a label set. */
  long coveredNanos(String labelSet, SliceSpan span) {
    long from = span.startEpochNanos() - clock.runStartEpochNanos();
    return stages.nanosWithin(labelSet, from, from + span.coveredNanos());
  }
}
