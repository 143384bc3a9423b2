package io.longhaul.pipeline.reslice;

import io.longhaul.pipeline.slice.SliceClock;

/**
 * Which new slices the slices of a run become: several of them are joined, or each is divided.
 *
 * @param clock the new slices
 * @param sliceNanosOfRun duration of the run's slices; a multiple or a whole part of the new ones
 */
record SliceChange(SliceClock clock, long sliceNanosOfRun) {

  SliceChange {
    long sliceNanos = clock.sliceNanos();
    if (sliceNanos % sliceNanosOfRun != 0 && sliceNanosOfRun % sliceNanos != 0) {
      throw new IllegalArgumentException(
          "Invalid slice duration: %d ns (a multiple or a whole part of %d)"
              .formatted(sliceNanos, sliceNanosOfRun));
    }
  }

  /** Returns whether the new slices are shorter. */
  boolean divides() {
    return clock.sliceNanos() < sliceNanosOfRun;
  }

  private long parts() {
    return sliceNanosOfRun / clock.sliceNanos();
  }

  /**
   * Returns the new slice of a fact.
   *
   * @param sliceOfRun its slice in the run, which may be later than its time; -1 before the run
   */
  long sliceOf(long sliceOfRun, long epochNanos) {
    if (sliceOfRun < 0) {
      return sliceOfRun;
    }
    if (!divides()) {
      return sliceOfRun / (clock.sliceNanos() / sliceNanosOfRun);
    }
    long first = firstOf(sliceOfRun);
    return Math.max(first, Math.min(first + parts() - 1, clock.indexOf(epochNanos)));
  }

  /** Returns the first part of a slice of the run that is divided. */
  long firstOf(long sliceOfRun) {
    return sliceOfRun * parts();
  }

  /** Returns the slice of the run of which a new slice is a part. */
  long dividedInto(long slice) {
    return slice / parts();
  }
}
