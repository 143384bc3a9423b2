package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ControlSnapshot;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.ReadToEnd;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.WirePlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.StopReason;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RunClosed;
import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.PlanAnnounced;
import io.longhaul.wire.control.StartAnnounced;
import io.longhaul.wire.control.StopAnnounced;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * A run in the log whose coordinator and generators no longer exist. A successor of its coordinator
 * ends it, so that a job that reads the log emits all slices and the summary.
 *
 * <p>Reads only the end of the log, because a run may have lasted for weeks: every lane that has
 * not ended writes a heartbeat each second, and its coordinator declares it lost after 30 s of
 * silence. The end is that of the run: what was appended later, from a spool or by an earlier
 * attempt to end the run, does not move it.
 */
public final class AbandonedRun {
  /** Much more than the silence after which a lane is declared lost. */
  private static final Duration WINDOW = Duration.ofMinutes(10);

  private static final String REASON = "its process ended";

  /** A load with a duration ends with its last request, which may be sent before. */
  private static final long EARLY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final KafkaCluster cluster;
  private final Map<String, Integer> partitions;
  private final long fromMillis;
  private final LaneLocation coordinatorPlace;
  private final String runId;
  private final LoggedRun run;
  private final long coordinatorOffset;
  private final ControlSnapshot control;

  private AbandonedRun(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      long fromMillis,
      String runId,
      RunsInLog log,
      ControlSnapshot control) {
    this.cluster = cluster;
    this.partitions = partitions;
    this.fromMillis = fromMillis;
    this.coordinatorPlace = CoordinatorLane.placeIn(cluster.topics(), runId, partitions);
    this.runId = runId;
    this.run = requireNonNull(log.runs().get(runId));
    this.coordinatorOffset = requireNonNull(log.positions().get(coordinatorPlace.topicPartition()));
    this.control = control;
  }

  /**
   * Creates a run that was read from a log with other runs.
   *
   * @param partitions number of partitions of each topic
   */
  static AbandonedRun of(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      String runId,
      RunLog log,
      ControlSnapshot control) {
    return new AbandonedRun(
        cluster,
        partitions,
        0,
        runId,
        new RunsInLog(Map.of(runId, log.run()), log.positions()),
        control);
  }

  /**
   * The runs in a part of the log.
   *
   * @param positions offsets up to which the log was read
   */
  private record RunsInLog(Map<String, LoggedRun> runs, Map<TopicPartition, Long> positions) {}

  /**
   * Finds the latest run in the log that has started.
   *
   * @param partitions number of partitions of each topic
   * @return empty if the log contains no started run
   * @throws KafkaUnreachableException if Kafka does not answer
   */
  public static Optional<AbandonedRun> latestIn(
      KafkaCluster cluster, Map<String, Integer> partitions) throws KafkaUnreachableException {
    return latestIn(cluster, partitions, WINDOW);
  }

  /**
   * @param window length of the read part of the log, before the end of the run
   */
  static Optional<AbandonedRun> latestIn(
      KafkaCluster cluster, Map<String, Integer> partitions, Duration window)
      throws KafkaUnreachableException {
    ControlSnapshot control = ControlSnapshot.read(cluster);
    long endMillis = Math.min(newestMillis(cluster, partitions), aliveMillis(control));
    long fromMillis = Math.max(0, endMillis - window.toMillis());
    RunsInLog log = read(cluster, partitions, fromMillis, control);
    AbandonedRun latest = null;
    for (Map.Entry<String, LoggedRun> found : log.runs().entrySet()) {
      String runId = found.getKey();
      if (found.getValue().hasStarted() || control.of(runId, StartAnnounced.class).isPresent()) {
        latest = new AbandonedRun(cluster, partitions, fromMillis, runId, log, control);
      }
    }
    return Optional.ofNullable(latest);
  }

  /**
   * Reads the run again, after events were added to the log.
   *
   * @throws KafkaUnreachableException if Kafka does not answer
   */
  public AbandonedRun readAgain() throws KafkaUnreachableException {
    RunsInLog again = read(cluster, partitions, fromMillis, control);
    return new AbandonedRun(cluster, partitions, fromMillis, runId, again, control);
  }

  /** Reads the state of all runs from the records that were appended from a time on. */
  private static RunsInLog read(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      long fromMillis,
      ControlSnapshot control)
      throws KafkaUnreachableException {
    Map<String, LoggedRun> runs = new LinkedHashMap<>();
    Map<TopicPartition, Long> positions = new LinkedHashMap<>();
    EventCodecs codecs = new EventCodecs();
    List<TopicPartition> lanes = lanes(cluster, partitions);
    try (Consumer<byte[], byte[]> consumer = cluster.consumer("earliest", Map.of())) {
      consumer.assign(lanes);
      Map<TopicPartition, Long> ends = consumer.endOffsets(lanes);
      seek(consumer, ends, fromMillis);
      new ReadToEnd(consumer)
          .read(
              ends,
              record ->
                  RecordKey.parse(record.key())
                      .ifPresent(key -> read(key, record, codecs, runs, control)));
      lanes.forEach(lane -> positions.put(lane, consumer.position(lane)));
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
    return new RunsInLog(runs, positions);
  }

  private static List<TopicPartition> lanes(KafkaCluster cluster, Map<String, Integer> partitions) {
    return cluster.lanePartitions(partitions).stream().map(LaneLocation::topicPartition).toList();
  }

  /**
   * Returns the newest time at which a coordinator was alive, in milliseconds since the epoch;
   * {@link Long#MAX_VALUE} if there is none.
   */
  private static long aliveMillis(ControlSnapshot control) {
    return control.all(CoordinatorAlive.class).stream()
        .mapToLong(alive -> TimeUnit.NANOSECONDS.toMillis(alive.getToldEpochNs()))
        .max()
        .orElse(Long.MAX_VALUE);
  }

  /** Positions the consumer at the records that were appended from a time on. */
  private static void seek(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, long fromMillis) {
    Map<TopicPartition, Long> times = new LinkedHashMap<>();
    ends.keySet().forEach(partition -> times.put(partition, fromMillis));
    Map<TopicPartition, OffsetAndTimestamp> offsets = consumer.offsetsForTimes(times);
    ends.forEach(
        (partition, end) -> {
          OffsetAndTimestamp first = offsets.get(partition);
          consumer.seek(partition, first == null ? end : first.offset());
        });
  }

  /**
   * Returns the append time of the newest record in the log, in milliseconds since the epoch; 0 if
   * the log is empty.
   */
  private static long newestMillis(KafkaCluster cluster, Map<String, Integer> partitions)
      throws KafkaUnreachableException {
    AtomicLong newest = new AtomicLong();
    List<TopicPartition> lanes = lanes(cluster, partitions);
    try (Consumer<byte[], byte[]> consumer = cluster.consumer("earliest", Map.of())) {
      consumer.assign(lanes);
      Map<TopicPartition, Long> ends = consumer.endOffsets(lanes);
      Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(lanes);
      ends.forEach(
          (lane, end) ->
              consumer.seek(lane, Math.max(requireNonNull(beginnings.get(lane)), end - 1)));
      new ReadToEnd(consumer)
          .read(ends, record -> newest.accumulateAndGet(record.timestamp(), Math::max));
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
    return newest.get();
  }

  private static void read(
      RecordKey key,
      ConsumerRecord<byte[], byte[]> record,
      EventCodecs codecs,
      Map<String, LoggedRun> runs,
      ControlSnapshot control) {
    SpecificRecordBase event = null;
    if (LoggedRun.wantsPayload(key.kind())) {
      try {
        event = codecs.decode(key.kind(), record.value());
      } catch (UnreadableRecordException e) {
        // The pipeline rejects it, too; the key shows that the lane exists.
      }
    }
    runs.computeIfAbsent(key.runId(), any -> new LoggedRun(aliveEpochNanos(key.runId(), control)))
        .read(key, new LaneLocation(record.topic(), record.partition()), record.timestamp(), event);
  }

  private static long aliveEpochNanos(String runId, ControlSnapshot control) {
    return control
        .of(runId, CoordinatorAlive.class)
        .map(CoordinatorAlive::getToldEpochNs)
        .orElse(Long.MAX_VALUE);
  }

  public String runId() {
    return runId;
  }

  /** Returns sentences about the load that is missing; empty if all of it was sent. */
  List<String> losses() {
    return hasEndedEarly()
        ? List.of(
            "the generators stopped before the end of the plan, because the run had no coordinator")
        : List.of();
  }

  /** Returns whether the generators have stopped by themselves before the plan ended. */
  private boolean hasEndedEarly() {
    Optional<PlanAnnounced> announced = control.of(runId, PlanAnnounced.class);
    Optional<StartAnnounced> start = control.of(runId, StartAnnounced.class);
    if (run.isStopped() || announcedStop().isPresent() || announced.isEmpty() || start.isEmpty()) {
      return false;
    }
    PhasePlan load = RunPlanJson.fromJson(announced.get().getPlanJson()).load().profiling();
    Long count = load.requestCount();
    Long duration = load.durationNanos();
    boolean lacksRequests = count == null || run.requestsOfEndedLanes().orElse(count) < count;
    boolean lacksTime =
        duration == null
            || run.loadEndedEpochNanos() + EARLY_NANOS
                < start.get().getRunStartEpochNs() + duration;
    return (count != null || duration != null) && lacksRequests && lacksTime;
  }

  /** Returns whether the run was closed, because all of its rows were committed. */
  public boolean isClosed() {
    return run.isClosed();
  }

  /**
   * Ends the run in the log unless it has ended already: declares lanes lost that have not ended,
   * and lets a successor of the coordinator write {@code Stop}. May be repeated after a crash.
   *
   * @param issuedByLane number of requests that each lane issued, where known
   * @throws RunFailedException if the plan or the coordinator of the run is unknown, or Kafka does
   *     not accept the records
   */
  public void end(Map<String, Long> issuedByLane) throws RunFailedException {
    if (run.isClosed()) {
      return;
    }
    Map<String, LaneLocation> open = run.openLanes();
    if (open.isEmpty() && run.isStopped()) {
      return;
    }
    if (run.coordinators().isEmpty()) {
      // The job would wait for the end of the former coordinator's lane for ever.
      throw RunFailedException.usage(
          "Cannot end run "
              + runId
              + ": its log has no record of its coordinator from the last minutes of the run"
              + " (longhaul report reports the rows that are in the lake)");
    }
    try {
      end(open, issuedByLane);
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
  }

  private void end(Map<String, LaneLocation> open, Map<String, Long> issuedByLane)
      throws RunFailedException {
    AnchoredRunClock clock = new AnchoredRunClock();
    try (LaneLogWriter log = new LaneLogWriter(cluster)) {
      if (run.isStopped()) {
        lose(open, issuedByLane, log, clock);
        return;
      }
      PlanFacts plan = plan();
      long incarnation = CoordinatorLane.incarnationAfter(run.coordinators());
      CoordinatorLane successor =
          new CoordinatorLane(runId, incarnation, coordinatorPlace, log, clock);
      claim(successor, log);
      // A stop without the verdicts would leave the run waiting for these lanes.
      lose(open, issuedByLane, log, clock);
      successor.open(plan, incarnation);
      run.coordinators().forEach(successor::succeed);
      run.succeeded(successor.laneId());
      stop(successor, log, !open.isEmpty());
    }
  }

  private void lose(
      Map<String, LaneLocation> open,
      Map<String, Long> issuedByLane,
      LaneLogWriter log,
      AnchoredRunClock clock) {
    open.forEach(
        (lane, place) ->
            log.append(
                place,
                RecordKey.verdict(runId, lane, EventKind.LANE_LOST),
                LaneLost.newBuilder()
                    .setRunId(runId)
                    .setLaneId(lane)
                    .setReason(REASON)
                    .setJudgedEpochNs(clock.epochNanos())
                    .setIssued(issuedByLane.get(lane))
                    .build()));
    log.flush();
  }

  private void claim(CoordinatorLane successor, LaneLogWriter log) throws RunFailedException {
    Optional<CoordinatorClaim> claim = claim();
    if (claim.isPresent()
        && !claim.get().make(log, successor.laneId(), successor.nowEpochNanos())) {
      throw new RunTakenOverException(runId);
    }
  }

  /** Returns the claim on this run; empty if its last coordinator is unknown. */
  private Optional<CoordinatorClaim> claim() {
    return run.coordinator()
        .map(
            former ->
                new CoordinatorClaim(
                    cluster,
                    runId,
                    coordinatorPlace,
                    former,
                    run.frontierEpochNanos(former).orElse(0),
                    coordinatorOffset));
  }

  private void stop(CoordinatorLane successor, LaneLogWriter log, boolean losesLanes) {
    // No heartbeat: its frontier would extend the run beyond the end of the load.
    Optional<StopReason> announced = announcedStop();
    successor.stop(
        announced.orElse(
            losesLanes || run.hasLostLanes() || hasEndedEarly()
                ? StopReason.ABANDONED
                : StopReason.COMPLETED),
        announced.map(AbandonedRun::condition).orElse(""),
        run.loadEndedEpochNanos());
    log.flush();
  }

  private PlanFacts plan() throws RunFailedException {
    Optional<PlanFacts> logged = run.plan();
    if (logged.isPresent()) {
      return PlanFacts.newBuilder(logged.get()).setRunStartEpochNs(null).build();
    }
    return control
        .of(runId, PlanAnnounced.class)
        .map(announced -> WirePlan.of(RunPlanJson.fromJson(announced.getPlanJson()), null))
        .orElseThrow(
            () ->
                RunFailedException.usage(
                    "Cannot end run " + runId + ": its plan is not on the control topic"));
  }

  /** Returns the reason for which the former coordinator stopped the load; empty if it did not. */
  private Optional<StopReason> announcedStop() {
    return control.of(runId, StopAnnounced.class).flatMap(AbandonedRun::reason);
  }

  /** Returns the reason of a stop; empty if only another version knows it. */
  static Optional<StopReason> reason(StopAnnounced stop) {
    return Arrays.stream(StopReason.values())
        .filter(reason -> reason.matches(stop.getReason()))
        .findFirst();
  }

  /** Returns a text for a stop condition; only the former coordinator knew its values. */
  private static String condition(StopReason reason) {
    return switch (reason) {
      case FAILED_REQUESTS, CONSECUTIVE_FAILURES, FREE_DISK, NO_ANSWER ->
          reason.word() + " (the process that measured the values has ended)";
      default -> "";
    };
  }

  /**
   * Writes {@code RunClosed} for every lane. Call it when the run's rows are committed.
   *
   * @throws KafkaUnreachableException if Kafka does not accept the records
   */
  public void close() throws KafkaUnreachableException {
    try (LaneLogWriter log = new LaneLogWriter(cluster)) {
      run.lanes().forEach((lane, place) -> close(lane, place, log));
      log.flush();
      run.coordinators().forEach(lane -> close(lane, coordinatorPlace, log));
      log.flush();
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
  }

  private void close(String lane, LaneLocation place, LaneLogWriter log) {
    log.append(
        place, RecordKey.verdict(runId, lane, EventKind.RUN_CLOSED), new RunClosed(runId, lane));
  }
}
