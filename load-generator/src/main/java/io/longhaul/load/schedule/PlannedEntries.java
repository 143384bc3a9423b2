package io.longhaul.load.schedule;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/**
 * The plan indices of a closed-loop phase that one share carries, in the order in which they are
 * sent. When each is sent, the server decides; a duration is for the one who sends to watch.
 */
public final class PlannedEntries implements PrimitiveIterator.OfLong {
  private final PlanShare share;
  private final long endIndex;
  private long nextPlanIndex;

  private PlannedEntries(PlanShare share, long firstPlanIndex, long endIndex) {
    this.share = share;
    this.endIndex = share.isEmpty() ? firstPlanIndex : endIndex;
    this.nextPlanIndex = firstPlanIndex;
    skipOthers();
  }

  /**
   * The entries of a phase of this plan.
   *
   * @throws IllegalArgumentException when the run has no such phase
   */
  public static PlannedEntries of(RunPlan plan, LoadPhase phase, PlanShare share) {
    return new PlannedEntries(
        share, plan.load().firstPlanIndexOf(phase), plan.load().endPlanIndexOf(phase));
  }

  @Override
  public boolean hasNext() {
    return nextPlanIndex < endIndex;
  }

  @Override
  public long nextLong() {
    if (!hasNext()) {
      throw new NoSuchElementException("Cannot give an entry: all were given");
    }
    long given = nextPlanIndex++;
    skipOthers();
    return given;
  }

  private void skipOthers() {
    while (nextPlanIndex < endIndex && !share.carries(nextPlanIndex)) {
      nextPlanIndex++;
    }
  }
}
