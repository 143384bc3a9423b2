package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedArrival;
import io.longhaul.load.schedule.PlannedArrivals;

/** The planned arrivals of an open loop: which one is next, and how many are due. On the loop. */
final class DueArrivals {
  private final PlannedArrivals arrivals;
  private PlannedArrival next;
  private long startNanos;

  /** The same sequence once more, walked by the clock: counts what is due without storing it. */
  private final PlannedArrivals dueArrivals;

  private PlannedArrival nextDueArrival;
  private long due;

  DueArrivals(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    this.arrivals = PlannedArrivals.of(plan, phase, share, times);
    this.dueArrivals = PlannedArrivals.of(plan, phase, share, times);
    this.next = nextOf(arrivals);
    this.nextDueArrival = nextOf(dueArrivals);
  }

  void begin(long atNanos) {
    startNanos = atNanos;
  }

  boolean hasNext() {
    return next != null;
  }

  /** When the next one is planned. */
  long nanos() {
    return nanosOf(next);
  }

  long planIndex() {
    return next.planIndex();
  }

  /** The one after it is the next. */
  void take() {
    next = nextOf(arrivals);
  }

  /** How many are planned for now or earlier, taken or not. Times never fall. */
  long dueBy(long nowNanos) {
    while (nextDueArrival != null && nanosOf(nextDueArrival) <= nowNanos) {
      due++;
      nextDueArrival = nextOf(dueArrivals);
    }
    return due;
  }

  private long nanosOf(PlannedArrival arrival) {
    return startNanos + arrival.scheduledOffsetNanos();
  }

  private static PlannedArrival nextOf(PlannedArrivals arrivals) {
    return arrivals.hasNext() ? arrivals.next() : null;
  }
}
