package io.longhaul.pipeline.row;

import io.longhaul.pipeline.slice.SliceClock;

/**
 * Which stretch of a run a row is about.
 *
 * @param index of the slice; {@link #WHOLE_RUN} for the run
 * @param coveredNanos for how long the run covered it; rates divide by this
 */
public record SliceSpan(
    String runId, long index, long startEpochNanos, long endEpochNanos, long coveredNanos) {

  public static final long WHOLE_RUN = -1;

  /** A slice; the run's last one is covered up to the run's end only. */
  public static SliceSpan slice(String runId, SliceClock clock, long index, long runEndEpochNanos) {
    long start = clock.startOf(index);
    long end = clock.endOf(index);
    return new SliceSpan(runId, index, start, end, Math.min(end, runEndEpochNanos) - start);
  }

  public static SliceSpan run(String runId, long startEpochNanos, long endEpochNanos) {
    return new SliceSpan(
        runId, WHOLE_RUN, startEpochNanos, endEpochNanos, endEpochNanos - startEpochNanos);
  }
}
