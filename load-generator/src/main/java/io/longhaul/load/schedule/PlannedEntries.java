package io.longhaul.load.schedule;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/**
 * The plan indices or the sessions of a phase that one share sends, in order. A schedule or the
 * server decides when each is sent; the sender watches the duration.
 */
public final class PlannedEntries implements PrimitiveIterator.OfLong {
  private final PlanShare share;
  private final long end;
  private long next;

  private PlannedEntries(PlanShare share, long first, long end) {
    this.share = share;
    this.end = share.isEmpty() ? first : end;
    this.next = first;
    skipOthers();
  }

  /**
   * Returns the plan indices of a phase.
   *
   * @throws IllegalArgumentException if the run has no such phase
   */
  public static PlannedEntries indices(RunPlan plan, LoadPhase phase, PlanShare share) {
    return new PlannedEntries(
        share, plan.load().firstPlanIndexOf(phase), plan.load().endPlanIndexOf(phase));
  }

  /**
   * Returns the numbers of a phase's sessions. A share sends all turns of its sessions. For single
   * turns these are the plan indices.
   *
   * @throws IllegalArgumentException if the run has no such phase
   */
  public static PlannedEntries sessions(RunPlan plan, LoadPhase phase, PlanShare share) {
    return new PlannedEntries(
        share, plan.load().firstPlanIndexOf(phase), plan.load().endSessionOf(phase));
  }

  @Override
  public boolean hasNext() {
    return next < end;
  }

  /** Skips the next entries; fewer if fewer are left. */
  public void skip(long entries) {
    for (long i = 0; i < entries && hasNext(); i++) {
      next++;
      skipOthers();
    }
  }

  @Override
  public long nextLong() {
    long current = peek();
    next++;
    skipOthers();
    return current;
  }

  /**
   * Returns the next value without consuming it.
   *
   * @throws NoSuchElementException if there is none
   */
  public long peek() {
    if (!hasNext()) {
      throw new NoSuchElementException("Cannot return an entry: none is left");
    }
    return next;
  }

  private void skipOthers() {
    while (next < end && !share.carries(next)) {
      next++;
    }
  }
}
