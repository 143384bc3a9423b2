package io.longhaul.load.schedule;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.load.LoadPhase;

/**
 * Decides which requests of a phase the client cancels on purpose. Each decision has its own random
 * stream, so it depends only on the seed, the session and the turn.
 */
public final class Cancellations {
  private final CancellationPlan plan;
  private final SeededRandom random;

  /** Creates the cancellations of a phase of this plan. */
  public Cancellations(RunPlan plan, LoadPhase phase) {
    this.plan = plan.load().of(phase).cancellation();
    this.random = SeededRandom.named(plan.seed(), "cancellation." + phase.word());
  }

  /** Returns whether this turn of this session is cancelled. */
  public boolean cancels(long session, int turn) {
    if (plan.share() == 0) {
      return false;
    }
    SeededRandom sessionRandom = random.split(session);
    return (turn == 0 ? sessionRandom : sessionRandom.split(turn)).nextUnit() < plan.share();
  }

  /** Returns the delay of the cancellation after the request was fully sent. */
  public long delayNanos() {
    return plan.delayNanos();
  }
}
