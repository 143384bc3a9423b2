package io.longhaul.control.coordinator;

import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.control.CoordinatorAlive;
import java.time.Duration;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Whether a coordinator still leads its run. The log decides: a coordinator that another one has
 * replaced finds the verdict on its own lane. While it does not read its own heartbeats, because it
 * was suspended or Kafka is unavailable, there may be a verdict that it has not read yet; until
 * then it must not decide anything. Thread-safe.
 */
final class Leadership {
  /** Less than the lease, after which another coordinator may take over. */
  static final Duration CERTAIN_FOR = Duration.ofSeconds(10);

  private final String laneId;
  private final Supplier<LaneStatus> ownLane;
  private final LongUnaryOperator ageNanos;
  private volatile boolean hasSuccessor;

  /**
   * @param laneId the coordinator's lane
   * @param ownLane returns the status of this lane according to the log
   * @param ageNanos returns the time since a time of this lane
   */
  Leadership(String laneId, Supplier<LaneStatus> ownLane, LongUnaryOperator ageNanos) {
    this.laneId = laneId;
    this.ownLane = ownLane;
    this.ageNanos = ageNanos;
  }

  /** Processes a message of a coordinator of the run. */
  void received(CoordinatorAlive alive) {
    hasSuccessor |=
        CoordinatorLane.incarnationOf(alive.getLaneId()) > CoordinatorLane.incarnationOf(laneId);
  }

  /** Records that another coordinator was faster to claim the run. */
  void claimFailed() {
    hasSuccessor = true;
  }

  /** Returns whether another coordinator has taken over the run. */
  boolean isLost() {
    return hasSuccessor || ownLane.get().lost();
  }

  /** Returns whether no other coordinator can have taken over the run yet. */
  boolean isCertain() {
    Heartbeat newest = ownLane.get().heartbeat();
    return !isLost()
        && newest != null
        && ageNanos.applyAsLong(newest.getAtNs()) <= CERTAIN_FOR.toNanos();
  }
}
