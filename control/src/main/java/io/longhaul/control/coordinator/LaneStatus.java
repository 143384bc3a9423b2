package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.Phase;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * State of a lane according to the log.
 *
 * @param lastRecordMillis append time of its latest record, by {@link LogClock}
 * @param identity what is known of its start; null until its first event was read
 * @param heartbeat the latest heartbeat; null before the first one
 * @param ended the lane's last event; null before it was read
 * @param lost whether the coordinator has declared the lane lost; later records are late
 */
record LaneStatus(
    long lastRecordMillis,
    @Nullable LaneStart identity,
    @Nullable Heartbeat heartbeat,
    @Nullable LaneEnded ended,
    boolean lost) {

  /** The frontier of a lane without a heartbeat: earlier than all times. */
  static final long NO_FRONTIER = Long.MIN_VALUE;

  static final LaneStatus UNKNOWN = new LaneStatus(0, null, null, null, false);

  /** Returns whether this is a profiling lane; false before its first event. */
  boolean isProfiling() {
    return identity != null && identity.phase() == Phase.PROFILING;
  }

  /** Returns whether this is a generator's lane of any phase; false before its first event. */
  boolean isGeneratorLane() {
    return identity != null && identity.phase() != null;
  }

  boolean hasEnded() {
    return ended != null;
  }

  /** Returns whether the lane has a heartbeat and has neither ended nor been lost. */
  boolean isActive() {
    return heartbeat != null && !hasEnded() && !lost;
  }

  /** Returns the number of issued requests, as last reported. */
  long issued() {
    if (ended != null) {
      return ended.getIssued();
    }
    return heartbeat == null ? 0 : heartbeat.getIssued();
  }

  /**
   * Returns the event time of the lane's end, in nanoseconds since the epoch; requires that it has
   * ended.
   */
  long endedEpochNanos() {
    return requireNonNull(identity).anchorEpochNanos() + requireNonNull(ended).getAtNs();
  }

  /**
   * Returns the lane's frontier in nanoseconds since the epoch; {@link #NO_FRONTIER} if unknown.
   */
  long frontierEpochNanos() {
    return identity == null || heartbeat == null
        ? NO_FRONTIER
        : identity.anchorEpochNanos() + heartbeat.getFrontierNs();
  }

  LaneStatus withRecordAt(long logMillis) {
    return new LaneStatus(logMillis, identity, heartbeat, ended, lost);
  }

  LaneStatus with(LaneStart value) {
    return new LaneStatus(lastRecordMillis, value, heartbeat, ended, lost);
  }

  LaneStatus with(Heartbeat value) {
    return new LaneStatus(lastRecordMillis, identity, value, ended, lost);
  }

  LaneStatus with(LaneEnded value) {
    return new LaneStatus(lastRecordMillis, identity, heartbeat, value, lost);
  }

  /** Adds an event of the lane; other kinds have no effect. */
  LaneStatus with(SpecificRecordBase event) {
    if (event instanceof LaneStarted start) {
      return with(LaneStart.of(start));
    }
    if (event instanceof Heartbeat beat) {
      return with(beat);
    }
    return event instanceof LaneEnded end ? with(end) : this;
  }

  LaneStatus declaredLost() {
    return new LaneStatus(lastRecordMillis, identity, heartbeat, ended, true);
  }
}
