package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedArrivals;

/**
 * The planned arrivals of an open loop: returns the next one, and counts those that are due.
 * Belongs to the event loop.
 */
final class DueArrivals {
  private final PlannedArrivals arrivals;

  /** The same sequence, advanced by the clock: counts due arrivals without storing them. */
  private final PlannedArrivals dueArrivals;

  private long startNanos;
  private long due;

  DueArrivals(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    this.arrivals = new PlannedArrivals(plan, phase, share, times);
    this.dueArrivals = new PlannedArrivals(plan, phase, share, times);
  }

  void begin(long atNanos) {
    startNanos = atNanos;
  }

  boolean hasNext() {
    return arrivals.hasNext();
  }

  /** Returns the planned time of the next arrival. */
  long nanos() {
    return startNanos + arrivals.offsetNanos();
  }

  long planIndex() {
    return arrivals.planIndex();
  }

  /** Moves on to the next arrival. */
  void take() {
    arrivals.nextLong();
  }

  /**
   * Returns how many arrivals are planned for this time or earlier, sent or not.
   *
   * @param nowNanos not smaller than in the previous call
   */
  long dueBy(long nowNanos) {
    while (dueArrivals.hasNext() && startNanos + dueArrivals.offsetNanos() <= nowNanos) {
      due++;
      dueArrivals.nextLong();
    }
    return due;
  }
}
