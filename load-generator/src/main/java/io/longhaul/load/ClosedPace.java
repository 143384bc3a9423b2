package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.PlannedEntries;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A closed loop: a request is due when a slot becomes free, or is opened by the ramp, whichever
 * comes first. Without a ramp all slots open at the start.
 */
final class ClosedPace implements Pace {
  private final PlannedEntries entries;
  private final ConcurrencyGate gate;
  private final Deque<Long> freeSince = new ArrayDeque<>();
  private long startNanos;
  private int opened;
  private long nextPlanIndex;
  private boolean hasNext;

  ClosedPace(RunPlan plan, LoadPhase phase, PlanShare share) {
    this(PlannedEntries.of(plan, phase, share), ConcurrencyGate.of(plan.load().of(phase), share));
  }

  private ClosedPace(PlannedEntries entries, ConcurrencyGate gate) {
    this.entries = entries;
    this.gate = gate;
    advance();
  }

  @Override
  public void begin(long atNanos) {
    startNanos = atNanos;
  }

  @Override
  public boolean hasNext() {
    return hasNext;
  }

  @Override
  public long nextScheduledNanos() {
    return nextDueNanos();
  }

  @Override
  public long nextDueNanos() {
    if (opensNext()) {
      return nextOpeningNanos();
    }
    return freeSince.isEmpty() ? WHEN_A_SLOT_IS_FREE : freeSince.getFirst();
  }

  @Override
  public long nextPlanIndex() {
    return nextPlanIndex;
  }

  @Override
  public void taken() {
    if (opensNext()) {
      opened++;
    } else {
      freeSince.removeFirst();
    }
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

  /** Whether a slot opens before one that was used is free. */
  private boolean opensNext() {
    return opened < gate.slots()
        && (freeSince.isEmpty() || nextOpeningNanos() < freeSince.getFirst());
  }

  private long nextOpeningNanos() {
    return startNanos + gate.opensAtNanos(opened);
  }

  private void advance() {
    hasNext = entries.hasNext();
    if (hasNext) {
      nextPlanIndex = entries.nextLong();
    }
  }
}
