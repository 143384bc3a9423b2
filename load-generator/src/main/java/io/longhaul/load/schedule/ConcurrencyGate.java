package io.longhaul.load.schedule;

import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.plan.load.PrefillPlan;

/**
 * Limits the requests in flight of one lane to its number of slots. With a ramp, slots open in
 * succession: of the N slots of the phase, slot k = 0, 1, … opens at {@code ramp * k / (N - 1)}
 * after the start, in whichever lane it is.
 */
public final class ConcurrencyGate {
  /** All slots are in use. */
  public static final long NO_FREE_SLOT = Long.MAX_VALUE;

  private final PlanShare share;
  private final long rampNanos;
  private final int slots;
  private int taken;

  private ConcurrencyGate(PlanShare share, long rampNanos) {
    this.share = share;
    this.rampNanos = rampNanos;
    this.slots = share.concurrency().orElse(Integer.MAX_VALUE);
  }

  /** Returns the gate for a share of this phase; without a concurrency it is unlimited. */
  public static ConcurrencyGate of(PhasePlan phase, PlanShare share) {
    return new ConcurrencyGate(share, phase.concurrencyRampNanos());
  }

  /**
   * Returns the gate for a share of this phase's users, whose number in progress the concurrency
   * limits.
   */
  public static ConcurrencyGate ofUsers(PhasePlan phase, PlanShare share) {
    int concurrency = phase.concurrency() == null ? 0 : phase.concurrency();
    return new ConcurrencyGate(
        new PlanShare(share.carrier(), share.carriers(), concurrency),
        phase.concurrencyRampNanos());
  }

  /** Returns the gate for a share of this phase's requests that wait for their first token. */
  public static ConcurrencyGate ofPrefill(PrefillPlan prefill, PlanShare share) {
    return new ConcurrencyGate(
        new PlanShare(share.carrier(), share.carriers(), prefill.most()), prefill.rampNanos());
  }

  /** Returns the number of slots when all are open. */
  public int slots() {
    return slots;
  }

  /** Returns when this slot, counted from 0, opens, in nanoseconds since the start. */
  public long opensAtNanos(int slot) {
    if (rampNanos == 0 || share.totalConcurrency() <= 1) {
      return 0;
    }
    double ordinal = share.slotOfPhase(slot);
    return StrictMath.round(rampNanos * (ordinal / (share.totalConcurrency() - 1)));
  }

  /**
   * Returns when the next slot is free, in nanoseconds since the start; {@link #NO_FREE_SLOT} if
   * all slots are in use.
   */
  public long nextSlotNanos() {
    return taken == slots ? NO_FREE_SLOT : opensAtNanos(taken);
  }

  /** Returns the number of slots that are in use. */
  public int taken() {
    return taken;
  }

  /**
   * Takes a slot.
   *
   * @throws IllegalStateException if none is free
   */
  public void enter() {
    if (taken == slots) {
      throw new IllegalStateException("Cannot take a slot: none is free");
    }
    taken++;
  }

  /**
   * Returns a slot.
   *
   * @throws IllegalStateException if none was taken
   */
  public void leave() {
    if (taken == 0) {
      throw new IllegalStateException("Cannot return a slot: none was taken");
    }
    taken--;
  }
}
