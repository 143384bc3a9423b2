package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedArrival;
import io.longhaul.load.schedule.PlannedArrivals;

/**
 * An open loop: requests come at their planned times, measured from the start and never from each
 * other. One that is late, because the loop was or because no slot was free, keeps its time.
 */
final class OpenPace implements Pace {
  private final PlannedArrivals arrivals;
  private final ConcurrencyGate gate;
  private PlannedArrival next;
  private long startNanos;
  private long taken;

  /** The same sequence once more, walked by the clock: counts what is due without storing it. */
  private final PlannedArrivals clockwork;

  private PlannedArrival nextToFallDue;
  private long due;

  OpenPace(RunPlan plan, LoadPhase phase, PlanShare share, EntryTimes times) {
    this.arrivals = PlannedArrivals.of(plan, phase, share, times);
    this.clockwork = PlannedArrivals.of(plan, phase, share, times);
    this.gate = ConcurrencyGate.of(plan.load().of(phase), share);
    this.next = nextOf(arrivals);
    this.nextToFallDue = nextOf(clockwork);
  }

  @Override
  public void begin(long atNanos) {
    startNanos = atNanos;
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public long nextScheduledNanos() {
    return startNanos + next.scheduledOffsetNanos();
  }

  @Override
  public long nextDueNanos() {
    long roomFrom = gate.hasRoomFromNanos();
    return roomFrom == ConcurrencyGate.NOT_BEFORE_ONE_IS_FREE
        ? WHEN_A_SLOT_IS_FREE
        : startNanos + Math.max(next.scheduledOffsetNanos(), roomFrom);
  }

  @Override
  public long nextPlanIndex() {
    return next.planIndex();
  }

  @Override
  public void taken() {
    gate.enter();
    taken++;
    next = nextOf(arrivals);
  }

  @Override
  public void slotFreed(long atNanos) {
    gate.leave();
  }

  @Override
  public long unsent(long nowNanos) {
    while (nextToFallDue != null && startNanos + nextToFallDue.scheduledOffsetNanos() <= nowNanos) {
      due++;
      nextToFallDue = nextOf(clockwork);
    }
    return due - taken;
  }

  private static PlannedArrival nextOf(PlannedArrivals arrivals) {
    return arrivals.hasNext() ? arrivals.next() : null;
  }
}
