package io.longhaul.load.schedule;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PhasePlan;

/** The times at which requests arrive, one after the other, without an end. */
public interface ArrivalSchedule {
  /**
   * The next arrival in nanoseconds since the start of the phase; never less than the one before.
   * The first one comes a gap after the start, as in AIPerf.
   */
  long nextArrivalNanos();

  /**
   * The schedule of an open-loop phase. It depends on the seed and the phase alone, not on who
   * carries the arrivals.
   *
   * @throws IllegalArgumentException when the phase has no request rate
   */
  static ArrivalSchedule of(LoadPhase phase, PhasePlan plan, long seed) {
    if (!plan.isOpenLoop()) {
      throw new IllegalArgumentException(
          "Cannot schedule arrivals: the phase has no request rate (give its slots to a gate)");
    }
    return switch (plan.arrivalPattern()) {
      case CONSTANT -> new ConstantRate(plan.requestRate());
      case POISSON -> new PoissonRate(plan.requestRate(), seed, phase);
    };
  }
}
