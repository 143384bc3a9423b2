package io.longhaul.load.schedule;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.RunPlan;

/** The times at which requests arrive, one after the other. */
public interface ArrivalSchedule {
  /** No request arrives any more. */
  long NEVER = Long.MAX_VALUE;

  /**
   * The next arrival in nanoseconds since the start of the phase, never less than the one before;
   * {@link #NEVER} when there is none. At a rate the first one comes a gap after the start, as in
   * AIPerf.
   */
  long nextArrivalNanos();

  /**
   * The schedule of an open-loop phase. It depends on the plan and its dataset alone, not on who
   * carries the arrivals. Two phases, or two seeds, draw from different streams.
   *
   * @param times of the dataset's entries, for a fixed schedule
   * @throws IllegalArgumentException when the run has no such phase, or the phase is a closed loop
   */
  static ArrivalSchedule of(RunPlan plan, LoadPhase phase, EntryTimes times) {
    PhasePlan load = plan.load().of(phase);
    if (load.fixedSchedule()) {
      return new FixedArrivals(times);
    }
    if (!load.isOpenLoop()) {
      throw new IllegalArgumentException(
          "Cannot schedule arrivals: the " + phase.word() + " has no request rate (use a gate)");
    }
    return RateArrivals.of(plan, phase);
  }
}
