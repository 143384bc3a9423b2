package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.ConcurrencyGate;
import io.longhaul.load.schedule.PlannedEntries;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A closed loop: a session begins when a slot becomes free, or is opened by the ramp, whichever
 * comes first, and goes on when its user has thought. Without a ramp all slots open at the start.
 */
final class ClosedPace implements Pace {
  private final PlannedEntries planIndices;
  private final PlannedEntries sessions;
  private final ConcurrencyGate gate;
  private final LaterTurns laterTurns = new LaterTurns();
  private final Deque<Long> freeSince = new ArrayDeque<>();
  private long startNanos;
  private int opened;

  ClosedPace(RunPlan plan, LoadPhase phase, PlanShare share) {
    this.planIndices = PlannedEntries.indices(plan, phase, share);
    this.sessions = PlannedEntries.sessions(plan, phase, share);
    this.gate = ConcurrencyGate.of(plan.load().of(phase), share);
  }

  @Override
  public void begin(long atNanos) {
    startNanos = atNanos;
  }

  @Override
  public boolean hasNext() {
    return planIndices.hasNext() && (sessions.hasNext() || underWay() > 0);
  }

  private int underWay() {
    return opened - freeSince.size();
  }

  @Override
  public long nextScheduledNanos() {
    return nextDueNanos();
  }

  @Override
  public long nextDueNanos() {
    return Math.min(laterTurns.dueNanos(), nextBeginsNanos());
  }

  private long nextBeginsNanos() {
    if (!sessions.hasNext()) {
      return WHEN_A_SLOT_IS_FREE;
    }
    if (opensNext()) {
      return nextOpeningNanos();
    }
    return freeSince.isEmpty() ? WHEN_A_SLOT_IS_FREE : freeSince.getFirst();
  }

  @Override
  public long nextPlanIndex() {
    return planIndices.peek();
  }

  @Override
  public Session nextGoesOn() {
    return laterTurns.dueNanos() <= nextBeginsNanos() ? laterTurns.first() : null;
  }

  @Override
  public long nextSession() {
    return sessions.peek();
  }

  @Override
  public void taken() {
    if (nextGoesOn() != null) {
      laterTurns.take();
    } else {
      takeSlot();
      sessions.nextLong();
    }
    planIndices.nextLong();
  }

  private void takeSlot() {
    if (opensNext()) {
      opened++;
    } else {
      freeSince.removeFirst();
    }
  }

  @Override
  public void goesOn(Session session) {
    laterTurns.add(session);
  }

  @Override
  public void slotFreed(long atNanos) {
    freeSince.addLast(atNanos);
  }

  /** Nothing is planned before a slot is free or a user has thought, and then it is sent. */
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
}
