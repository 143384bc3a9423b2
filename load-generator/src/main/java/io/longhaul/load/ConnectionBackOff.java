package io.longhaul.load;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;

/**
 * Makes a closed loop back off while servers refuse connections. Without a pause, every slot of the
 * loop would try again immediately, thousands of times per second. An open loop follows its plan
 * and never backs off. Belongs to the event loop.
 *
 * <p>After a refused connection the lane sends nothing for 10 ms. Then it sends one request and
 * waits for its connection. Each further refusal doubles the pause, up to one second. Each pause is
 * shortened by a random fraction of up to one half. As soon as a request is sent over a connection,
 * all slots send again.
 */
final class ConnectionBackOff {
  static final long FIRST_PAUSE_NANOS = 10_000_000;
  static final long MAX_PAUSE_NANOS = 1_000_000_000;

  /** Means that there is no pause. */
  private static final long NEVER = Long.MIN_VALUE;

  private final boolean isOpenLoop;

  /** The random numbers for the pauses of one lane; they depend on the seed only. */
  private final SeededRandom random;

  private final WaitingTime backedOff = new WaitingTime();
  private long pauseNanos;
  private long pauseEndsNanos = NEVER;
  private boolean isTrying;

  ConnectionBackOff(RunPlan plan, LoadPhase phase, PlanShare lane) {
    this.isOpenLoop = plan.load().of(phase).isOpenLoop();
    this.random = SeededRandom.named(plan.seed(), "back_off." + phase.word()).split(lane.carrier());
  }

  /** Called if a server refuses the connection of a sent request. */
  void connectionRefused(long atNanos) {
    if (isOpenLoop) {
      return;
    }
    if (!backedOff.isRunning()) {
      backedOff.start(atNanos);
      pauseNanos = FIRST_PAUSE_NANOS;
    } else if (isTrying) {
      pauseNanos = Math.min(2 * pauseNanos, MAX_PAUSE_NANOS);
    } else {
      return; // This request was sent before the pause started.
    }
    isTrying = false;
    pauseEndsNanos = atNanos + Math.round(pauseNanos * (1 - random.nextUnit() / 2));
  }

  /**
   * Called when a sent request has a connection, or has ended for another reason than a refused
   * one.
   *
   * @return whether other requests may be due sooner now
   */
  boolean connected(long atNanos) {
    if (!backedOff.isRunning()) {
      return false;
    }
    backedOff.end(atNanos);
    pauseEndsNanos = NEVER;
    isTrying = false;
    return true;
  }

  /**
   * Returns the total time until now for which the lane has backed off from refused connections.
   */
  long backedOffNanos(long nowNanos) {
    return backedOff.totalNanos(nowNanos);
  }

  /**
   * Returns the planned time of the next request: the end of the pause if that is later, because in
   * a closed loop a request is planned for the time at which it may be sent.
   */
  long scheduledNanos(long scheduledNanos) {
    return Math.max(scheduledNanos, pauseEndsNanos);
  }

  /** Returns when the next request may be sent, which is due at this time without back-off. */
  long dueNanos(long dueNanos) {
    return isTrying ? RequestScheduler.WHEN_A_SLOT_IS_FREE : Math.max(dueNanos, pauseEndsNanos);
  }

  void requestSent() {
    isTrying = backedOff.isRunning();
  }
}
