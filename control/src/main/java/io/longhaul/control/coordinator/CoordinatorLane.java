package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.LaneLocation;
import io.longhaul.load.LanePartitions;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.StopReason;
import io.longhaul.schema.Topics;
import io.longhaul.wire.GeneratorFacts;
import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.Mark;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RunStarted;
import io.longhaul.wire.Stop;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's lane. It states which lanes belong to the run and when they join. Its
 * heartbeats guarantee that no lane joins before their frontier. Not thread-safe.
 */
final class CoordinatorLane {
  /** Delay of the frontier, so that a lane that joins now never precedes it. */
  private static final long FRONTIER_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final String PROCESS_ID = "coordinator";
  private static final Pattern LANE_ID = Pattern.compile("c\\.([0-9a-z]{1,12})\\.0");
  private static final int RADIX = 36;

  private final String runId;
  private final String laneId;
  private final LaneLocation place;
  private final LaneLogWriter log;
  private final AnchoredRunClock clock;
  private final ClockAnchor anchor;
  private long seq;
  private long lastFrontier;

  CoordinatorLane(
      String runId,
      long incarnationEpochMs,
      LaneLocation place,
      LaneLogWriter log,
      AnchoredRunClock clock) {
    this.runId = runId;
    this.laneId = laneId(incarnationEpochMs);
    this.place = place;
    this.log = log;
    this.clock = clock;
    this.anchor = clock.readAnchor();
  }

  /**
   * Returns the location of the lane of a run's coordinator.
   *
   * @param partitions number of partitions of each topic
   */
  static LaneLocation placeIn(Topics topics, String runId, Map<String, Integer> partitions) {
    String topic = topics.timing();
    return new LaneLocation(
        topic, new LanePartitions(runId, requireNonNull(partitions.get(topic))).ofCoordinator());
  }

  /** Returns the ID of the lane of a coordinator with this incarnation. */
  static String laneId(long incarnationEpochMs) {
    return "c." + Long.toString(incarnationEpochMs, RADIX) + ".0";
  }

  /** Returns the incarnation of the coordinator of a lane; -1 if this is not such a lane. */
  static long incarnationOf(String laneId) {
    Matcher id = LANE_ID.matcher(laneId);
    return id.matches() ? Long.parseLong(id.group(1), RADIX) : -1;
  }

  /**
   * Returns an incarnation for a coordinator that takes over now. It is greater than those of the
   * earlier coordinators, even if this machine's clock is behind.
   */
  static long incarnationAfter(Collection<String> earlierLaneIds) {
    return Math.max(
        System.currentTimeMillis(),
        earlierLaneIds.stream().mapToLong(CoordinatorLane::incarnationOf).max().orElse(0) + 1);
  }

  String laneId() {
    return laneId;
  }

  LaneLocation place() {
    return place;
  }

  /** Returns the current time on the clock of the coordinator's events. Thread-safe. */
  long nowEpochNanos() {
    return anchor.epochNanosAt(clock.nowNanos());
  }

  /** Returns the time since a time of this lane. Thread-safe. */
  long ageNanos(long atNanos) {
    return now() - atNanos;
  }

  void open(PlanFacts plan, long incarnationEpochMs) {
    append(
        EventKind.LANE_STARTED,
        LaneStarted.newBuilder()
            .setRunId(runId)
            .setLaneId(laneId)
            .setProcessId(PROCESS_ID)
            .setLaneKind(LaneKind.COORDINATOR)
            .setIncarnationEpochMs(incarnationEpochMs)
            .setAnchorEpochNs(anchor.epochNanos())
            .setAnchorErrorNs(anchor.errorNanos())
            .setPlan(plan)
            .setTopic(place.topic())
            .setPartition(place.partition())
            .build());
  }

  /** Adds the lane of a coordinator that led the run before, in the same partition. */
  void succeed(String predecessorLaneId) {
    join(
        predecessorLaneId,
        PROCESS_ID,
        LaneKind.COORDINATOR,
        null,
        place,
        anchor.epochNanosAt(clock.nowNanos()));
  }

  void beat() {
    long now = now();
    lastFrontier = Math.max(lastFrontier, Math.max(0, now - FRONTIER_DELAY_NANOS));
    append(
        EventKind.HEARTBEAT,
        Heartbeat.newBuilder()
            .setAtNs(now)
            .setFrontierNs(lastFrontier)
            .setAckedBelow(0)
            .setClockErrorNs(anchor.driftNanos(clock.readAnchor()))
            .setNotIssued(NotIssued.newBuilder().build())
            .setLedger(List.of())
            .setHealth(Health.newBuilder().build())
            .build());
  }

  void runStarted(
      long runStartEpochNanos,
      PlanFacts plan,
      String configurationJson,
      String toolVersion,
      long plannedRequests,
      List<GeneratorFacts> generators) {
    append(
        EventKind.RUN_STARTED,
        RunStarted.newBuilder()
            .setAtNs(now())
            .setRunStartEpochNs(runStartEpochNanos)
            .setPlan(plan)
            .setConfigurationJson(configurationJson)
            .setToolVersion(toolVersion)
            .setPlannedRequests(plannedRequests)
            .setGenerators(generators)
            .build());
  }

  /**
   * Adds a lane to the run.
   *
   * @param phase the lane's phase; null for a sampler's lane
   * @param joinsEpochNanos event time at which the lane joins; not before a published frontier
   */
  void join(
      String joiningLaneId,
      String processId,
      LaneKind kind,
      @Nullable Phase phase,
      LaneLocation where,
      long joinsEpochNanos) {
    append(
        EventKind.LANE_JOINED,
        LaneJoined.newBuilder()
            .setAtNs(now())
            .setLaneId(joiningLaneId)
            .setProcessId(processId)
            .setLaneKind(kind)
            .setPhase(phase)
            .setTopic(where.topic())
            .setPartition(where.partition())
            .setJoinsEpochNs(joinsEpochNanos)
            .build());
  }

  /** Adds a mark of the run. Thread-safe. */
  void mark(Mark mark) {
    log.append(place, RecordKey.mark(runId, laneId), mark);
  }

  /**
   * Writes {@code Stop}: no further lane joins.
   *
   * @param condition the stop condition that was met, as a sentence; empty if none was met
   */
  void stop(StopReason reason, String condition, long loadEndedEpochNanos) {
    append(
        EventKind.STOP,
        Stop.newBuilder()
            .setAtNs(now())
            .setReason(reason.word())
            .setLoadEndedEpochNs(loadEndedEpochNanos)
            .setStopCondition(condition)
            .build());
  }

  private void append(EventKind kind, SpecificRecordBase event) {
    log.append(place, RecordKey.event(runId, laneId, kind, seq++), event);
  }

  private long now() {
    return clock.nowNanos() - anchor.monotonicNanos();
  }
}
