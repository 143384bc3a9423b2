package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedArrival;
import io.longhaul.load.schedule.PlannedArrivals;

/**
 * The planned arrivals of an open loop: returns the next one, and counts those that are due.
 * Belongs to the event loop.
 */
final class DueArrivals {
  private final PlannedArrivals arrivals;
  private PlannedArrival next;
  private long startNanos;

  /** The same sequence, advanced by the clock: counts due arrivals without storing them. */
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

  /** Returns the planned time of the next arrival. */
  long nanos() {
    return nanosOf(next);
  }

  long planIndex() {
    return next.planIndex();
  }

  /** Moves on to the next arrival. */
  void take() {
    next = nextOf(arrivals);
  }

  /**
   * Returns how many arrivals are planned for this time or earlier, sent or not.
   *
   * @param nowNanos not smaller than in the previous call
   */
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
