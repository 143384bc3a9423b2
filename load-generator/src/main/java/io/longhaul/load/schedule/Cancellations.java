package io.longhaul.load.schedule;

import io.longhaul.load.plan.CancellationPlan;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.SeededRandom;

/**
 * Which requests of a phase the client gives up on purpose: each is drawn from a stream of its own,
 * so it depends on nothing but the seed, its session and its turn.
 */
public final class Cancellations {
  private final CancellationPlan plan;
  private final SeededRandom random;

  private Cancellations(CancellationPlan plan, SeededRandom random) {
    this.plan = plan;
    this.random = random;
  }

  /** Those of a phase of this plan. */
  public static Cancellations of(RunPlan plan, LoadPhase phase) {
    return new Cancellations(
        plan.load().of(phase).cancellation(),
        SeededRandom.named(plan.seed(), "cancellation." + phase.word()));
  }

  /** Whether this turn of this session is cancelled. */
  public boolean cancels(long session, int turn) {
    if (plan.share() == 0) {
      return false;
    }
    SeededRandom ofSession = random.split(session);
    return (turn == 0 ? ofSession : ofSession.split(turn)).nextUnit() < plan.share();
  }

  /** How long after it was fully sent. */
  public long delayNanos() {
    return plan.delayNanos();
  }
}
