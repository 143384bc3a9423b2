package io.longhaul.sinks.servers;

/**
 * Where a series stands in its page's slices: each is closed once, as soon as time has passed it.
 */
final class SliceCursor {
  private final Closing closing;
  private SliceGrid grid;
  private long slice;

  SliceCursor(Closing closing) {
    this.closing = closing;
  }

  /** Takes a slice whose readings are all there. */
  @FunctionalInterface
  interface Closing {
    /**
     * The slice ends.
     *
     * @param complete whether it has its full length
     */
    void close(long startEpochNanos, long endEpochNanos, boolean complete);
  }

  void begin(SliceGrid pageGrid) {
    grid = pageGrid;
  }

  boolean hasBegun() {
    return grid != null;
  }

  /** Closes what ends before the reading at this time. */
  void reach(long epochNanos) {
    while (grid.endOf(slice) < epochNanos) {
      close(grid.endOf(slice), true);
    }
  }

  /** Closes what there is up to the end of the window, which may cut the last slice. */
  void finish(long windowEndEpochNanos) {
    while (grid.endOf(slice) <= windowEndEpochNanos) {
      close(grid.endOf(slice), true);
    }
    if (grid.startOf(slice) < windowEndEpochNanos) {
      close(windowEndEpochNanos, false);
    }
  }

  private void close(long endEpochNanos, boolean complete) {
    closing.close(grid.startOf(slice), endEpochNanos, complete);
    slice++;
  }
}
