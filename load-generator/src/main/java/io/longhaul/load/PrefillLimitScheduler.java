package io.longhaul.load;

import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.PrefillPlan;
import io.longhaul.load.schedule.ConcurrencyGate;

/**
 * Another pace, of whose requests only so many may wait for their first token at once: whatever
 * comes next, waits for one of these places, too. In an open loop it keeps its time and is late; in
 * a closed one nothing is planned before there is a place.
 */
final class PrefillLimitScheduler implements RequestScheduler {
  private final RequestScheduler scheduler;
  private final Slots slots;
  private final boolean isOpenLoop;

  PrefillLimitScheduler(RequestScheduler scheduler, PrefillPlan prefill, PlanShare share, boolean isOpenLoop) {
    this.scheduler = scheduler;
    this.slots = new Slots(ConcurrencyGate.ofPrefill(prefill, share));
    this.isOpenLoop = isOpenLoop;
  }

  @Override
  public void begin(long startNanos) {
    scheduler.begin(startNanos);
    slots.begin(startNanos);
  }

  @Override
  public boolean hasNext() {
    return scheduler.hasNext();
  }

  @Override
  public long nextScheduledNanos() {
    long scheduled = scheduler.nextScheduledNanos();
    return isOpenLoop ? scheduled : Math.max(scheduled, slots.freeFromNanos());
  }

  @Override
  public long nextDueNanos() {
    return Math.max(scheduler.nextDueNanos(), slots.freeFromNanos());
  }

  @Override
  public long nextPlanIndex() {
    return scheduler.nextPlanIndex();
  }

  @Override
  public Session sessionToContinue() {
    return scheduler.sessionToContinue();
  }

  @Override
  public boolean hasNextSession() {
    return scheduler.hasNextSession();
  }

  @Override
  public long nextSessionNumber() {
    return scheduler.nextSessionNumber();
  }

  @Override
  public int maxTurns() {
    return scheduler.maxTurns();
  }

  @Override
  public void requestSent(Session session) {
    scheduler.requestSent(session);
    slots.take();
  }

  @Override
  public void turnReady(Session session) {
    scheduler.turnReady(session);
  }

  @Override
  public void prefillEnded(long atNanos) {
    slots.free(atNanos);
  }

  @Override
  public void sessionEnded(long atNanos) {
    scheduler.sessionEnded(atNanos);
  }

  @Override
  public long unsent(long nowNanos) {
    return scheduler.unsent(nowNanos);
  }
}
