package io.longhaul.report.html;

import java.util.Arrays;

/**
 * A line of a chart of a run in progress: all slices in buckets, and the newest slices one by one.
 * Its size does not grow with the run. For one thread.
 */
final class LiveLine {
  private final double[] newest;
  private Line buckets;

  /**
   * @param name name of the line
   * @param capacity number of buckets
   * @param newest number of newest slices that are stored one by one
   */
  LiveLine(String name, int capacity, int newest) {
    this.buckets = new Line(name, capacity);
    this.newest = new double[newest];
    Arrays.fill(this.newest, Double.NaN);
  }

  String name() {
    return buckets.name();
  }

  /** Adds the value of a slice; NaN if it has none. */
  void add(int bucket, long slice, double value) {
    buckets.add(bucket, value);
    newest[(int) (slice % newest.length)] = Double.isFinite(value) ? value : Double.NaN;
  }

  /** Records that a slice was not received. */
  void skip(long slice) {
    newest[(int) (slice % newest.length)] = Double.NaN;
  }

  /** Returns the value of one of the newest slices; NaN if it has none. */
  double of(long slice) {
    return newest[(int) (slice % newest.length)];
  }

  Line buckets() {
    return buckets;
  }

  /** Merges each two neighbouring buckets. */
  void halve() {
    buckets = buckets.halved();
  }
}
