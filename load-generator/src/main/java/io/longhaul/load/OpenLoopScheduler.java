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
  private final TurnQueue laterTurns = new TurnQueue();
  private long startNanos;
  private long taken;
  private long underWay;

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
    return arrivals.hasNext() && (sessions.hasNext() || underWay > 0);
  }

  /** A turn that was not due when its arrival came is planned for when it is. */
  @Override
  public long nextScheduledNanos() {
    Session later = nextGoesOn();
    return later == null ? arrivals.nanos() : Math.max(arrivals.nanos(), later.dueNanos());
  }

  @Override
  public long nextDueNanos() {
    return Math.min(nextGoesOnNanos(), nextBeginsNanos());
  }

  private long nextGoesOnNanos() {
    return Math.max(arrivals.nanos(), laterTurns.dueNanos());
  }

  private long nextBeginsNanos() {
    long roomFrom = gate.hasRoomFromNanos();
    return !sessions.hasNext() || roomFrom == ConcurrencyGate.NOT_BEFORE_ONE_IS_FREE
        ? WHEN_A_SLOT_IS_FREE
        : Math.max(arrivals.nanos(), startNanos + roomFrom);
  }

  @Override
  public long nextPlanIndex() {
    return arrivals.planIndex();
  }

  @Override
  public Session nextGoesOn() {
    return nextGoesOnNanos() <= nextBeginsNanos() ? laterTurns.first() : null;
  }

  @Override
  public boolean hasNextSession() {
    return sessions.hasNext();
  }

  @Override
  public long nextSession() {
    return sessions.peek();
  }

  @Override
  public void taken(Session session) {
    if (nextGoesOn() != null) {
      laterTurns.take();
    } else {
      gate.enter();
      sessions.nextLong();
      underWay++;
    }
    taken++;
    arrivals.take();
  }

  @Override
  public void goesOn(Session session) {
    laterTurns.add(session);
  }

  @Override
  public void slotFreed(long atNanos) {
    gate.leave();
    underWay--;
  }

  /** Once all sessions have begun, an arrival without a turn that is due is none. */
  @Override
  public long unsent(long nowNanos) {
    return sessions.hasNext() ? arrivals.dueBy(nowNanos) - taken : 0;
  }
}
