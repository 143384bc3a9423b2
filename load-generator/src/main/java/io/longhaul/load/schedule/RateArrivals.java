package io.longhaul.load.schedule;

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

  @Override
  public long nextArrivalNanos() {
    expected += gaps.getAsDouble();
    return solver.nanosUntil(expected);
  }
}
