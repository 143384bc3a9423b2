package io.longhaul.load.dataset.trace;

import java.util.Arrays;

/**
 * Summary statistics of a list of values.
 *
 * @param standardDeviation standard deviation of the population, not of a sample
 * @param p25 25th percentile; percentiles are interpolated linearly, as in NumPy
 */
public record ValueStatistics(
    double mean,
    double standardDeviation,
    double min,
    double p25,
    double median,
    double p75,
    double max) {

  /** Computes the statistics of at least one value. Sorts the array. */
  static ValueStatistics of(double[] values) {
    double mean = Arrays.stream(values).sum() / values.length;
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    Arrays.sort(values);
    return new ValueStatistics(
        mean,
        Math.sqrt(squares / values.length),
        values[0],
        percentile(values, 0.25),
        percentile(values, 0.5),
        percentile(values, 0.75),
        values[values.length - 1]);
  }

  private static double percentile(double[] sorted, double fraction) {
    double rank = fraction * (sorted.length - 1);
    int below = (int) rank;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
  }
}
