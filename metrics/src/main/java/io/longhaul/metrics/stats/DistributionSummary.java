package io.longhaul.metrics.stats;

import java.util.function.DoubleUnaryOperator;

/**
 * The exported statistics of a metric, in display units; NaN for statistics that do not apply to
 * it.
 *
 * @param method how the percentiles were computed; everything else is always exact
 * @param count number of values; 0 for a curve, which has none
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
    HISTOGRAM,
    /**
     * From the duration of each height of a curve: the minimum height at or below which the curve
     * was for at least that fraction of the time, without interpolation.
     */
    TIME_WEIGHTED,
    /** From all values, as in {@link ErrorAdjusted}. */
    NEAREST_RANK
  }

  static DistributionSummary of(
      Method method,
      Tally tally,
      int deltaDegreesOfFreedom,
      long storedPerDisplay,
      DoubleUnaryOperator percentile) {
    double unit = storedPerDisplay;
    return of(
        method,
        tally.count(),
        tally.mean() / unit,
        tally.min() / unit,
        tally.max() / unit,
        tally.sum().doubleValue() / unit,
        tally.standardDeviation(deltaDegreesOfFreedom) / unit,
        q -> percentile.applyAsDouble(q) / unit);
  }

  /**
   * Creates a summary.
   *
   * @param percentile returns a percentile from 0 to 100 in display units
   */
  public static DistributionSummary of(
      Method method,
      long count,
      double avg,
      double min,
      double max,
      double sum,
      double std,
      DoubleUnaryOperator percentile) {
    return new DistributionSummary(
        method,
        count,
        avg,
        min,
        max,
        sum,
        std,
        percentile.applyAsDouble(1),
        percentile.applyAsDouble(5),
        percentile.applyAsDouble(10),
        percentile.applyAsDouble(25),
        percentile.applyAsDouble(50),
        percentile.applyAsDouble(75),
        percentile.applyAsDouble(90),
        percentile.applyAsDouble(95),
        percentile.applyAsDouble(99),
        percentile.applyAsDouble(99.9));
  }
}
