package io.longhaul.report.html;

import java.util.Arrays;

/**
 * A line of a time chart: for each bucket, the mean of the values of its slices, and the smallest
 * and the greatest value in it, so that no peak disappears. For one thread.
 */
final class Line {
  private final String name;
  private final double[] sums;
  private final double[] mins;
  private final double[] maxs;
  private final int[] counts;

  Line(String name, TimeBuckets buckets) {
    this.name = name;
    sums = new double[buckets.count()];
    mins = new double[buckets.count()];
    maxs = new double[buckets.count()];
    counts = new int[buckets.count()];
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

  double min(int from, int until) {
    return Arrays.stream(mins, from, until).min().orElse(Double.NaN);
  }

  double max(int from, int until) {
    return Arrays.stream(maxs, from, until).max().orElse(Double.NaN);
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
