package io.longhaul.load.schedule;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The arrivals of an open-loop phase that one share sends, in order of time.
 *
 * <p>Every share iterates over the one global sequence and selects its own arrivals, so each plan
 * index has the same time for any number of shares. The sequence ends at the request count, at the
 * end of the schedule, or before the first arrival that is not earlier than the duration.
 */
public final class PlannedArrivals implements Iterator<PlannedArrival> {
  private final ArrivalSchedule schedule;
  private final PlanShare share;
  private final long endIndex;
  private final long endOffsetNanos;
  private long nextPlanIndex;
  private PlannedArrival next;

  private PlannedArrivals(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    Long durationNanos = plan.load().of(phase).durationNanos();
    this.schedule = ArrivalSchedule.of(plan, phase, times);
    this.share = share;
    this.nextPlanIndex = plan.load().firstPlanIndexOf(phase);
    // On a fixed schedule each arrival is a session, however many turns it has.
    this.endIndex =
        plan.load().of(phase).fixedSchedule()
            ? plan.load().endSessionOf(phase)
            : plan.load().endPlanIndexOf(phase);
    this.endOffsetNanos = durationNanos == null ? Long.MAX_VALUE : durationNanos;
    // An empty share would search forever if there is no limit.
    this.next = share.isEmpty() ? null : findNext();
  }

  /**
   * Returns the arrivals of a phase of this plan.
   *
   * @param times times of the dataset's entries, for a fixed schedule
   * @throws IllegalArgumentException if the run has no such phase, or the phase has no rate
   */
  public static PlannedArrivals of(
      RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    return new PlannedArrivals(plan, phase, share, times);
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public PlannedArrival next() {
    if (next == null) {
      throw new NoSuchElementException("Cannot return an arrival: none is left");
    }
    PlannedArrival current = next;
    next = findNext();
    return current;
  }

  private PlannedArrival findNext() {
    while (nextPlanIndex < endIndex) {
      long offsetNanos = schedule.nextArrivalNanos();
      if (offsetNanos >= endOffsetNanos) {
        nextPlanIndex = endIndex;
        return null;
      }
      long planIndex = nextPlanIndex++;
      if (share.carries(planIndex)) {
        return new PlannedArrival(planIndex, offsetNanos);
      }
    }
    return null;
  }
}
