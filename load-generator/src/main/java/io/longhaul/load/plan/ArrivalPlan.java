package io.longhaul.load.plan;

/**
 * When requests of an open loop arrive.
 *
 * @param rate how many per second, over the time since the phase's start
 * @param pattern how the gaps between them are drawn
 * @param smoothness the shape of the gamma distribution: below 1 arrivals come in bursts, at 1 as a
 *     Poisson process, above 1 more and more evenly; 1 with the other patterns
 */
public record ArrivalPlan(RateCurve rate, ArrivalPattern pattern, double smoothness) {

  /** Arrivals at one rate. */
  public static ArrivalPlan at(double perSecond, ArrivalPattern pattern) {
    return new ArrivalPlan(RateCurve.level(perSecond), pattern, 1);
  }

  void check(String of, Problems problems) {
    rate.check(of, problems);
    if (!(smoothness > 0 && Double.isFinite(smoothness))) {
      problems.invalid(of + "arrival smoothness", smoothness, "more than 0");
    }
    if (pattern != ArrivalPattern.GAMMA && smoothness != 1) {
      problems.invalid(of + "arrival smoothness", smoothness, "only with gamma arrivals");
    }
  }
}
