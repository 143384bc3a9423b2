package io.longhaul.metrics.stats;

import java.util.Arrays;

/**
 * Statistics of a latency in which every error counts as infinite, so that fast failures cannot
 * improve it. A percentile is the value of the nearest rank, a tie goes to the even rank, as in
 * AIPerf; the value of an error is {@link Double#POSITIVE_INFINITY}.
 *
 * @param count successes and errors
 * @param min in display units, like all following values
 */
public record ErrorAdjusted(
    long count,
    double min,
    double p1,
    double p5,
    double p10,
    double p25,
    double p50,
    double p75,
    double p90,
    double p95,
    double p99) {

  /**
   * @param successes in stored units, in any order, at least one; sorted in a copy
   * @param storedPerDisplay stored units in one display unit
   */
  public static ErrorAdjusted of(long[] successes, long errors, long storedPerDisplay) {
    long[] sorted = successes.clone();
    Arrays.sort(sorted);
    double unit = storedPerDisplay;
    long count = sorted.length + errors;
    return new ErrorAdjusted(
        count,
        sorted[0] / unit,
        atNearestRank(1, sorted, count, unit),
        atNearestRank(5, sorted, count, unit),
        atNearestRank(10, sorted, count, unit),
        atNearestRank(25, sorted, count, unit),
        atNearestRank(50, sorted, count, unit),
        atNearestRank(75, sorted, count, unit),
        atNearestRank(90, sorted, count, unit),
        atNearestRank(95, sorted, count, unit),
        atNearestRank(99, sorted, count, unit));
  }

  private static double atNearestRank(int percent, long[] sorted, long count, double unit) {
    long rank = FixedPoint.divide(percent * (count - 1), 100);
    return rank < sorted.length ? sorted[(int) rank] / unit : Double.POSITIVE_INFINITY;
  }
}
