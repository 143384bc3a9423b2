package io.longhaul.metrics.stats;

import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongToDoubleFunction;

/**
 * The same statistics as {@link ExactStatistics} and {@link ErrorAdjusted}, of any number of values
 * in bounded memory (450 kB, and up to half a megabyte per percentile). The owner adds all values,
 * in any order, and ends the pass; it repeats this until no further pass is needed, usually after
 * the second. For one thread.
 */
public final class MultiPassStatistics {
  private final Tally tally = new Tally();
  private final RankSelection selection = new RankSelection();

  /**
   * Returns the statistics of some values.
   *
   * @param values at least one, in stored units
   * @param errors as in {@link #endPass}
   */
  static MultiPassStatistics of(long[] values, long errors) {
    MultiPassStatistics statistics = new MultiPassStatistics();
    while (statistics.needsAnotherPass()) {
      for (long value : values) {
        statistics.add(value);
      }
      statistics.endPass(errors);
    }
    return statistics;
  }

  /** Adds one value, in stored units. */
  public void add(long value) {
    if (selection.isFirstPass()) {
      tally.add(value);
    }
    selection.add(value);
  }

  /**
   * Ends a pass.
   *
   * @param errors number of errors for {@link #errorAdjusted}; 0 if it is not needed
   */
  public void endPass(long errors) {
    if (selection.isFirstPass()) {
      selection.endFirstPass(wantedRanks(errors), tally.min(), tally.max());
    } else {
      selection.endPass();
    }
  }

  private NavigableSet<Long> wantedRanks(long errors) {
    NavigableSet<Long> ranks = new TreeSet<>();
    if (!tally.isEmpty()) {
      LongToDoubleFunction wanted =
          rank -> {
            ranks.add(rank);
            return 0;
          };
      ExactStatistics.of(tally, 1, 0, wanted);
      if (errors > 0) {
        ErrorAdjusted.of(tally.count(), errors, 1, wanted);
      }
    }
    return ranks;
  }

  /** Returns whether all values must be added again. */
  public boolean needsAnotherPass() {
    return !selection.isFinished();
  }

  public boolean isEmpty() {
    return tally.isEmpty();
  }

  /**
   * Returns the statistics of {@link ExactStatistics#of(long[], long)}; no further pass may be
   * needed.
   *
   * @param storedPerDisplay stored units in one display unit
   * @return in display units; empty if there are no values
   */
  public Optional<DistributionSummary> summary(long storedPerDisplay) {
    return isEmpty() ? Optional.empty() : Optional.of(summary(storedPerDisplay, 0));
  }

  /** Returns the same with either standard deviation; there must be a value. */
  DistributionSummary summary(long storedPerDisplay, int deltaDegreesOfFreedom) {
    return ExactStatistics.of(tally, storedPerDisplay, deltaDegreesOfFreedom, selection::valueAt);
  }

  /**
   * Returns the statistics of {@link ErrorAdjusted#of(long[], long, long)}; there must be a value.
   *
   * @param errors as given at the end of the first pass
   * @param storedPerDisplay stored units in one display unit
   */
  public DistributionSummary errorAdjusted(long errors, long storedPerDisplay) {
    return ErrorAdjusted.of(tally.count(), errors, storedPerDisplay, selection::valueAt);
  }

  /** Returns the sum in stored units, without overflow of its 64 bits. */
  public long sum() {
    return tally.sum().longValue();
  }
}
