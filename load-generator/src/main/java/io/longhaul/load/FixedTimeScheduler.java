package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedEntries;

/**
 * Schedules a fixed schedule, such as that of a trace. Sessions start at their recorded times, or
 * late if no slot is free. Later turns are sent at their recorded times, or after their think
 * times. A session's number is the plan index of its arrival; requests are numbered in the order in
 * which they are sent.
 */
final class FixedTimeScheduler implements RequestScheduler {
  private final DueArrivals arrivals;
  private final PlannedEntries planIndices;
  private final ConcurrencyGate gate;
  private final TurnQueue readyTurns = new TurnQueue();
  private long startNanos;
  private long started;
  private long active;

  FixedTimeScheduler(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    this.arrivals = new DueArrivals(plan, phase, share, times);
    this.planIndices = PlannedEntries.indices(plan, phase, share);
    this.gate = ConcurrencyGate.of(plan.load().of(phase), share);
  }

  @Override
  public void begin(long atNanos) {
    startNanos = atNanos;
    arrivals.begin(atNanos);
  }

  @Override
  public boolean hasNext() {
    return planIndices.hasNext() && (arrivals.hasNext() || active > 0);
  }

  @Override
  public long nextScheduledNanos() {
    Session continued = sessionToContinue();
    return continued == null ? arrivals.nanos() : continued.dueNanos();
  }

  @Override
  public long nextDueNanos() {
    return Math.min(readyTurns.dueNanos(), nextSessionNanos());
  }

  private long nextSessionNanos() {
    long slotFrom = gate.nextSlotNanos();
    return !arrivals.hasNext() || slotFrom == ConcurrencyGate.NO_FREE_SLOT
        ? WHEN_A_SLOT_IS_FREE
        : Math.max(arrivals.nanos(), startNanos + slotFrom);
  }

  @Override
  public long nextPlanIndex() {
    return planIndices.peek();
  }

  @Override
  public Session sessionToContinue() {
    return readyTurns.dueNanos() <= nextSessionNanos() ? readyTurns.first() : null;
  }

  @Override
  public boolean hasNextSession() {
    return arrivals.hasNext();
  }

  @Override
  public long nextSessionNumber() {
    return arrivals.planIndex();
  }

  @Override
  public void requestSent(Session session) {
    if (sessionToContinue() != null) {
      readyTurns.take();
    } else {
      gate.enter();
      active++;
      started++;
      arrivals.take();
    }
    planIndices.nextLong();
  }

  @Override
  public void turnReady(Session session) {
    Long recordedNanos = session.recordedNanos();
    if (recordedNanos != null) {
      session.scheduleNextTurn(startNanos + recordedNanos);
    }
    readyTurns.add(session);
  }

  @Override
  public void sessionEnded(long atNanos) {
    gate.leave();
    active--;
  }

  @Override
  public long unsent(long nowNanos) {
    return arrivals.dueBy(nowNanos) - started;
  }
}
