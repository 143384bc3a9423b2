package io.longhaul.load.schedule;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.ArrivalPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PhasePlan;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;

/** The times at which requests arrive, in ascending order. */
public interface ArrivalSchedule {
  /** No further request arrives. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Returns the next arrival in nanoseconds since the start of the phase, never less than the
   * previous one; {@link #NEVER} if there is none. At a rate, the first arrival comes one gap after
   * the start, as in AIPerf.
   */
  long nextArrivalNanos();

  /**
   * Returns the schedule of an open-loop phase. It depends only on the plan and its dataset, not on
   * the share that sends the requests. Different phases and different seeds use independent random
   * streams.
   *
   * @param times times of the dataset's entries, for a fixed schedule; entries with negative times
   *     arrive at the start
   * @throws IllegalArgumentException if the run has no such phase, or the phase is a closed loop
   */
  static ArrivalSchedule of(RunPlan plan, LoadPhase phase, EntryTimes times) {
    PhasePlan load = plan.load().of(phase);
    if (load.fixedSchedule()) {
      PrimitiveIterator.OfInt entries = IntStream.range(0, times.entries()).iterator();
      return () -> entries.hasNext() ? Math.max(0, times.dueNanos(entries.nextInt())) : NEVER;
    }
    ArrivalPlan arrivals = load.arrivals();
    if (arrivals == null) {
      throw new IllegalArgumentException(
          "Cannot schedule arrivals: the " + phase.word() + " has no request rate (use a gate)");
    }
    return new RateArrivals(
        MeanGaps.of(arrivals, plan.seed(), phase), new RateCurveSolver(arrivals.rate()));
  }
}
