package io.longhaul.pipeline.slice;

/**
 * Aligns slices to a run's start.
 *
 * @param runStartEpochNanos where slice 0 begins
 * @param sliceNanos how long a slice is, at least {@link #MIN_SLICE_NANOS}
 */
public record SliceClock(long runStartEpochNanos, long sliceNanos) {

  /** Shorter slices would be more slices than anybody could want. */
  public static final long MIN_SLICE_NANOS = 1_000_000;

  public SliceClock {
    if (sliceNanos < MIN_SLICE_NANOS) {
      throw new IllegalArgumentException(
          "Invalid slice duration: " + sliceNanos + " ns (at least " + MIN_SLICE_NANOS + ")");
    }
    if (runStartEpochNanos < 0) {
      throw new IllegalArgumentException(
          "Invalid run start: " + runStartEpochNanos + " ns (nanoseconds of the epoch)");
    }
  }

  /** The slice in which a moment lies; negative before the run's start. */
  public long indexOf(long epochNanos) {
    return Math.floorDiv(epochNanos - runStartEpochNanos, sliceNanos);
  }

  public long startOf(long index) {
    return runStartEpochNanos + index * sliceNanos;
  }

  /** The first moment that does not belong to the slice. */
  public long endOf(long index) {
    return startOf(index + 1);
  }

  /** How many slices it takes to cover a run that ended then. */
  public long slicesUntil(long runEndEpochNanos) {
    return Math.max(0, indexOf(runEndEpochNanos - 1) + 1);
  }
}
