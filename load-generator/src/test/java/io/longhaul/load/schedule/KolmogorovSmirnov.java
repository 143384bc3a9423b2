package io.longhaul.load.schedule;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** How far draws are from the distribution that they should have. */
final class KolmogorovSmirnov {
  /** Quantile of Kolmogorov's distribution at 99 %, times the root of the number of draws. */
  private static final double AT_ONE_PERCENT = 1.6276;

  private KolmogorovSmirnov() {}

  /** The largest distance between the draws' own distribution function and this one. */
  static double distance(double[] draws, DoubleUnaryOperator distribution) {
    double[] sorted = draws.clone();
    Arrays.sort(sorted);
    double largest = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = distribution.applyAsDouble(sorted[i]);
      largest = Math.max(largest, Math.abs(expected - (double) i / sorted.length));
      largest = Math.max(largest, Math.abs(expected - (double) (i + 1) / sorted.length));
    }
    return largest;
  }

  /** Draws of the right distribution are farther away than this once in a hundred times. */
  static double criticalAtOnePercent(int draws) {
    return AT_ONE_PERCENT / Math.sqrt(draws);
  }
}
