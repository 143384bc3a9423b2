package io.longhaul.metrics.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One figure of several equal runs: how it differed from run to run, and where its true mean lies
 * with a certain confidence, by Student's t distribution. All in the unit of the figure, but for
 * {@code cv} and {@code tCritical}, which have none.
 *
 * @param std standard deviation of a sample (n - 1)
 * @param cv coefficient of variation, std / mean; infinite when the mean is 0
 * @param se standard error of the mean, std / √n
 * @param ciLow lower end of the interval, mean - tCritical · se
 * @param ciHigh upper end of it
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
  /** Fewer values have no deviation. */
  public static final int FEWEST_RUNS = 2;

  /** Of a single run: its value, from which nothing differs; {@code tCritical} is not a number. */
  public static CrossRunStatistics ofOne(double value) {
    return new CrossRunStatistics(value, 0, value, value, 0, 0, value, value, Double.NaN);
  }

  /**
   * Of the values that the runs have.
   *
   * @param values one of each run, {@link #FEWEST_RUNS} or more, all finite
   * @param confidence between 0 and 1, such as 0.95
   */
  public static CrossRunStatistics of(double[] values, double confidence) {
    int n = values.length;
    if (n < FEWEST_RUNS) {
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
