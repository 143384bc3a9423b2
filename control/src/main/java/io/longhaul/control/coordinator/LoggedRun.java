package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.LaneLocation;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneStarted;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * State of one run according to its records in the log, as needed to end the run. Not thread-safe.
 */
final class LoggedRun {
  private final Map<String, LaneLocation> joined = new LinkedHashMap<>();
  private final Set<String> over = new LinkedHashSet<>();
  private final Map<String, Long> anchors = new LinkedHashMap<>();
  private @Nullable String coordinatorLane;
  private @Nullable LaneLocation coordinatorPlace;
  private long coordinatorSeq = RecordKey.NO_SEQ;
  private boolean started;
  private boolean stopped;
  private long latestFrontierEpochNanos;

  /**
   * Adds a record of the run.
   *
   * @param event the decoded payload; null for kinds whose payload is not needed
   */
  void read(RecordKey key, LaneLocation place, @Nullable SpecificRecordBase event) {
    if (isCoordinator(key)) {
      coordinatorLane = key.laneId();
      coordinatorPlace = place;
      coordinatorSeq = Math.max(coordinatorSeq, key.seq());
    }
    if (event instanceof LaneStarted lane) {
      anchors.put(key.laneId(), lane.getAnchorEpochNs());
    } else if (event instanceof Heartbeat heartbeat) {
      advanceFrontier(key.laneId(), heartbeat.getFrontierNs());
    } else if (event instanceof LaneJoined lane) {
      joined.put(lane.getLaneId(), new LaneLocation(lane.getTopic(), lane.getPartition()));
    }
    switch (key.kind()) {
      case RUN_STARTED -> started = true;
      case STOP -> stopped = true;
      case LANE_ENDED, LANE_LOST -> over.add(key.laneId());
      default -> {}
    }
  }

  /** Returns whether the payload of a kind is needed. */
  static boolean wantsPayload(EventKind kind) {
    return kind == EventKind.LANE_STARTED
        || kind == EventKind.HEARTBEAT
        || kind == EventKind.LANE_JOINED;
  }

  private static boolean isCoordinator(RecordKey key) {
    return key.laneId().startsWith("c.") && !key.kind().isVerdict();
  }

  private void advanceFrontier(String laneId, long frontierNanos) {
    Long anchor = anchors.get(laneId);
    if (anchor != null && !laneId.equals(coordinatorLane)) {
      latestFrontierEpochNanos = Math.max(latestFrontierEpochNanos, anchor + frontierNanos);
    }
  }

  /** Returns whether the run has started and has not been stopped. */
  boolean isOpen() {
    return started && !stopped;
  }

  /** Returns whether the run has started. */
  boolean hasStarted() {
    return started;
  }

  /** Returns the locations of the run's lanes that have neither ended nor been lost, by lane ID. */
  Map<String, LaneLocation> openLanes() {
    Map<String, LaneLocation> open = new LinkedHashMap<>(joined);
    open.keySet().removeAll(over);
    return open;
  }

  String coordinatorLane() {
    return requireNonNull(coordinatorLane);
  }

  LaneLocation coordinatorPlace() {
    return requireNonNull(coordinatorPlace);
  }

  /** Returns the sequence number of the coordinator's next record. */
  long nextCoordinatorSeq() {
    return coordinatorSeq + 1;
  }

  /** Converts a time to lane time of the coordinator's lane. */
  long coordinatorTime(long epochNanos) {
    return epochNanos - requireNonNull(anchors.get(coordinatorLane));
  }

  /**
   * Returns the latest frontier of all generators, in nanoseconds since the epoch; 0 without a
   * heartbeat.
   */
  long latestFrontierEpochNanos() {
    return latestFrontierEpochNanos;
  }
}
