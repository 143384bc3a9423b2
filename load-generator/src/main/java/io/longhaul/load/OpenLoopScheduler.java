package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedEntries;

/**
 * Schedules an open loop: requests have planned times, measured from the start and never from each
 * other. A request that is late, because of the event loop or because no slot was free, keeps its
 * planned time.
 *
 * <p>As in AIPerf, the rate is one of turns: an arrival sends the next turn of a session whose
 * think time has passed. Only if there is none, a new session starts.
 */
final class OpenLoopScheduler implements RequestScheduler {
  private final DueArrivals arrivals;
  private final PlannedEntries sessions;
  private final ConcurrencyGate gate;
  private final TurnQueue readyTurns = new TurnQueue();
  private long startNanos;

  /** Number of requests that have been sent. */
  private long sent;

  /** Number of sessions that have started and not ended. */
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

  /**
   * Returns the time of the arrival or, if the turn was not due then, the time at which the turn is
   * due.
   */
  @Override
  public long nextScheduledNanos() {
    Session continued = sessionToContinue();
    return continued == null ? arrivals.nanos() : Math.max(arrivals.nanos(), continued.dueNanos());
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
    sent++;
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

  /**
   * Returns 0 once all sessions have started: from then on an arrival without a due turn has
   * nothing to send.
   */
  @Override
  public long unsent(long nowNanos) {
    return sessions.hasNext() ? arrivals.dueBy(nowNanos) - sent : 0;
  }
}
