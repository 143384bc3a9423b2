package io.longhaul.load.schedule;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/**
 * The plan indices of an open-loop phase that one share sends, in order of their planned times.
 *
 * <p>Every share iterates over the one global sequence and selects its own arrivals, so each plan
 * index has the same time for any number of shares. The sequence ends at the request count, at the
 * end of the schedule, or before the first arrival that is not earlier than the duration.
 */
public final class PlannedArrivals implements PrimitiveIterator.OfLong {
  private final ArrivalSchedule schedule;
  private final PlanShare share;
  private final long endIndex;
  private final long endOffsetNanos;

  /** The plan index of the first arrival that the schedule has not returned. */
  private long unscheduledIndex;

  private boolean hasNext;
  private long planIndex;
  private long offsetNanos;

  /**
   * Creates the arrivals of a phase of this plan.
   *
   * @param times times of the dataset's entries, for a fixed schedule
   * @throws IllegalArgumentException if the run has no such phase, or the phase has no rate
   */
  public PlannedArrivals(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    Long durationNanos = plan.load().of(phase).durationNanos();
    this.schedule = ArrivalSchedule.of(plan, phase, times);
    this.share = share;
    this.unscheduledIndex = plan.load().firstPlanIndexOf(phase);
    // On a fixed schedule each arrival is a session, however many turns it has.
    this.endIndex =
        plan.load().of(phase).fixedSchedule()
            ? plan.load().endSessionOf(phase)
            : plan.load().endPlanIndexOf(phase);
    this.endOffsetNanos = durationNanos == null ? Long.MAX_VALUE : durationNanos;
    // An empty share would search forever if there is no limit.
    if (!share.isEmpty()) {
      findNext();
    }
  }

  @Override
  public boolean hasNext() {
    return hasNext;
  }

  /** Returns the next plan index without consuming it. Requires that there is one. */
  public long planIndex() {
    return planIndex;
  }

  /**
   * Returns the planned time of the next arrival since the start of its phase. Requires that there
   * is one.
   */
  public long offsetNanos() {
    return offsetNanos;
  }

  /**
   * Skips the arrivals before this time.
   *
   * @param offset time since the start of the phase
   * @return the number of skipped arrivals
   */
  public long skipBefore(long offset) {
    long skipped = 0;
    while (hasNext && offsetNanos < offset) {
      findNext();
      skipped++;
    }
    return skipped;
  }

  /** Skips the next arrivals; fewer if fewer are left. */
  public void skip(long arrivals) {
    for (long i = 0; i < arrivals && hasNext; i++) {
      findNext();
    }
  }

  @Override
  public long nextLong() {
    if (!hasNext) {
      throw new NoSuchElementException("Cannot return an arrival: none is left");
    }
    long current = planIndex;
    findNext();
    return current;
  }

  private void findNext() {
    hasNext = false;
    while (!hasNext && unscheduledIndex < endIndex) {
      offsetNanos = schedule.nextArrivalNanos();
      if (offsetNanos >= endOffsetNanos) {
        unscheduledIndex = endIndex;
        return;
      }
      planIndex = unscheduledIndex++;
      hasNext = share.carries(planIndex);
    }
  }
}
