package io.longhaul.load.schedule;

import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.PrefillPlan;

/**
 * Counts the requests in flight of one lane, and lets no more in than it has slots. With a ramp the
 * slots open one after the other: of the phase's N slots, slot k = 0, 1, … opens at {@code ramp * k
 * / (N - 1)} after the start, whoever has it.
 */
public final class ConcurrencyGate {
  /** Every slot that there is, is taken. */
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

  /** The gate of a share of this phase; one without a concurrency is always open. */
  public static ConcurrencyGate of(PhasePlan phase, PlanShare share) {
    return new ConcurrencyGate(share, phase.concurrencyRampNanos());
  }

  /** The gate of a share of this phase's users, of whom a concurrency lets only so many begin. */
  public static ConcurrencyGate ofUsers(PhasePlan phase, PlanShare share) {
    int most = phase.concurrency() == null ? 0 : phase.concurrency();
    return new ConcurrencyGate(
        new PlanShare(share.carrier(), share.carriers(), most), phase.concurrencyRampNanos());
  }

  /** The gate of a share of those requests of this phase that wait for their first token. */
  public static ConcurrencyGate ofPrefill(PrefillPlan prefill, PlanShare share) {
    return new ConcurrencyGate(
        new PlanShare(share.carrier(), share.carriers(), prefill.most()), prefill.rampNanos());
  }

  /** How many slots it has when all are open. */
  public int slots() {
    return slots;
  }

  /** When this slot, counted from 0, opens, in nanoseconds since the start. */
  public long opensAtNanos(int slot) {
    if (rampNanos == 0 || share.totalConcurrency() <= 1) {
      return 0;
    }
    double ordinal = share.slotOfPhase(slot);
    return StrictMath.round(rampNanos * (ordinal / (share.totalConcurrency() - 1)));
  }

  /**
   * From when on there is room for one more, in nanoseconds since the start; {@link
   * #NO_FREE_SLOT} when all slots are taken.
   */
  public long nextSlotNanos() {
    return taken == slots ? NO_FREE_SLOT : opensAtNanos(taken);
  }

  /**
   * Takes a slot.
   *
   * @throws IllegalStateException when all are taken
   */
  public void enter() {
    if (taken == slots) {
      throw new IllegalStateException("Cannot take a slot: none is free");
    }
    taken++;
  }

  /**
   * Gives a slot back.
   *
   * @throws IllegalStateException when none was taken
   */
  public void leave() {
    if (taken == 0) {
      throw new IllegalStateException("Cannot give a slot back: none was taken");
    }
    taken--;
  }
}
