package io.longhaul.load.schedule;

import io.longhaul.load.plan.PlanShare;

/** Counts the requests in flight of one lane, and lets no more in than it has slots. */
public final class ConcurrencyGate {
  private final int slots;
  private int taken;

  private ConcurrencyGate(int slots) {
    this.slots = slots;
  }

  /** The gate of a share; one without a concurrency is always open. */
  public static ConcurrencyGate of(PlanShare share) {
    return new ConcurrencyGate(share.concurrency().orElse(Integer.MAX_VALUE));
  }

  /** Whether no slot is free. */
  public boolean isFull() {
    return taken == slots;
  }

  /** Takes a slot if one is free, and says whether it did. */
  public boolean tryEnter() {
    if (isFull()) {
      return false;
    }
    taken++;
    return true;
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

  /** How many slots are taken. */
  public int taken() {
    return taken;
  }
}
