package io.longhaul.cli.coordinator;

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

/** What the log holds of one run, for who has to finish it. Fed record by record, by one thread. */
final class LoggedRun {
  private final Map<String, LaneLocation> joined = new LinkedHashMap<>();
  private final Set<String> over = new LinkedHashSet<>();
  private final Map<String, Long> anchors = new LinkedHashMap<>();
  private String coordinatorLane;
  private LaneLocation coordinatorPlace;
  private long coordinatorSeq = RecordKey.NO_SEQ;
  private boolean started;
  private boolean stopped;
  private long latestFrontierEpochNanos;

  /**
   * Takes in a record of the run.
   *
   * @param event null for kinds whose payload does not matter here
   */
  void read(RecordKey key, LaneLocation place, SpecificRecordBase event) {
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

  /** Kinds whose payload is wanted. */
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

  /** Whether it began and nobody has ended it. */
  boolean isOpen() {
    return started && !stopped;
  }

  /** Whether it ever began. */
  boolean hasStarted() {
    return started;
  }

  /** Lanes that belong to it and have neither ended nor been lost, and where they are. */
  Map<String, LaneLocation> openLanes() {
    Map<String, LaneLocation> open = new LinkedHashMap<>(joined);
    open.keySet().removeAll(over);
    return open;
  }

  String coordinatorLane() {
    return coordinatorLane;
  }

  LaneLocation coordinatorPlace() {
    return coordinatorPlace;
  }

  /** The seq that the coordinator's next record would have had. */
  long nextCoordinatorSeq() {
    return coordinatorSeq + 1;
  }

  /** Lane time of a moment in the coordinator's lane. */
  long coordinatorTime(long epochNanos) {
    return epochNanos - anchors.get(coordinatorLane);
  }

  /** How far the generators had come, in nanoseconds of the epoch; 0 when none was heard. */
  long latestFrontierEpochNanos() {
    return latestFrontierEpochNanos;
  }
}
