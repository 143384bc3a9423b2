package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNullElse;

import io.longhaul.control.LaneLocation;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.Phase;
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

  private final Map<String, LaneLocation> lanes = new LinkedHashMap<>();
  private final Set<String> coordinators = new LinkedHashSet<>();
  private final Set<String> ended = new LinkedHashSet<>();
  private final Set<String> lost = new LinkedHashSet<>();
  private final Set<String> closed = new LinkedHashSet<>();

  /** Lanes that are over according to the control topic, not to the read part of the log. */
  private final Set<String> announcedOver = new LinkedHashSet<>();

  /** Reasons of the verdicts that were announced on the control topic, by lane ID. */
  private final Map<String, String> announcedLosses = new LinkedHashMap<>();

  private final Map<String, LaneTimes> times = new LinkedHashMap<>();
  private final Map<String, LaneStatus> statuses = new LinkedHashMap<>();

  /** Frontiers of successors before they write records, in nanoseconds since the epoch. */
  private final Map<String, Long> frontiers = new LinkedHashMap<>();

  private final long aliveEpochNanos;
  private @Nullable PlanFacts plan;
  private boolean started;
  private boolean stopped;

  /**
   * Creates the state of a run of which no record was read.
   *
   * @param aliveEpochNanos last time at which a coordinator of the run was certainly alive, in
   *     nanoseconds since the epoch; {@link Long#MAX_VALUE} if unknown. Records that were appended
   *     later may be about a much earlier time, because they were sent again from a spool.
   */
  LoggedRun(long aliveEpochNanos) {
    this.aliveEpochNanos = aliveEpochNanos;
  }

  /** What is known about the time of one lane. Times of its events count from its anchor. */
  private static final class LaneTimes {
    private OptionalLong anchorEpochNanos = OptionalLong.empty();
    private long latestAnchorEpochNanos = Long.MAX_VALUE;
    private long frontierNanos = -1;
    private long appendedEpochNanos;

    /** Returns the frontier in nanoseconds since the epoch; empty if the anchor is unknown. */
    OptionalLong frontierEpochNanos() {
      return anchorEpochNanos.isEmpty() || frontierNanos < 0
          ? OptionalLong.empty()
          : OptionalLong.of(anchorEpochNanos.getAsLong() + frontierNanos);
    }

    /**
     * Returns the anchor; a few milliseconds too late if the start of the lane was not read; empty
     * if unknown.
     */
    OptionalLong estimatedAnchorEpochNanos() {
      return anchorEpochNanos.isPresent() || latestAnchorEpochNanos == Long.MAX_VALUE
          ? anchorEpochNanos
          : OptionalLong.of(latestAnchorEpochNanos);
    }

    /** Returns the time of the last known fact, as precisely as possible; 0 if unknown. */
    long lastEpochNanos() {
      if (anchorEpochNanos.isPresent()) {
        return frontierEpochNanos().orElse(0);
      }
      OptionalLong estimated = estimatedAnchorEpochNanos();
      return estimated.isPresent() ? estimated.getAsLong() + frontierNanos : appendedEpochNanos;
    }
  }

  /**
   * Adds a record of the run. The records of each partition must be added in their order.
   *
   * @param appendMillis append time of the record, in milliseconds since the epoch
   * @param event the decoded payload; null for kinds whose payload is not needed
   */
  void read(
      RecordKey key, LaneLocation place, long appendMillis, @Nullable SpecificRecordBase event) {
    String lane = key.laneId();
    boolean wasLost = lost.contains(lane);
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
    if (event != null) {
      statuses.merge(lane, LaneStatus.UNKNOWN.with(event), (known, any) -> known.with(event));
    }
    long appendEpochNanos = TimeUnit.MILLISECONDS.toNanos(appendMillis);
    if (!key.kind().isVerdict()) {
      LaneTimes known = timesOf(lane);
      known.appendedEpochNanos =
          Math.max(known.appendedEpochNanos, Math.min(appendEpochNanos, aliveEpochNanos));
    }
    if (event instanceof LaneStarted start) {
      timesOf(lane).anchorEpochNanos = OptionalLong.of(start.getAnchorEpochNs());
      plan = isCoordinator || plan == null ? start.getPlan() : plan;
    } else if (event instanceof Heartbeat heartbeat) {
      advance(lane, heartbeat.getFrontierNs(), heartbeat.getAtNs(), appendEpochNanos);
    } else if (event instanceof LaneEnded end) {
      advance(lane, end.getAtNs(), end.getAtNs(), appendEpochNanos);
    } else if (event instanceof LaneJoined joined && joined.getLaneKind() == LaneKind.COORDINATOR) {
      lost.add(joined.getLaneId());
      coordinators.add(joined.getLaneId());
    } else if (event instanceof LaneJoined joined) {
      lanes.put(joined.getLaneId(), new LaneLocation(joined.getTopic(), joined.getPartition()));
    } else if (event instanceof LaneLost verdict
        && verdict.getSuccessorLaneId() != null
        && !wasLost) { // the first verdict counts
      frontiers.put(
          verdict.getSuccessorLaneId(),
          requireNonNullElse(verdict.getSuccessorFrontierEpochNs(), 0L));
      coordinators.add(verdict.getSuccessorLaneId());
    }
  }

  private LaneTimes timesOf(String lane) {
    return times.computeIfAbsent(lane, any -> new LaneTimes());
  }

  /** Returns whether the payload of a kind is needed. */
  static boolean wantsPayload(EventKind kind) {
    return switch (kind) {
      case LANE_STARTED, HEARTBEAT, LANE_JOINED, LANE_ENDED, LANE_LOST -> true;
      default -> false;
    };
  }

  private void advance(String lane, long frontierNanos, long atNanos, long appendEpochNanos) {
    LaneTimes known = timesOf(lane);
    known.frontierNanos = Math.max(known.frontierNanos, frontierNanos);
    if (appendEpochNanos <= aliveEpochNanos) {
      // Kafka appends an event after it has occurred, and mostly a moment after. The shortest delay
      // gives the anchor of a lane whose start was not read.
      known.latestAnchorEpochNanos =
          Math.min(known.latestAnchorEpochNanos, appendEpochNanos - atNanos);
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
    open.keySet().removeAll(announcedOver);
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
    OptionalLong own =
        times.containsKey(lane) ? timesOf(lane).frontierEpochNanos() : OptionalLong.empty();
    Long given = frontiers.get(lane);
    return own.isEmpty() && given != null ? OptionalLong.of(given) : own;
  }

  /** Returns the time of a lane's last known fact, in nanoseconds since the epoch; 0 if unknown. */
  long lastEpochNanos(String lane) {
    return knows(lane) ? timesOf(lane).lastEpochNanos() : 0;
  }

  /** Adds a lane that was announced on the control topic; perhaps none of its records was read. */
  void add(String lane, LaneLocation place) {
    lanes.putIfAbsent(lane, place);
  }

  /** Records that a lane has ended, unless records of it were read: then they decide. */
  void announceEnd(String lane) {
    if (!knows(lane)) {
      announcedOver.add(lane);
    }
  }

  /** Records that a coordinator has announced on the control topic that a lane is lost. */
  void announceLoss(String lane, String reason) {
    announcedOver.add(lane);
    announcedLosses.put(lane, reason);
  }

  /**
   * Returns the lanes that are lost according to the control topic only, with the reasons: the
   * verdict is older than the read part of the log, or has never reached it.
   */
  Map<String, String> unconfirmedLosses() {
    Map<String, String> unconfirmed = new LinkedHashMap<>(announcedLosses);
    unconfirmed.keySet().removeAll(lost);
    unconfirmed.keySet().removeAll(ended);
    return unconfirmed;
  }

  /** Adds the lane of an earlier coordinator. */
  void addFormerCoordinator(String lane) {
    coordinators.add(lane);
    lost.add(lane);
  }

  /**
   * Returns the number of planned requests that the lanes of the load have sent or omitted; empty
   * if a lane's end was not read.
   */
  OptionalLong requestsOfEndedLanes() {
    long requests = 0;
    for (String lane : lanes.keySet()) {
      if (LaneStart.phaseOf(lane) != Phase.PROFILING) {
        continue;
      }
      LaneEnded end = statuses.getOrDefault(lane, LaneStatus.UNKNOWN).ended();
      if (end == null) {
        return OptionalLong.empty();
      }
      NotIssued omitted = end.getNotIssued();
      requests +=
          end.getIssued()
              + omitted.getNoSlot()
              + omitted.getScheduleOverrun()
              + omitted.getStallSkipped();
    }
    return OptionalLong.of(requests);
  }

  /** Returns whether a record of a lane was read. */
  boolean knows(String lane) {
    return times.containsKey(lane);
  }

  /**
   * Returns the state of each lane of which an event was read, by lane ID. The anchor of a lane
   * whose first event was not read is estimated.
   */
  Map<String, LaneStatus> statuses() {
    Map<String, LaneStatus> known = new LinkedHashMap<>();
    statuses.forEach((lane, status) -> known.put(lane, complete(lane, status)));
    return known;
  }

  private LaneStatus complete(String lane, LaneStatus status) {
    OptionalLong anchor =
        knows(lane) ? timesOf(lane).estimatedAnchorEpochNanos() : OptionalLong.empty();
    LaneStatus identified =
        status.identity() == null && anchor.isPresent()
            ? status.with(LaneStart.of(lane, anchor.getAsLong()))
            : status;
    boolean isLost = lost.contains(lane) || announcedLosses.containsKey(lane);
    return isLost ? identified.declaredLost() : identified;
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
    return times.entrySet().stream()
        .filter(lane -> LaneStart.phaseOf(lane.getKey()) != null)
        .mapToLong(lane -> lane.getValue().lastEpochNanos())
        .max()
        .orElse(0);
  }
}
