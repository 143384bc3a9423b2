package io.longhaul.load.schedule;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/**
 * What of a phase one share carries, in order: its plan indices, or its sessions. When each is
 * sent, a schedule or the server decides; a duration is for the one who sends to watch.
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
   * The plan indices of a phase.
   *
   * @throws IllegalArgumentException when the run has no such phase
   */
  public static PlannedEntries indices(RunPlan plan, LoadPhase phase, PlanShare share) {
    return new PlannedEntries(
        share, plan.load().firstPlanIndexOf(phase), plan.load().endPlanIndexOf(phase));
  }

  /**
   * The numbers of a phase's sessions. Whoever carries a session sends all of its turns. Of single
   * turns these are the plan indices.
   *
   * @throws IllegalArgumentException when the run has no such phase
   */
  public static PlannedEntries sessions(RunPlan plan, LoadPhase phase, PlanShare share) {
    return new PlannedEntries(
        share, plan.load().firstPlanIndexOf(phase), plan.load().endSessionOf(phase));
  }

  @Override
  public boolean hasNext() {
    return next < end;
  }

  @Override
  public long nextLong() {
    long given = peek();
    next++;
    skipOthers();
    return given;
  }

  /**
   * The next one, which is not given yet.
   *
   * @throws NoSuchElementException when there is none
   */
  public long peek() {
    if (!hasNext()) {
      throw new NoSuchElementException("Cannot give an entry: all were given");
    }
    return next;
  }

  private void skipOthers() {
    while (next < end && !share.carries(next)) {
      next++;
    }
  }
}
