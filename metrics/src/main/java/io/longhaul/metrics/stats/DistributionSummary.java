package io.longhaul.metrics.stats;

import java.util.function.DoubleUnaryOperator;

/**
 * The exported statistics of a metric, in display units.
 *
 * @param method how the percentiles were computed; everything else is always exact
 * @param count number of values
 * @param avg sum / count
 * @param min the minimum
 * @param max the maximum
 * @param sum of all values
 * @param std the standard deviation, of the population unless stated otherwise
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

  /** How percentiles were computed. */
  public enum Method {
    /** From all values, by linear interpolation between ranks. */
    EXACT,
    /** From the buckets of a {@link Distribution}, with an error of at most 0.1 %. */
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
