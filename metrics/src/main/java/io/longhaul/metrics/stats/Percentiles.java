package io.longhaul.metrics.stats;

import java.util.function.LongToDoubleFunction;

/** Percentiles with linear interpolation between ranks, as in numpy ("type 7"). */
public final class Percentiles {
  private Percentiles() {}

  /**
   * Returns a percentile of values.
   *
   * @param q from 0 to 100
   * @param sorted in ascending order, at least one
   */
  public static double ofSorted(double q, double[] sorted) {
    return atRank(q, sorted.length, rank -> sorted[(int) rank]);
  }

  /**
   * @param q from 0 to 100
   * @param count number of values, at least 1
   * @param valueAt the value of a rank, counted from 0
   */
  static double atRank(double q, long count, LongToDoubleFunction valueAt) {
    if (!(q >= 0 && q <= 100)) {
      throw new IllegalArgumentException("Invalid percentile: " + q + " (from 0 to 100)");
    }
    double rank = q / 100 * (count - 1);
    long below = (long) rank;
    double a = valueAt.applyAsDouble(below);
    if (below == count - 1) {
      return a;
    }
    return between(a, valueAt.applyAsDouble(below + 1), rank - below);
  }

  /** Interpolates in two branches, like numpy, so that both ends are exact. */
  private static double between(double a, double b, double t) {
    return t < 0.5 ? a + (b - a) * t : b - (b - a) * (1 - t);
  }
}
