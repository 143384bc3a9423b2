package io.longhaul.load;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.SeededRandom;

/**
 * Makes a closed loop back off while servers refuse connections. Without a pause, every slot of the
 * loop would try again immediately, thousands of times per second.
 *
 * <p>After a refused connection the lane sends nothing for 10 ms. Then it sends one request and
 * waits for its connection. Each further refusal doubles the pause, up to one second. Each pause is
 * shortened by a random fraction of up to one half. As soon as a request is sent over a connection,
 * all slots send again.
 */
final class ConnectionBackOff extends DelegatingScheduler {
  static final long FIRST_PAUSE_NANOS = 10_000_000;
  static final long MAX_PAUSE_NANOS = 1_000_000_000;

  /** Means that the lane does not back off. */
  private static final long NEVER = Long.MIN_VALUE;

  private final SeededRandom random;

  /** Time since which the lane has backed off; {@link #NEVER} if it does not. */
  private long sinceNanos = NEVER;

  /** Total of all earlier back-offs. */
  private long earlierNanos;

  private long pauseNanos;
  private long pauseEndsNanos = NEVER;
  private boolean isTrying;

  ConnectionBackOff(RequestScheduler scheduler, SeededRandom random) {
    super(scheduler);
    this.random = random;
  }

  /** Returns the random numbers for the pauses of one lane; they depend on the seed only. */
  static SeededRandom random(RunPlan plan, LoadPhase phase, PlanShare lane) {
    return SeededRandom.named(plan.seed(), "back_off." + phase.word()).split(lane.carrier());
  }

  private boolean isBackingOff() {
    return sinceNanos != NEVER;
  }

  @Override
  public void connectionRefused(long atNanos) {
    if (!isBackingOff()) {
      sinceNanos = atNanos;
      pauseNanos = FIRST_PAUSE_NANOS;
    } else if (isTrying) {
      pauseNanos = Math.min(2 * pauseNanos, MAX_PAUSE_NANOS);
    } else {
      return; // This request was sent before the pause started.
    }
    isTrying = false;
    pauseEndsNanos = atNanos + Math.round(pauseNanos * (1 - random.nextUnit() / 2));
  }

  @Override
  public boolean connected(long atNanos) {
    if (!isBackingOff()) {
      return false;
    }
    earlierNanos += Math.max(0, atNanos - sinceNanos);
    sinceNanos = NEVER;
    pauseEndsNanos = NEVER;
    isTrying = false;
    return true;
  }

  @Override
  public long backedOffNanos(long nowNanos) {
    return earlierNanos + (isBackingOff() ? Math.max(0, nowNanos - sinceNanos) : 0);
  }

  /**
   * Returns the end of the pause if it is later: in a closed loop a request is planned for the time
   * at which it may be sent.
   */
  @Override
  public long nextScheduledNanos() {
    return Math.max(super.nextScheduledNanos(), pauseEndsNanos);
  }

  @Override
  public long nextDueNanos() {
    return isTrying ? WHEN_A_SLOT_IS_FREE : Math.max(super.nextDueNanos(), pauseEndsNanos);
  }

  @Override
  public void requestSent(Session session) {
    super.requestSent(session);
    isTrying = isBackingOff();
  }
}
