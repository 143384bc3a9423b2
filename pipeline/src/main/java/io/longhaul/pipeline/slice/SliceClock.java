package io.longhaul.pipeline.slice;

import io.longhaul.schema.SliceRules;

/**
 * Aligns slices with the run's start.
 *
 * @param runStartEpochNanos start of slice 0
 * @param sliceNanos duration of a slice, at least {@link SliceRules#MIN_NANOS}
 */
public record SliceClock(long runStartEpochNanos, long sliceNanos) {

  public SliceClock {
    if (sliceNanos < SliceRules.MIN_NANOS) {
      throw new IllegalArgumentException(
          "Invalid slice duration: " + sliceNanos + " ns (at least " + SliceRules.MIN_NANOS + ")");
    }
    if (runStartEpochNanos < 0) {
      throw new IllegalArgumentException(
          "Invalid run start: " + runStartEpochNanos + " ns (nanoseconds of the epoch)");
    }
  }

  /** Returns the slice that contains a time; negative before the run's start. */
  public long indexOf(long epochNanos) {
    return Math.floorDiv(epochNanos - runStartEpochNanos, sliceNanos);
  }

  public long startOf(long index) {
    return runStartEpochNanos + index * sliceNanos;
  }

  /** Returns the exclusive end of a slice. */
  public long endOf(long index) {
    return startOf(index + 1);
  }

  /** Returns the number of slices of a run that ended at a time. */
  public long slicesUntil(long runEndEpochNanos) {
    return Math.max(0, indexOf(runEndEpochNanos - 1) + 1);
  }
}
