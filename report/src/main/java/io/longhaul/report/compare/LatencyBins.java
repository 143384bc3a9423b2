package io.longhaul.report.compare;

import java.util.Arrays;
import java.util.TreeMap;

/**
 * The values of one latency in each bin of a run, in buckets that are 0.5 % wide. Percentiles of
 * any weighting of the bins are found by bisection, because the counts are cumulative.
 */
final class LatencyBins {
  private static final double LOG_OF_WIDTH = Math.log(1.005);

  private final double[] counts;
  private final double[] sums;
  private final int[] buckets;

  /** By bucket, the number of values of each bin up to and including the bucket. */
  private final int[][] cumulative;

  private LatencyBins(double[] counts, double[] sums, int[] buckets, int[][] cumulative) {
    this.counts = counts;
    this.sums = sums;
    this.buckets = buckets;
    this.cumulative = cumulative;
  }

  /** Collects the values of a run. */
  static final class Builder {
    private final double[] counts;
    private final double[] sums;
    private final TreeMap<Integer, int[]> byBucket = new TreeMap<>();

    Builder(int bins) {
      counts = new double[bins];
      sums = new double[bins];
    }

    /**
     * @param value in any unit; a value of 0 is in the bucket of the smallest values
     */
    void add(int bin, double value) {
      counts[bin]++;
      sums[bin] += value;
      int bucket = (int) Math.floor(Math.log(Math.max(value, 1e-9)) / LOG_OF_WIDTH);
      byBucket.computeIfAbsent(bucket, any -> new int[counts.length])[bin]++;
    }

    LatencyBins build() {
      int[] buckets = byBucket.keySet().stream().mapToInt(Integer::intValue).toArray();
      int[][] cumulative = byBucket.values().toArray(int[][]::new);
      for (int i = 1; i < cumulative.length; i++) {
        for (int bin = 0; bin < counts.length; bin++) {
          cumulative[i][bin] += cumulative[i - 1][bin];
        }
      }
      return new LatencyBins(counts, sums, buckets, cumulative);
    }
  }

  /** Returns the number of values. */
  double count() {
    return Arrays.stream(counts).sum();
  }

  /** Returns the mean of the values, each bin counted as often as its weight; NaN without any. */
  double mean(int[] weights) {
    return Weighted.sum(sums, weights) / Weighted.sum(counts, weights);
  }

  /** Returns a quantile of the values, each bin counted as often as its weight; NaN without any. */
  double quantile(double quantile, int[] weights) {
    double rank = quantile * Weighted.sum(counts, weights);
    if (!(rank > 0)) {
      return Double.NaN;
    }
    int found = firstAtLeast(rank, weights);
    double before = found == 0 ? 0 : Weighted.sum(cumulative[found - 1], weights);
    double inBucket = Weighted.sum(cumulative[found], weights) - before;
    double position = inBucket == 0 ? 0.5 : (rank - before) / inBucket;
    return Math.exp((buckets[found] + position) * LOG_OF_WIDTH);
  }

  private int firstAtLeast(double rank, int[] weights) {
    int low = 0;
    int high = buckets.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Weighted.sum(cumulative[middle], weights) >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Returns by how much each bin moves the mean of the run. */
  double[] deviationsFromMean() {
    double mean = Arrays.stream(sums).sum() / count();
    double[] deviations = new double[counts.length];
    Arrays.setAll(deviations, bin -> sums[bin] - mean * counts[bin]);
    return deviations;
  }

  /** Returns by how much each bin moves a quantile of the run: its surplus of smaller values. */
  double[] deviationsFromQuantile(double quantile) {
    int[] once = new int[counts.length];
    Arrays.fill(once, 1);
    int[] below = cumulative[firstAtLeast(quantile * count(), once)];
    double share = Weighted.sum(below, once) / count();
    double[] deviations = new double[counts.length];
    Arrays.setAll(deviations, bin -> below[bin] - share * counts[bin]);
    return deviations;
  }
}
