package io.longhaul.metrics.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongToDoubleFunction;

/** Statistics computed from all values, as in AIPerf's files. */
public final class ExactStatistics {
  /** Maximum number of values that are sorted; among more, only the wanted ranks are searched. */
  static final int MOST_SORTED = 10_000;

  private ExactStatistics() {}

  /**
   * Returns statistics with the standard deviation of the population, as for request metrics.
   *
   * @param values in stored units, in any order; not changed
   * @param storedPerDisplay stored units in one display unit
   * @return in display units; empty if there are no values
   */
  public static Optional<DistributionSummary> of(long[] values, long storedPerDisplay) {
    return of(values, storedPerDisplay, 0);
  }

  /**
   * Returns statistics with either standard deviation. Percentiles are computed in stored units and
   * scaled afterwards.
   *
   * @param values in stored units, in any order; not changed
   * @param storedPerDisplay stored units in one display unit
   * @param deltaDegreesOfFreedom 0 for the population (requests), 1 for a sample (gauges)
   * @return in display units; empty if there are no values
   */
  public static Optional<DistributionSummary> of(
      long[] values, long storedPerDisplay, int deltaDegreesOfFreedom) {
    if (values.length == 0) {
      return Optional.empty();
    }
    return Optional.of(
        values.length <= MOST_SORTED
            ? sorted(values, storedPerDisplay, deltaDegreesOfFreedom)
            : MultiPassStatistics.of(values, 0).summary(storedPerDisplay, deltaDegreesOfFreedom));
  }

  /** Does the same by sorting all values; there must be one. */
  static DistributionSummary sorted(
      long[] values, long storedPerDisplay, int deltaDegreesOfFreedom) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    Tally tally = new Tally();
    for (long value : sorted) {
      tally.add(value);
    }
    return of(tally, storedPerDisplay, deltaDegreesOfFreedom, rank -> sorted[(int) rank]);
  }

  /**
   * @param valueAt returns the value of a rank, counted from 0
   */
  static DistributionSummary of(
      Tally tally, long storedPerDisplay, int deltaDegreesOfFreedom, LongToDoubleFunction valueAt) {
    return DistributionSummary.of(
        DistributionSummary.Method.EXACT,
        tally,
        deltaDegreesOfFreedom,
        storedPerDisplay,
        q -> Percentiles.atRank(q, tally.count(), valueAt));
  }
}
