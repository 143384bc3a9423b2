package io.longhaul.load.schedule;

import io.longhaul.load.plan.ArrivalPlan;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.RunPlan;
import java.util.function.DoubleSupplier;

/**
 * Arrivals at a rate.
 *
 * <p>Gaps are drawn in units of the mean gap and summed. The sum is an expected number of arrivals,
 * and the {@link RateCurveSolver} returns the time at which that number is expected. A changing
 * rate therefore stretches and compresses the gaps without further random numbers (for Poisson
 * arrivals this is exactly the inhomogeneous Poisson process), and rounding errors of nanoseconds
 * do not add up.
 */
final class RateArrivals implements ArrivalSchedule {
  private final DoubleSupplier gaps;
  private final RateCurveSolver solver;
  private double expected;

  RateArrivals(DoubleSupplier gaps, RateCurveSolver solver) {
    this.gaps = gaps;
    this.solver = solver;
  }

  static ArrivalSchedule of(RunPlan plan, LoadPhase phase) {
    ArrivalPlan arrivals = plan.load().of(phase).arrivals();
    return new RateArrivals(
        MeanGaps.of(arrivals, plan.seed(), phase), new RateCurveSolver(arrivals.rate()));
  }

  @Override
  public long nextArrivalNanos() {
    expected += gaps.getAsDouble();
    return solver.nanosUntil(expected);
  }
}
