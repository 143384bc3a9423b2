package io.longhaul.report.html;

import java.util.Arrays;

/**
 * A line of a time chart: for each bucket, the mean of the values of its slices, and the smallest
 * and the greatest value in it, so that no peak disappears. For one thread.
 */
final class Line {
  /** Values that differ by less share a pixel. */
  private static final double SAME_SHARE = 0.002;

  private final String name;
  private final double[] sums;
  private final double[] mins;
  private final double[] maxs;
  private final int[] counts;

  private Line(String name, double[] sums, double[] mins, double[] maxs, int[] counts) {
    this.name = name;
    this.sums = sums;
    this.mins = mins;
    this.maxs = maxs;
    this.counts = counts;
  }

  Line(String name, TimeBuckets buckets) {
    this(name, buckets.count());
  }

  /**
   * @param buckets number of buckets
   */
  Line(String name, int buckets) {
    this(name, new double[buckets], new double[buckets], new double[buckets], new int[buckets]);
    Arrays.fill(mins, Double.POSITIVE_INFINITY);
    Arrays.fill(maxs, Double.NEGATIVE_INFINITY);
  }

  String name() {
    return name;
  }

  /** Adds the value of a slice; ignored if it is infinite or NaN. */
  void add(int bucket, double value) {
    add(bucket, value, value, value);
  }

  /** Adds the figures of a slice; ignored if the mean is infinite or NaN. */
  void add(int bucket, double mean, double min, double max) {
    if (Double.isFinite(mean)) {
      sums[bucket] += mean;
      mins[bucket] = Math.min(mins[bucket], min);
      maxs[bucket] = Math.max(maxs[bucket], max);
      counts[bucket]++;
    }
  }

  boolean isEmpty() {
    return Arrays.stream(counts).allMatch(count -> count == 0);
  }

  /** Returns whether some bucket has values between which there is a difference. */
  boolean isSpread() {
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0 && mins[i] < maxs[i]) {
        return true;
      }
    }
    return false;
  }

  /** Returns the mean of the values from a bucket up to another; NaN if there are none. */
  double mean(int from, int until) {
    double sum = 0;
    int count = 0;
    for (int i = from; i < until; i++) {
      sum += sums[i];
      count += counts[i];
    }
    return count == 0 ? Double.NaN : sum / count;
  }

  /** Returns the sum of the values from a bucket up to another. */
  double sum(int from, int until) {
    return Arrays.stream(sums, from, until).sum();
  }

  /** Returns whether two lines have almost the same values, so that one would hide the other. */
  boolean coincidesWith(Line other) {
    for (int i = 0; i < counts.length; i++) {
      double difference = Math.abs(mean(i, i + 1) - other.mean(i, i + 1));
      boolean isEqual =
          (counts[i] == 0 || other.counts[i] == 0)
              ? counts[i] == other.counts[i]
              : difference <= SAME_SHARE * Math.abs(mean(i, i + 1));
      if (!isEqual) {
        return false;
      }
    }
    return true;
  }

  /** Returns the same line with another name. */
  Line named(String otherName) {
    return new Line(otherName, sums, mins, maxs, counts);
  }

  /** Returns a line with 0 for each value of this one. */
  Line zeros(String otherName) {
    double[] lower = mins.clone();
    double[] upper = maxs.clone();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        lower[i] = 0;
        upper[i] = 0;
      }
    }
    return new Line(otherName, new double[counts.length], lower, upper, counts.clone());
  }

  /**
   * Returns the same values with each two neighbouring buckets merged; the second half is empty.
   */
  Line halved() {
    Line merged = new Line(name, counts.length);
    for (int i = 0; i < counts.length; i++) {
      merged.sums[i / 2] += sums[i];
      merged.mins[i / 2] = Math.min(merged.mins[i / 2], mins[i]);
      merged.maxs[i / 2] = Math.max(merged.maxs[i / 2], maxs[i]);
      merged.counts[i / 2] += counts[i];
    }
    return merged;
  }

  double min(int from, int until) {
    return Arrays.stream(mins, from, until).min().orElse(Double.NaN);
  }

  double max(int from, int until) {
    return Arrays.stream(maxs, from, until).max().orElse(Double.NaN);
  }

  double[] sums() {
    return sums;
  }

  double[] means() {
    double[] means = new double[counts.length];
    Arrays.setAll(means, i -> mean(i, i + 1));
    return means;
  }

  double[] mins() {
    return mins;
  }

  double[] maxs() {
    return maxs;
  }
}
