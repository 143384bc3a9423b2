package io.longhaul.load;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.record.SharePosition;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedArrivals;

/** Schedules an open loop: a session starts at its arrival, or late if no slot is free. */
abstract class ArrivalScheduler extends RequestScheduler {
  final PlannedArrivals arrivals;
  final ConcurrencyGate gate;
  long startNanos;

  /** The same sequence, advanced by the clock: counts due arrivals without storing them. */
  private final PlannedArrivals dueArrivals;

  /** The part of the share that this scheduler does not issue. */
  private SharePosition skipped = SharePosition.START;

  /** Number of arrivals that are due and have not been taken; less than 0 if some left early. */
  private long overdue;

  ArrivalScheduler(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    this.arrivals = new PlannedArrivals(plan, phase, share, times);
    this.dueArrivals = new PlannedArrivals(plan, phase, share, times);
    this.gate = ConcurrencyGate.of(plan.load().of(phase), share);
  }

  /** Skips arrivals. */
  final void skipArrivals(long count) {
    arrivals.skip(count);
    dueArrivals.skip(count);
  }

  /** Skips the arrivals before this time since the start, and returns their number. */
  final long skipArrivalsBefore(long offsetNanos) {
    dueArrivals.skipBefore(offsetNanos);
    return arrivals.skipBefore(offsetNanos);
  }

  /** Adds to the part of the share that is not issued. */
  final void addSkipped(long requests, long sessions) {
    skipped = new SharePosition(skipped.requests() + requests, skipped.sessions() + sessions);
  }

  @Override
  final SharePosition skipped() {
    return skipped;
  }

  @Override
  final void begin(long atNanos) {
    startNanos = atNanos;
  }

  /** Returns the planned time of the next arrival. */
  final long arrivalNanos() {
    return startNanos + arrivals.offsetNanos();
  }

  /** Moves on to the next arrival. */
  final void takeArrival() {
    arrivals.nextLong();
    overdue--;
  }

  @Override
  final long nextSessionNanos() {
    long slotFrom = gate.nextSlotNanos();
    return !hasNextSession() || slotFrom == ConcurrencyGate.NO_FREE_SLOT
        ? WHEN_A_SLOT_IS_FREE
        : Math.max(arrivalNanos(), startNanos + slotFrom);
  }

  @Override
  final void sessionEnded(long atNanos) {
    gate.leave();
  }

  /**
   * Returns 0 once all sessions have started: from then on an arrival without a due turn has
   * nothing to send.
   */
  @Override
  final long unsent(long nowNanos) {
    while (dueArrivals.hasNext() && startNanos + dueArrivals.offsetNanos() <= nowNanos) {
      overdue++;
      dueArrivals.nextLong();
    }
    return hasNextSession() ? overdue : 0;
  }
}
