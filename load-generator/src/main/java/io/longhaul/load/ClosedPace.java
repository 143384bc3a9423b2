package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.PlannedEntries;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A closed loop: a request is due when a slot becomes free, and all slots are free at the start.
 */
final class ClosedPace implements Pace {
  private final PlannedEntries entries;
  private final int slots;
  private final Deque<Long> freeSince = new ArrayDeque<>();
  private long nextPlanIndex;
  private boolean hasNext;

  ClosedPace(RunPlan plan, LoadPhase phase, PlanShare share) {
    this(PlannedEntries.of(plan, phase, share), share.concurrency().orElseThrow());
  }

  private ClosedPace(PlannedEntries entries, int slots) {
    this.entries = entries;
    this.slots = slots;
    advance();
  }

  @Override
  public void begin(long startNanos) {
    for (int slot = 0; slot < slots; slot++) {
      freeSince.add(startNanos);
    }
  }

  @Override
  public boolean hasNext() {
    return hasNext;
  }

  @Override
  public long nextDueNanos() {
    return freeSince.isEmpty() ? WHEN_A_SLOT_IS_FREE : freeSince.getFirst();
  }

  @Override
  public long nextPlanIndex() {
    return nextPlanIndex;
  }

  @Override
  public void taken() {
    freeSince.removeFirst();
    advance();
  }

  @Override
  public void slotFreed(long atNanos) {
    freeSince.addLast(atNanos);
  }

  /** Nothing is planned before a slot is free, and then it is sent. */
  @Override
  public long unsent(long nowNanos) {
    return 0;
  }

  private void advance() {
    hasNext = entries.hasNext();
    if (hasNext) {
      nextPlanIndex = entries.nextLong();
    }
  }
}
