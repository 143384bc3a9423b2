package io.longhaul.metrics.stats;

import java.util.Arrays;
import java.util.Optional;

/** Statistics from all values, as AIPerf's files have them. */
public final class ExactStatistics {
  private ExactStatistics() {}

  /**
   * Statistics of request metrics: the standard deviation is the population's.
   *
   * @param values in stored units, in any order; sorted in a copy
   * @param storedPerDisplay how many stored units make a display unit
   * @return in display units; empty of nothing
   */
  public static Optional<DistributionSummary> of(long[] values, long storedPerDisplay) {
    return of(values, storedPerDisplay, 0);
  }

  /**
   * Statistics with a choice of standard deviation. Percentiles are taken in stored units and
   * scaled afterwards.
   *
   * @param values in stored units, in any order; sorted in a copy
   * @param storedPerDisplay how many stored units make a display unit
   * @param deltaDegreesOfFreedom 0 for the population (requests), 1 for a sample (gauges)
   * @return in display units; empty of nothing
   */
  public static Optional<DistributionSummary> of(
      long[] values, long storedPerDisplay, int deltaDegreesOfFreedom) {
    if (values.length == 0) {
      return Optional.empty();
    }
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    Tally tally = new Tally();
    for (long value : sorted) {
      tally.add(value);
    }
    return Optional.of(
        DistributionSummary.of(
            DistributionSummary.Method.EXACT,
            tally,
            deltaDegreesOfFreedom,
            storedPerDisplay,
            q -> Percentiles.atRank(q, sorted.length, rank -> sorted[(int) rank])));
  }
}
