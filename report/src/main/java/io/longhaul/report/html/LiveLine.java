package io.longhaul.report.html;

import java.util.Arrays;

/**
 * A line of a chart of a run in progress: all slices in buckets, and the newest slices one by one.
 * Its size does not grow with the run. For one thread.
 */
final class LiveLine {
  private final double[] newest;
  private Line buckets;
  private boolean hasValue;

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

  /**
   * Adds the value of a slice; NaN if it has none.
   *
   * @return whether this is the first value of the line
   */
  boolean add(int bucket, long slice, double value) {
    buckets.add(bucket, value);
    newest[position(slice)] = Double.isFinite(value) ? value : Double.NaN;
    boolean isFirst = !hasValue && Double.isFinite(value);
    hasValue |= isFirst;
    return isFirst;
  }

  /** Records that a slice was not received. */
  void skip(long slice) {
    newest[position(slice)] = Double.NaN;
  }

  /** Sets the values of all slices in which another line has a value to 0. */
  void fillWithZeros(LiveLine other) {
    buckets = other.buckets.zeros(name());
    Arrays.setAll(newest, i -> Double.isNaN(other.newest[i]) ? Double.NaN : 0);
  }

  /** Returns the value of one of the newest slices; NaN if it has none. */
  double of(long slice) {
    return newest[position(slice)];
  }

  private int position(long slice) {
    return (int) (slice % newest.length);
  }

  /** Returns whether any slice had a value. */
  boolean hasValue() {
    return hasValue;
  }

  Line buckets() {
    return buckets;
  }

  /** Merges each two neighbouring buckets. */
  void halve() {
    buckets = buckets.halved();
  }
}
