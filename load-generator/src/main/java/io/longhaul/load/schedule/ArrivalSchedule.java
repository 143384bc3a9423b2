package io.longhaul.load.schedule;

import io.longhaul.load.plan.ArrivalPlan;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.RunPlan;
import java.util.function.DoubleSupplier;

/**
 * The times at which requests arrive, one after the other.
 *
 * <p>Gaps are drawn in units of the mean gap and summed; the sum is how many arrivals were to be
 * expected so far, and the {@link RateWalk} says when that is. So a rate that changes stretches and
 * presses the gaps without another draw (of Poisson arrivals this makes exactly the inhomogeneous
 * Poisson process), and no rounding to nanoseconds is ever summed.
 */
public final class ArrivalSchedule {
  /** No request arrives any more. */
  public static final long NEVER = Long.MAX_VALUE;

  private final DoubleSupplier gaps;
  private final RateWalk walk;
  private double expected;

  ArrivalSchedule(DoubleSupplier gaps, RateWalk walk) {
    this.gaps = gaps;
    this.walk = walk;
  }

  /**
   * The schedule of an open-loop phase. It depends on the plan alone, not on who carries the
   * arrivals. Two phases, or two seeds, draw from different streams.
   *
   * @throws IllegalArgumentException when the run has no such phase or the phase has no rate
   */
  public static ArrivalSchedule of(RunPlan plan, LoadPhase phase) {
    PhasePlan load = plan.load().of(phase);
    if (!load.isOpenLoop()) {
      throw new IllegalArgumentException(
          "Cannot schedule arrivals: the " + phase.word() + " has no request rate (use a gate)");
    }
    ArrivalPlan arrivals = load.arrivals();
    return new ArrivalSchedule(
        MeanGaps.of(arrivals, plan.seed(), phase), new RateWalk(arrivals.rate()));
  }

  /**
   * The next arrival in nanoseconds since the start of the phase, never less than the one before;
   * {@link #NEVER} when there is none. The first one comes a gap after the start, as in AIPerf.
   */
  public long nextArrivalNanos() {
    expected += gaps.getAsDouble();
    return walk.nanosUntil(expected);
  }
}
