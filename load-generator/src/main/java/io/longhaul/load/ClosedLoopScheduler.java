package io.longhaul.load;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.record.SharePosition;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.PlannedEntries;

/**
 * Schedules a closed loop: a session starts as soon as a slot becomes free or the ramp opens one,
 * and continues after its think time.
 */
final class ClosedLoopScheduler extends RequestScheduler {
  private final PlannedEntries planIndices;
  private final PlannedEntries sessions;
  private final Slots slots;
  private SharePosition skipped = SharePosition.START;

  ClosedLoopScheduler(RunPlan plan, LoadPhase phase, PlanShare share) {
    this.planIndices = PlannedEntries.indices(plan, phase, share);
    this.sessions = PlannedEntries.sessions(plan, phase, share);
    this.slots = new Slots(ConcurrencyGate.of(plan.load().of(phase), share));
  }

  @Override
  void skip(SharePosition used) {
    planIndices.skip(used.requests());
    sessions.skip(used.sessions());
    skipped = used;
  }

  @Override
  long skipBefore(long offsetNanos) {
    return 0;
  }

  @Override
  SharePosition skipped() {
    return skipped;
  }

  @Override
  void notBefore(long atNanos) {
    slots.notBefore(atNanos);
  }

  @Override
  void begin(long atNanos) {
    slots.begin(atNanos);
  }

  @Override
  boolean hasNext() {
    return planIndices.hasNext() && (sessions.hasNext() || slots.taken() > 0);
  }

  @Override
  long nextScheduledNanos() {
    return nextDueNanos();
  }

  @Override
  long nextSessionNanos() {
    return sessions.hasNext() ? slots.freeFromNanos() : WHEN_A_SLOT_IS_FREE;
  }

  @Override
  long nextPlanIndex() {
    return planIndices.peek();
  }

  @Override
  boolean hasNextSession() {
    return sessions.hasNext();
  }

  @Override
  long nextSessionNumber() {
    return sessions.peek();
  }

  @Override
  void requestSent(Session session) {
    if (sessionToContinue() != null) {
      readyTurns.remove();
    } else {
      slots.take();
      sessions.nextLong();
    }
    planIndices.nextLong();
  }

  @Override
  void sessionEnded(long atNanos) {
    slots.free(atNanos);
  }

  /**
   * Returns 0: a request is planned for the time at which its slot is free and its think time has
   * passed, and is then sent.
   */
  @Override
  long unsent(long nowNanos) {
    return 0;
  }
}
