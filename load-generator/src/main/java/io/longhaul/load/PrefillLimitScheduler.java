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
  private final RequestScheduler pace;
  private final Slots places;
  private final boolean isOpenLoop;

  PrefillLimitScheduler(RequestScheduler pace, PrefillPlan prefill, PlanShare share, boolean isOpenLoop) {
    this.pace = pace;
    this.places = new Slots(ConcurrencyGate.ofPrefill(prefill, share));
    this.isOpenLoop = isOpenLoop;
  }

  @Override
  public void begin(long startNanos) {
    pace.begin(startNanos);
    places.begin(startNanos);
  }

  @Override
  public boolean hasNext() {
    return pace.hasNext();
  }

  @Override
  public long nextScheduledNanos() {
    long scheduled = pace.nextScheduledNanos();
    return isOpenLoop ? scheduled : Math.max(scheduled, places.freeFromNanos());
  }

  @Override
  public long nextDueNanos() {
    return Math.max(pace.nextDueNanos(), places.freeFromNanos());
  }

  @Override
  public long nextPlanIndex() {
    return pace.nextPlanIndex();
  }

  @Override
  public Session nextGoesOn() {
    return pace.nextGoesOn();
  }

  @Override
  public boolean hasNextSession() {
    return pace.hasNextSession();
  }

  @Override
  public long nextSession() {
    return pace.nextSession();
  }

  @Override
  public int mostTurns() {
    return pace.mostTurns();
  }

  @Override
  public void taken(Session session) {
    pace.taken(session);
    places.take();
  }

  @Override
  public void goesOn(Session session) {
    pace.goesOn(session);
  }

  @Override
  public void prefilled(long atNanos) {
    places.free(atNanos);
  }

  @Override
  public void slotFreed(long atNanos) {
    pace.slotFreed(atNanos);
  }

  @Override
  public long unsent(long nowNanos) {
    return pace.unsent(nowNanos);
  }
}
