package io.longhaul.metrics.stats;

import java.util.function.DoubleUnaryOperator;

/**
 * The statistics of a metric as they are exported, in display units.
 *
 * @param method how the percentiles were found; everything else is exact either way
 * @param count how many values
 * @param avg sum / count
 * @param min the least
 * @param max the greatest
 * @param sum of all
 * @param std the standard deviation, of the population unless it was asked for otherwise
 * @param p999 the 99.9th percentile
 */
public record DistributionSummary(
    Method method,
    long count,
    double avg,
    double min,
    double max,
    double sum,
    double std,
    double p1,
    double p5,
    double p10,
    double p25,
    double p50,
    double p75,
    double p90,
    double p95,
    double p99,
    double p999) {

  /** How percentiles were found. */
  public enum Method {
    /** From all values, by linear interpolation between ranks. */
    EXACT,
    /** From the buckets of a {@link Distribution}, at most 0.1 % off. */
    HISTOGRAM
  }

  static DistributionSummary of(
      Method method,
      Tally tally,
      int deltaDegreesOfFreedom,
      long storedPerDisplay,
      DoubleUnaryOperator percentile) {
    double unit = storedPerDisplay;
    return new DistributionSummary(
        method,
        tally.count(),
        tally.mean() / unit,
        tally.min() / unit,
        tally.max() / unit,
        tally.sum().doubleValue() / unit,
        tally.standardDeviation(deltaDegreesOfFreedom) / unit,
        percentile.applyAsDouble(1) / unit,
        percentile.applyAsDouble(5) / unit,
        percentile.applyAsDouble(10) / unit,
        percentile.applyAsDouble(25) / unit,
        percentile.applyAsDouble(50) / unit,
        percentile.applyAsDouble(75) / unit,
        percentile.applyAsDouble(90) / unit,
        percentile.applyAsDouble(95) / unit,
        percentile.applyAsDouble(99) / unit,
        percentile.applyAsDouble(99.9) / unit);
  }
}
