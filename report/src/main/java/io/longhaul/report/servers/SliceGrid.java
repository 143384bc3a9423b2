package io.longhaul.report.servers;

/** Slices of equal length that start at the first scrape of a page. */
record SliceGrid(long startEpochNanos, long lengthNanos) {
  long startOf(long index) {
    return startEpochNanos + index * lengthNanos;
  }

  long endOf(long index) {
    return startOf(index + 1);
  }
}
