package io.longhaul.load.schedule;

import io.longhaul.load.plan.ArrivalPlan;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.RunPlan;
import java.util.function.DoubleSupplier;

/**
 * Arrivals at a rate, one after the other.
 *
 * <p>Gaps are drawn in units of the mean gap and summed; the sum is how many arrivals were to be
 * expected so far, and the {@link RateCurveSolver} says when that is. So a rate that changes stretches and
 * presses the gaps without another draw (of Poisson arrivals this makes exactly the inhomogeneous
 * Poisson process), and no rounding to nanoseconds is ever summed.
 */
final class RateArrivals implements ArrivalSchedule {
  private final DoubleSupplier gaps;
  private final RateCurveSolver walk;
  private double expected;

  RateArrivals(DoubleSupplier gaps, RateCurveSolver walk) {
    this.gaps = gaps;
    this.walk = walk;
  }

  static ArrivalSchedule of(RunPlan plan, LoadPhase phase) {
    ArrivalPlan arrivals = plan.load().of(phase).arrivals();
    return new RateArrivals(
        MeanGaps.of(arrivals, plan.seed(), phase), new RateCurveSolver(arrivals.rate()));
  }

  @Override
  public long nextArrivalNanos() {
    expected += gaps.getAsDouble();
    return walk.nanosUntil(expected);
  }
}
