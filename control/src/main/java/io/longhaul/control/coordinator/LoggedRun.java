package io.longhaul.control.coordinator;

import io.longhaul.control.LaneLocation;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.PlanFacts;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * State of one run according to its newest records in the log, as another coordinator needs it to
 * take over. Lanes that ended long ago need not be known. Not thread-safe.
 */
final class LoggedRun {
  private static final String COORDINATOR_PREFIX = "c.";
  private static final String SAMPLER_PREFIX = "s";

  private final Map<String, LaneLocation> lanes = new LinkedHashMap<>();
  private final Set<String> coordinators = new LinkedHashSet<>();
  private final Set<String> ended = new LinkedHashSet<>();
  private final Set<String> lost = new LinkedHashSet<>();
  private final Set<String> closed = new LinkedHashSet<>();
  private final Map<String, LaneStarted> starts = new LinkedHashMap<>();
  private final Map<String, Long> frontiers = new LinkedHashMap<>();
  private @Nullable PlanFacts plan;
  private boolean started;
  private boolean stopped;
  private long loadEndedEpochNanos;

  /**
   * Adds a record of the run. The records of each partition must be added in their order.
   *
   * @param appendMillis append time of the record, in milliseconds since the epoch
   * @param event the decoded payload; null for kinds whose payload is not needed
   */
  void read(
      RecordKey key, LaneLocation place, long appendMillis, @Nullable SpecificRecordBase event) {
    String lane = key.laneId();
    boolean isCoordinator = lane.startsWith(COORDINATOR_PREFIX);
    if (isCoordinator) {
      coordinators.add(lane);
    } else {
      lanes.putIfAbsent(lane, place);
    }
    switch (key.kind()) {
      case RUN_STARTED -> started = true;
      case STOP -> stopped |= !lost.contains(lane);
      case LANE_ENDED -> ended.add(lane);
      case LANE_LOST -> lost.add(lane);
      case RUN_CLOSED -> closed.add(lane);
      default -> {}
    }
    if (event instanceof LaneStarted start) {
      starts.put(lane, start);
      plan = isCoordinator || plan == null ? start.getPlan() : plan;
    } else if (event instanceof Heartbeat heartbeat) {
      advance(lane, heartbeat.getFrontierNs());
    } else if (event instanceof LaneEnded end) {
      advance(lane, end.getAtNs());
    } else if (event instanceof LaneJoined joined && joined.getLaneKind() == LaneKind.COORDINATOR) {
      lost.add(joined.getLaneId());
      coordinators.add(joined.getLaneId());
    } else if (event instanceof LaneJoined joined) {
      lanes.put(joined.getLaneId(), new LaneLocation(joined.getTopic(), joined.getPartition()));
    } else if (event instanceof LaneLost verdict && verdict.getSuccessorLaneId() != null) {
      coordinators.add(verdict.getSuccessorLaneId());
    }
    if (!isCoordinator && !key.kind().isVerdict() && !starts.containsKey(lane)) {
      // The anchor of the lane is not known, but records are appended soon after their facts.
      loadEndedEpochNanos =
          Math.max(loadEndedEpochNanos, TimeUnit.MILLISECONDS.toNanos(appendMillis));
    }
  }

  /** Returns whether the payload of a kind is needed. */
  static boolean wantsPayload(EventKind kind) {
    return switch (kind) {
      case LANE_STARTED, HEARTBEAT, LANE_JOINED, LANE_ENDED, LANE_LOST -> true;
      default -> false;
    };
  }

  private void advance(String lane, long laneNanos) {
    LaneStarted start = starts.get(lane);
    if (start != null) {
      long epochNanos = start.getAnchorEpochNs() + laneNanos;
      frontiers.merge(lane, epochNanos, Math::max);
      if (!lane.startsWith(COORDINATOR_PREFIX) && !lane.startsWith(SAMPLER_PREFIX)) {
        loadEndedEpochNanos = Math.max(loadEndedEpochNanos, epochNanos);
      }
    }
  }

  /** Returns whether the log contains the start of the run. */
  boolean hasStarted() {
    return started;
  }

  /** Returns whether a coordinator has stopped the run: no lane can join any more. */
  boolean isStopped() {
    return stopped;
  }

  /** Returns whether the run was closed, because all of its rows were committed. */
  boolean isClosed() {
    return !coordinators.isEmpty() && closed.containsAll(coordinators);
  }

  /** Returns the locations of the lanes of generators and samplers, by lane ID. */
  Map<String, LaneLocation> lanes() {
    return lanes;
  }

  /** Returns the locations of the lanes that have neither ended nor been lost, by lane ID. */
  Map<String, LaneLocation> openLanes() {
    Map<String, LaneLocation> open = new LinkedHashMap<>(lanes);
    open.keySet().removeAll(ended);
    open.keySet().removeAll(lost);
    open.keySet().removeAll(closed);
    return open;
  }

  boolean hasLostLanes() {
    return lanes.keySet().stream().anyMatch(lost::contains);
  }

  /**
   * Returns the lanes of all coordinators, in the order in which they led the run. A successor may
   * have been lost before it wrote a record.
   */
  Set<String> coordinators() {
    return coordinators;
  }

  /** Records that another coordinator has taken over. */
  void succeeded(String successorLane) {
    coordinator().ifPresent(lost::add);
    coordinators.add(successorLane);
  }

  /** Returns the lane of the coordinator that leads the run; empty if it was declared lost. */
  Optional<String> coordinator() {
    return coordinators.stream().filter(lane -> !lost.contains(lane)).findFirst();
  }

  /**
   * Returns the frontier of a coordinator's lane, in nanoseconds since the epoch; empty if unknown.
   */
  OptionalLong frontierEpochNanos(String lane) {
    Long frontier = frontiers.get(lane);
    return frontier == null ? OptionalLong.empty() : OptionalLong.of(frontier);
  }

  /** Returns the plan in the first record of a coordinator's lane; empty if it was not read. */
  Optional<PlanFacts> plan() {
    return Optional.ofNullable(plan);
  }

  /**
   * Returns the time of the last known fact of the load, in nanoseconds since the epoch; 0 without
   * one.
   */
  long loadEndedEpochNanos() {
    return loadEndedEpochNanos;
  }
}
