package io.longhaul.sinks.servers;

/** Slices of equal length that start at the first scrape of a page. */
record SliceGrid(long startEpochNanos, long lengthNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  long startOf(long index) {
    return startEpochNanos + index * lengthNanos;
  }

  long endOf(long index) {
    return startOf(index + 1);
  }

  double seconds() {
    return lengthNanos / NANOS_PER_SECOND;
  }
}
