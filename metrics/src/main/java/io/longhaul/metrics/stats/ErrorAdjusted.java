package io.longhaul.metrics.stats;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/**
 * Statistics of a latency in which every error counts as infinite, so that fast failures cannot
 * improve it. A percentile is the value of the nearest rank, a tie goes to the even rank, as in
 * AIPerf; the value of an error is {@link Double#POSITIVE_INFINITY}. There are no mean, maximum,
 * sum and standard deviation.
 */
public final class ErrorAdjusted {
  private static final int LAST_PERCENTILE = 99;

  private ErrorAdjusted() {}

  /**
   * Returns the statistics.
   *
   * @param successes in stored units, in any order, at least one; not changed
   * @param storedPerDisplay stored units in one display unit
   */
  public static DistributionSummary of(long[] successes, long errors, long storedPerDisplay) {
    return successes.length <= ExactStatistics.MOST_SORTED
        ? sorted(successes, errors, storedPerDisplay)
        : MultiPassStatistics.of(successes, errors).errorAdjusted(errors, storedPerDisplay);
  }

  /** Does the same by sorting all values. */
  static DistributionSummary sorted(long[] successes, long errors, long storedPerDisplay) {
    long[] sorted = successes.clone();
    Arrays.sort(sorted);
    return of(sorted.length, errors, storedPerDisplay, rank -> sorted[(int) rank]);
  }

  /**
   * @param valueAt returns the success of a rank, counted from 0
   */
  static DistributionSummary of(
      long successes, long errors, long storedPerDisplay, LongToDoubleFunction valueAt) {
    double unit = storedPerDisplay;
    long count = successes + errors;
    return DistributionSummary.of(
        DistributionSummary.Method.NEAREST_RANK,
        count,
        Double.NaN,
        valueAt.applyAsDouble(0) / unit,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        percent -> {
          if (percent > LAST_PERCENTILE) {
            return Double.NaN;
          }
          long rank = FixedPoint.divide(((long) percent) * (count - 1), 100);
          return rank < successes ? valueAt.applyAsDouble(rank) / unit : Double.POSITIVE_INFINITY;
        });
  }
}
