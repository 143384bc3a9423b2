package io.longhaul.metrics.stability;

import io.longhaul.metrics.stats.StandardNormal;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The Mann–Kendall test for a monotonic trend, with the correction of Hamed and Rao (1998) for
 * autocorrelated values, and the slope of Theil and Sen with its confidence interval (Sen 1968),
 * widened by the same correction.
 *
 * @param z the test statistic, about standard normal without a trend
 * @param p probability of such a statistic without a trend
 * @param slope median slope of all pairs, per unit of time
 * @param slopeLow lower end of the interval of the slope
 * @param slopeHigh upper end of the interval of the slope
 * @param correction factor by which autocorrelation increases the variance; 1 or more
 */
record MannKendall(
    double z, double p, double slope, double slopeLow, double slopeHigh, double correction) {

  /** Confidence of the interval of the slope. */
  static final double CONFIDENCE = 0.95;

  /**
   * Tests values.
   *
   * @param times increasing
   * @param values at least four, one per time
   */
  static MannKendall of(double[] times, double[] values) {
    int n = values.length;
    double[] slopes = new double[n * (n - 1) / 2];
    double score = 0;
    int pair = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        double rise = values[j] - values[i];
        score += Math.signum(rise);
        slopes[pair++] = rise / (times[j] - times[i]);
      }
    }
    Arrays.sort(slopes);
    double slope = atRank(slopes, (slopes.length - 1) / 2.0);
    double correction = correction(times, values, slope);
    double deviation = Math.sqrt(variance(values) * correction);
    double z = deviation == 0 ? 0 : Math.signum(score) * (Math.abs(score) - 1) / deviation;
    double reach = StandardNormal.halfWidth(CONFIDENCE) * deviation;
    double middle = (slopes.length - 1) / 2.0;
    return new MannKendall(
        score == 0 ? 0 : z,
        score == 0 ? 1 : StandardNormal.twoSidedP(z),
        slope,
        atRank(slopes, middle - reach / 2),
        atRank(slopes, middle + reach / 2),
        correction);
  }

  /** Returns the value at a rank from 0, interpolated between its neighbours. */
  private static double atRank(double[] sorted, double rank) {
    double bounded = Math.max(0, Math.min(sorted.length - 1, rank));
    int below = (int) Math.floor(bounded);
    int above = Math.min(sorted.length - 1, below + 1);
    return sorted[below] + (bounded - below) * (sorted[above] - sorted[below]);
  }

  /** Returns the variance of the score of independent values, with ties. */
  private static double variance(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double sum = term(sorted.length);
    int start = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] != sorted[start]) {
        sum -= term(i - start);
        start = i;
      }
    }
    return sum / 18;
  }

  private static double term(double count) {
    return count * (count - 1) * (2 * count + 5);
  }

  /**
   * Returns the factor of the variance: from the autocorrelations of the ranks of the values
   * without their slope, up to the first lag with an insignificant one. The authors use each
   * significant lag, but of many lags some are significant by chance.
   */
  private static double correction(double[] times, double[] values, double slope) {
    int n = values.length;
    double[] flat = new double[n];
    for (int i = 0; i < n; i++) {
      flat[i] = values[i] - slope * times[i];
    }
    double[] ranks = ranks(flat);
    double mean = (n + 1) / 2.0;
    for (int i = 0; i < n; i++) {
      ranks[i] -= mean;
    }
    double significant = StandardNormal.halfWidth(CONFIDENCE) / Math.sqrt(n);
    double sum = 0;
    for (int lag = 1; lag < n - 2; lag++) {
      double r = Autocorrelation.atLag(ranks, lag);
      if (Math.abs(r) <= significant) {
        break;
      }
      sum += (double) (n - lag) * (n - lag - 1) * (n - lag - 2) * r;
    }
    return Math.max(1, 1 + 2 * sum / ((double) n * (n - 1) * (n - 2)));
  }

  /** Returns the rank of each value, from 1; equal values have the mean of their ranks. */
  static double[] ranks(double[] values) {
    int n = values.length;
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted((one, other) -> Double.compare(values[one], values[other]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] ranks = new double[n];
    int start = 0;
    for (int i = 1; i <= n; i++) {
      if (i == n || values[order[i]] != values[order[start]]) {
        for (int tied = start; tied < i; tied++) {
          ranks[order[tied]] = (start + i + 1) / 2.0;
        }
        start = i;
      }
    }
    return ranks;
  }
}
