package io.longhaul.metrics.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The statistics of one figure across several equal runs, with a confidence interval of its mean by
 * Student's t distribution. All values have the unit of the figure, except {@code cv} and {@code
 * tCritical}, which have none.
 *
 * @param std standard deviation of a sample (n - 1)
 * @param cv coefficient of variation, std / mean; infinite if the mean is 0
 * @param se standard error of the mean, std / √n
 * @param ciLow lower end of the interval, mean - tCritical · se
 * @param ciHigh upper end of the interval, mean + tCritical · se
 * @param tCritical the quantile (1 + confidence) / 2 of t with n - 1 degrees of freedom
 */
public record CrossRunStatistics(
    double mean,
    double std,
    double min,
    double max,
    double cv,
    double se,
    double ciLow,
    double ciHigh,
    double tCritical) {
  /** The minimum number of values for a deviation. */
  public static final int MIN_RUNS = 2;

  /**
   * Returns the statistics of a single run: its value without deviation; {@code tCritical} is NaN.
   */
  public static CrossRunStatistics ofOne(double value) {
    return new CrossRunStatistics(value, 0, value, value, 0, 0, value, value, Double.NaN);
  }

  /**
   * Returns the statistics of one value per run.
   *
   * @param values one per run, at least {@link #MIN_RUNS}, all finite
   * @param confidence between 0 and 1, such as 0.95
   */
  public static CrossRunStatistics of(double[] values, double confidence) {
    int n = values.length;
    if (n < MIN_RUNS) {
      throw new IllegalArgumentException("Invalid number of values: " + n + " (2 or more)");
    }
    double mean = Arrays.stream(values).sum() / n;
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    double std = Math.sqrt(squares / (n - 1));
    double se = std / Math.sqrt(n);
    double tCritical = TDistribution.of(n - 1).inverseSurvivalProbability((1 - confidence) / 2);
    return new CrossRunStatistics(
        mean,
        std,
        Arrays.stream(values).min().orElseThrow(),
        Arrays.stream(values).max().orElseThrow(),
        mean == 0 ? Double.POSITIVE_INFINITY : std / mean,
        se,
        mean - tCritical * se,
        mean + tCritical * se,
        tCritical);
  }
}
