package io.longhaul.load.schedule;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The arrivals of an open-loop phase that one share carries, in the order of time.
 *
 * <p>Every carrier walks the one global sequence and keeps what is its own: so a plan index has the
 * same time however many carriers there are. The sequence ends at the request count, with the
 * schedule, or before the first arrival that is not earlier than the duration.
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
    // Nothing would ever be found, and without a limit the search would never end.
    this.next = share.isEmpty() ? null : findNext();
  }

  /**
   * The arrivals of a phase of this plan.
   *
   * @param times of the dataset's entries, for a fixed schedule
   * @throws IllegalArgumentException when the run has no such phase or the phase has no rate
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
      throw new NoSuchElementException("Cannot give an arrival: all were given");
    }
    PlannedArrival given = next;
    next = findNext();
    return given;
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
