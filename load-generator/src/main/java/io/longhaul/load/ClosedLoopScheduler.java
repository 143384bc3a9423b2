package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.PlannedEntries;

/**
 * Schedules a closed loop: a session starts as soon as a slot becomes free or the ramp opens one,
 * and continues after its think time.
 */
final class ClosedLoopScheduler implements RequestScheduler {
  private final PlannedEntries planIndices;
  private final PlannedEntries sessions;
  private final Slots slots;
  private final TurnQueue readyTurns = new TurnQueue();

  ClosedLoopScheduler(RunPlan plan, LoadPhase phase, PlanShare share) {
    this.planIndices = PlannedEntries.indices(plan, phase, share);
    this.sessions = PlannedEntries.sessions(plan, phase, share);
    this.slots = new Slots(ConcurrencyGate.of(plan.load().of(phase), share));
  }

  @Override
  public void begin(long atNanos) {
    slots.begin(atNanos);
  }

  @Override
  public boolean hasNext() {
    return planIndices.hasNext() && (sessions.hasNext() || slots.taken() > 0);
  }

  @Override
  public long nextScheduledNanos() {
    return nextDueNanos();
  }

  @Override
  public long nextDueNanos() {
    return Math.min(readyTurns.dueNanos(), nextSessionNanos());
  }

  private long nextSessionNanos() {
    return sessions.hasNext() ? slots.freeFromNanos() : WHEN_A_SLOT_IS_FREE;
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
      slots.take();
      sessions.nextLong();
    }
    planIndices.nextLong();
  }

  @Override
  public void turnReady(Session session) {
    readyTurns.add(session);
  }

  @Override
  public void sessionEnded(long atNanos) {
    slots.free(atNanos);
  }

  /**
   * Returns 0: a request is planned for the time at which its slot is free and its think time has
   * passed, and is then sent.
   */
  @Override
  public long unsent(long nowNanos) {
    return 0;
  }
}
