package io.longhaul.cli.coordinator;

import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.Phase;

/**
 * What the log shows of a lane from outside.
 *
 * @param lastHeardMillis when its latest record was appended, by {@link LogClock}
 * @param started null until it was read
 * @param heartbeat the latest; null until there was one
 * @param ended null while it goes on
 * @param lost whether the coordinator has judged it lost: it says nothing more
 */
record LaneStatus(
    long lastRecordMillis,
    LaneStarted started,
    Heartbeat heartbeat,
    LaneEnded ended,
    boolean lost) {

  static final LaneStatus UNKNOWN = new LaneStatus(0, null, null, null, false);

  /** Whether it is known to be a lane of the measurement. */
  boolean isProfiling() {
    return started != null && started.getPhase() == Phase.PROFILING;
  }

  /** Whether it is known to be a lane of requests, those of a warm-up included. */
  boolean isGeneratorLane() {
    return started != null && started.getPhase() != null;
  }

  boolean hasEnded() {
    return ended != null;
  }

  /** Whether what its heartbeat said still holds: neither ended nor lost. */
  boolean isActive() {
    return heartbeat != null && !hasEnded() && !lost;
  }

  /** Requests that it said it issued. */
  long issued() {
    if (ended != null) {
      return ended.getIssued();
    }
    return heartbeat == null ? 0 : heartbeat.getIssued();
  }

  /** Event time of its end, in nanoseconds of the epoch; only when it has ended. */
  long endedEpochNanos() {
    return started.getAnchorEpochNs() + ended.getAtNs();
  }

  /**
   * Up to where it has told everything, in nanoseconds of the epoch; the beginning of time while
   * nothing is known of it.
   */
  long frontierEpochNanos() {
    return started == null || heartbeat == null
        ? Long.MIN_VALUE
        : started.getAnchorEpochNs() + heartbeat.getFrontierNs();
  }

  LaneStatus withRecordAt(long logMillis) {
    return new LaneStatus(logMillis, started, heartbeat, ended, lost);
  }

  LaneStatus with(LaneStarted value) {
    return new LaneStatus(lastRecordMillis, value, heartbeat, ended, lost);
  }

  LaneStatus with(Heartbeat value) {
    return new LaneStatus(lastRecordMillis, started, value, ended, lost);
  }

  LaneStatus with(LaneEnded value) {
    return new LaneStatus(lastRecordMillis, started, heartbeat, value, lost);
  }

  LaneStatus declaredLost() {
    return new LaneStatus(lastRecordMillis, started, heartbeat, ended, true);
  }
}
