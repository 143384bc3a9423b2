package io.longhaul.report.plot;

import io.longhaul.report.html.TimeBuckets;
import java.util.Arrays;

/**
 * A figure over the time of a run, as steps.
 *
 * @param edges when the steps begin, and when the last one ends, in seconds since the start
 * @param values means of each step; NaN where nothing is known
 */
record Course(double[] edges, double[] values) {
  static final Course UNKNOWN = new Course(new double[] {0}, new double[0]);

  /** Returns the middles of the steps. */
  double[] middles() {
    double[] middles = new double[values.length];
    Arrays.setAll(middles, i -> (edges[i] + edges[i + 1]) / 2);
    return middles;
  }

  boolean isEmpty() {
    return Arrays.stream(values).noneMatch(Double::isFinite);
  }

  /** Means of values by step. For one thread. */
  static final class Means {
    private final TimeBuckets buckets;
    private final double[] sums;
    private final int[] counts;

    Means(TimeBuckets buckets) {
      this.buckets = buckets;
      this.sums = new double[buckets.count()];
      this.counts = new int[buckets.count()];
    }

    /** Adds a value; ignored if it is infinite or NaN. */
    void add(int step, double value) {
      if (Double.isFinite(value)) {
        sums[step] += value;
        counts[step]++;
      }
    }

    Course course() {
      double[] values = new double[sums.length];
      Arrays.setAll(values, i -> counts[i] == 0 ? Double.NaN : sums[i] / counts[i]);
      return new Course(edges(buckets), values);
    }
  }

  static double[] edges(TimeBuckets buckets) {
    double[] edges = new double[buckets.count() + 1];
    Arrays.setAll(
        edges, i -> i < buckets.count() ? buckets.startSeconds(i) : buckets.endSeconds(i - 1));
    return edges;
  }
}
