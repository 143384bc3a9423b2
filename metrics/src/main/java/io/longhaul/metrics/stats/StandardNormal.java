package io.longhaul.metrics.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/** The normal distribution with mean 0 and standard deviation 1. */
public final class StandardNormal {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  private StandardNormal() {}

  /** Returns the probability of a value at least as far from 0 as {@code z}, on either side. */
  public static double twoSidedP(double z) {
    return 2 * STANDARD.survivalProbability(Math.abs(z));
  }

  /**
   * Returns the half width of the interval around 0 that contains a value with a probability.
   *
   * @param probability between 0 and 1, such as 0.95
   */
  public static double halfWidth(double probability) {
    return STANDARD.inverseSurvivalProbability((1 - probability) / 2);
  }
}
