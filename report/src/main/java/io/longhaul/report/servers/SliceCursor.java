package io.longhaul.report.servers;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The position of a series in the slices of its page. Each slice is closed once, as soon as time
 * has passed it.
 */
final class SliceCursor {
  private final Closing closing;
  private @Nullable SliceGrid grid;
  private long slice;

  SliceCursor(Closing closing) {
    this.closing = closing;
  }

  /** Receives a slice when it has all its readings. */
  @FunctionalInterface
  interface Closing {
    /**
     * Ends the slice.
     *
     * @param complete whether it has the full length
     */
    void close(long startEpochNanos, long endEpochNanos, boolean complete);
  }

  void start(SliceGrid pageGrid) {
    grid = pageGrid;
  }

  boolean hasStarted() {
    return grid != null;
  }

  private SliceGrid grid() {
    return requireNonNull(grid);
  }

  /** Closes the slices that end before a reading at this time. */
  void reach(long epochNanos) {
    while (grid().endOf(slice) < epochNanos) {
      close(grid().endOf(slice), true);
    }
  }

  /** Closes all slices up to the end of the window, which may shorten the last one. */
  void finish(long windowEndEpochNanos) {
    while (grid().endOf(slice) <= windowEndEpochNanos) {
      close(grid().endOf(slice), true);
    }
    if (grid().startOf(slice) < windowEndEpochNanos) {
      close(windowEndEpochNanos, false);
    }
  }

  private void close(long endEpochNanos, boolean complete) {
    closing.close(grid().startOf(slice), endEpochNanos, complete);
    slice++;
  }
}
