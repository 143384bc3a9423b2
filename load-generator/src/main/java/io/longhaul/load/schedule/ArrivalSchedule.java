package io.longhaul.load.schedule;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.RunPlan;

/** The times at which requests arrive, one after the other, without an end. */
public interface ArrivalSchedule {
  /**
   * The next arrival in nanoseconds since the start of the phase; never less than the one before.
   * The first one comes a gap after the start, as in AIPerf.
   */
  long nextArrivalNanos();

  /**
   * The schedule of an open-loop phase. It depends on the plan alone, not on who carries the
   * arrivals.
   *
   * @throws IllegalArgumentException when the run has no such phase or the phase has no rate
   */
  static ArrivalSchedule of(RunPlan plan, LoadPhase phase) {
    PhasePlan load = plan.load().of(phase);
    if (!load.isOpenLoop()) {
      throw new IllegalArgumentException(
          "Cannot schedule arrivals: the " + phase.word() + " has no request rate (use a gate)");
    }
    return switch (load.arrivalPattern()) {
      case CONSTANT -> new ConstantRate(load.requestRate());
      case POISSON -> new PoissonRate(load.requestRate(), plan.seed(), phase);
    };
  }
}
