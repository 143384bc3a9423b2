package io.longhaul.load.schedule;

import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.load.ArrivalPlan;
import io.longhaul.load.plan.load.LoadPhase;
import java.util.function.DoubleSupplier;

/**
 * Generates gaps between arrivals in units of the mean gap: each one is above 0, and their mean is
 * 1.
 */
final class MeanGaps {
  private MeanGaps() {}

  static DoubleSupplier of(ArrivalPlan arrivals, long seed, LoadPhase phase) {
    SeededRandom random = SeededRandom.named(seed, "arrivals." + phase.word());
    return switch (arrivals.pattern()) {
      case CONSTANT -> () -> 1;
      case POISSON -> () -> -StrictMath.log(random.nextUnit());
      case GAMMA -> gamma(arrivals.smoothness(), random);
    };
  }

  /**
   * Returns samples of the gamma distribution with this shape and mean 1 (Marsaglia and Tsang, "A
   * simple method for generating gamma variables", ACM TOMS 2000). As in that paper, a shape below
   * 1 is sampled with the shape increased by 1, and scaled by a power of a uniform random number.
   */
  private static DoubleSupplier gamma(double shape, SeededRandom random) {
    if (shape >= 1) {
      return () -> standardGamma(shape, random) / shape;
    }
    return () ->
        standardGamma(shape + 1, random) * StrictMath.pow(random.nextUnit(), 1 / shape) / shape;
  }

  private static double standardGamma(double shape, SeededRandom random) {
    double d = shape - 1.0 / 3;
    double c = 1 / StrictMath.sqrt(9 * d);
    while (true) {
      double normal = random.nextGaussian();
      double root = 1 + c * normal;
      double cube = root * root * root;
      if (root > 0
          && StrictMath.log(random.nextUnit())
              < normal * normal / 2 + d - d * cube + d * StrictMath.log(cube)) {
        return d * cube;
      }
    }
  }
}
