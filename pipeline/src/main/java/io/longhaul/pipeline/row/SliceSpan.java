package io.longhaul.pipeline.row;

import io.longhaul.pipeline.slice.SliceClock;

/**
 * The span of a run to which a row applies.
 *
 * @param index index of the slice; {@link #WHOLE_RUN} for the run
 * @param coveredNanos time for which the run covered the span; rates are divided by this
 */
public record SliceSpan(
    String runId, long index, long startEpochNanos, long endEpochNanos, long coveredNanos) {

  public static final long WHOLE_RUN = -1;

  /** Returns the span of a slice; the last slice of a run is covered only up to the run's end. */
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
