package io.longhaul.load;

import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.PrefillPlan;
import io.longhaul.load.schedule.ConcurrencyGate;

/**
 * Limits the number of requests of another scheduler that wait for their first token. Each request
 * needs one of these slots, too. In an open loop a request that waits for a slot keeps its planned
 * time and is late; in a closed loop it is planned for the time at which a slot is free.
 */
final class PrefillLimit extends DelegatingScheduler {
  private final Slots slots;
  private final boolean isOpenLoop;

  PrefillLimit(
      RequestScheduler scheduler, PrefillPlan prefill, PlanShare share, boolean isOpenLoop) {
    super(scheduler);
    this.slots = new Slots(ConcurrencyGate.ofPrefill(prefill, share));
    this.isOpenLoop = isOpenLoop;
  }

  @Override
  public void begin(long startNanos) {
    super.begin(startNanos);
    slots.begin(startNanos);
  }

  @Override
  public long nextScheduledNanos() {
    long scheduled = super.nextScheduledNanos();
    return isOpenLoop ? scheduled : Math.max(scheduled, slots.freeFromNanos());
  }

  @Override
  public long nextDueNanos() {
    return Math.max(super.nextDueNanos(), slots.freeFromNanos());
  }

  @Override
  public void requestSent(Session session) {
    super.requestSent(session);
    slots.take();
  }

  @Override
  public void prefillEnded(long atNanos) {
    slots.free(atNanos);
  }
}
