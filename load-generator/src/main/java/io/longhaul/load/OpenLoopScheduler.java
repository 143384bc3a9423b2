package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedEntries;

/**
 * An open loop: requests come at their planned times, measured from the start and never from each
 * other. One that is late, because the loop was or because no slot was free, keeps its time.
 *
 * <p>As in AIPerf a rate is one of turns: an arrival is the next turn of a session whose user has
 * thought by then, and only when there is none does a new session begin.
 */
final class OpenLoopScheduler implements RequestScheduler {
  private final DueArrivals arrivals;
  private final PlannedEntries sessions;
  private final ConcurrencyGate gate;
  private final TurnQueue readyTurns = new TurnQueue();
  private long startNanos;
  private long taken;
  private long active;

  OpenLoopScheduler(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    this.arrivals = new DueArrivals(plan, phase, share, times);
    this.sessions = PlannedEntries.sessions(plan, phase, share);
    this.gate = ConcurrencyGate.of(plan.load().of(phase), share);
  }

  @Override
  public void begin(long atNanos) {
    startNanos = atNanos;
    arrivals.begin(atNanos);
  }

  @Override
  public boolean hasNext() {
    return arrivals.hasNext() && (sessions.hasNext() || active > 0);
  }

  /** A turn that was not due when its arrival came is planned for when it is. */
  @Override
  public long nextScheduledNanos() {
    Session later = sessionToContinue();
    return later == null ? arrivals.nanos() : Math.max(arrivals.nanos(), later.dueNanos());
  }

  @Override
  public long nextDueNanos() {
    return Math.min(nextTurnNanos(), nextSessionNanos());
  }

  private long nextTurnNanos() {
    return Math.max(arrivals.nanos(), readyTurns.dueNanos());
  }

  private long nextSessionNanos() {
    long slotFrom = gate.nextSlotNanos();
    return !sessions.hasNext() || slotFrom == ConcurrencyGate.NO_FREE_SLOT
        ? WHEN_A_SLOT_IS_FREE
        : Math.max(arrivals.nanos(), startNanos + slotFrom);
  }

  @Override
  public long nextPlanIndex() {
    return arrivals.planIndex();
  }

  @Override
  public Session sessionToContinue() {
    return nextTurnNanos() <= nextSessionNanos() ? readyTurns.first() : null;
  }

  @Override
  public boolean hasNextSession() {
    return sessions.hasNext();
  }

  @Override
  public long nextSessionNumber() {
    return sessions.peek();
  }

  @Override
  public void requestSent(Session session) {
    if (sessionToContinue() != null) {
      readyTurns.take();
    } else {
      gate.enter();
      sessions.nextLong();
      active++;
    }
    taken++;
    arrivals.take();
  }

  @Override
  public void turnReady(Session session) {
    readyTurns.add(session);
  }

  @Override
  public void sessionEnded(long atNanos) {
    gate.leave();
    active--;
  }

  /** Once all sessions have begun, an arrival without a turn that is due is none. */
  @Override
  public long unsent(long nowNanos) {
    return sessions.hasNext() ? arrivals.dueBy(nowNanos) - taken : 0;
  }
}
