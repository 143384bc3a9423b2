package io.longhaul.load.schedule;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** The distance of samples from their expected distribution. */
final class KolmogorovSmirnov {
  /**
   * The 99 % quantile of Kolmogorov's distribution, times the square root of the number of samples.
   */
  private static final double AT_ONE_PERCENT = 1.6276;

  private KolmogorovSmirnov() {}

  /** Returns the largest distance between the empirical distribution function and this one. */
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

  /**
   * Returns the distance that samples of the right distribution exceed in one of a hundred cases.
   */
  static double criticalAtOnePercent(int draws) {
    return AT_ONE_PERCENT / Math.sqrt(draws);
  }
}
