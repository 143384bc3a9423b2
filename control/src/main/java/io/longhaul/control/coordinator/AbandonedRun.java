package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ControlSnapshot;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.WirePlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.StopReason;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RunClosed;
import io.longhaul.wire.control.PlanAnnounced;
import io.longhaul.wire.control.ProcessEnded;
import io.longhaul.wire.control.StartAnnounced;
import io.longhaul.wire.control.StopAnnounced;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;

/**
 * A run in the log whose coordinator and generators no longer exist. A successor of its coordinator
 * ends it, so that a job that reads the log emits all slices and the summary.
 *
 * <p>The end is that of the run: what was appended later, from a spool or by an earlier attempt to
 * end the run, does not move it.
 */
public final class AbandonedRun {
  private static final String REASON = "its process ended";

  /** A load with a duration ends with its last request, which may be sent before. */
  private static final long EARLY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final KafkaCluster cluster;
  private final Map<String, Integer> partitions;
  private final LaneLocation coordinatorPlace;
  private final String runId;
  private final LoggedRuns log;
  private final LoggedRun run;
  private final ControlSnapshot control;

  /**
   * Creates a run that was read from the log.
   *
   * @param partitions number of partitions of each topic
   */
  AbandonedRun(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      String runId,
      LoggedRuns log,
      ControlSnapshot control) {
    this.cluster = cluster;
    this.partitions = partitions;
    this.coordinatorPlace = CoordinatorLane.placeIn(cluster.topics(), runId, partitions);
    this.runId = runId;
    this.log = log;
    this.run = requireNonNull(log.runs().get(runId));
    this.control = control;
  }

  /**
   * Finds the latest run in the log that has started.
   *
   * @param partitions number of partitions of each topic
   * @return empty if the log contains no started run
   * @throws KafkaUnreachableException if Kafka does not answer
   */
  public static Optional<AbandonedRun> latestIn(
      KafkaCluster cluster, Map<String, Integer> partitions) throws KafkaUnreachableException {
    return latestIn(cluster, partitions, LoggedRuns.WINDOW);
  }

  /**
   * @param window length of the read part of the log, before the end of the run
   */
  static Optional<AbandonedRun> latestIn(
      KafkaCluster cluster, Map<String, Integer> partitions, Duration window)
      throws KafkaUnreachableException {
    ControlSnapshot control = ControlSnapshot.read(cluster);
    LoggedRuns log = LoggedRuns.read(cluster, partitions, control, any -> true, window);
    AbandonedRun latest = null;
    for (Map.Entry<String, LoggedRun> found : log.runs().entrySet()) {
      String runId = found.getKey();
      if (found.getValue().hasStarted() || control.of(runId, StartAnnounced.class).isPresent()) {
        latest = new AbandonedRun(cluster, partitions, runId, log, control);
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
    LoggedRuns again =
        LoggedRuns.read(cluster, partitions, control, runId::equals, log.fromMillis());
    return new AbandonedRun(cluster, partitions, runId, again, control);
  }

  public String runId() {
    return runId;
  }

  /** Returns sentences about what is missing; empty if nothing is. */
  List<String> losses() {
    List<String> losses = new ArrayList<>();
    if (hasEndedEarly()) {
      losses.add(
          "the generators stopped before the end of the plan, because the run had no coordinator");
    }
    control.all(runId, ProcessEnded.class).forEach(ended -> losses.addAll(ended.getProblems()));
    return losses;
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
    if (open.isEmpty() && run.isStopped() && run.unconfirmedLosses().isEmpty()) {
      return;
    }
    if (!run.isStopped() && run.coordinator().isEmpty()) {
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
    try (LaneLogWriter writer = new LaneLogWriter(cluster)) {
      if (run.isStopped()) {
        lose(open, issuedByLane, writer, clock);
        return;
      }
      PlanFacts plan = plan();
      long incarnation = CoordinatorLane.incarnationAfter(run.coordinators());
      CoordinatorLane successor =
          new CoordinatorLane(runId, incarnation, coordinatorPlace, writer, clock);
      claim(successor, writer);
      // A stop without the verdicts would leave the run waiting for these lanes.
      lose(open, issuedByLane, writer, clock);
      successor.open(plan, incarnation);
      run.coordinators().forEach(successor::succeed);
      run.succeeded(successor.laneId());
      stop(successor, writer, !open.isEmpty());
    }
  }

  private void lose(
      Map<String, LaneLocation> open,
      Map<String, Long> issuedByLane,
      LaneLogWriter writer,
      AnchoredRunClock clock) {
    Map<String, String> reasons = new LinkedHashMap<>(run.unconfirmedLosses());
    open.keySet().forEach(lane -> reasons.put(lane, REASON));
    reasons.forEach(
        (lane, reason) ->
            writer.append(
                requireNonNull(run.lanes().get(lane)),
                RecordKey.verdict(runId, lane, EventKind.LANE_LOST),
                LaneLost.newBuilder()
                    .setRunId(runId)
                    .setLaneId(lane)
                    .setReason(reason)
                    .setJudgedEpochNs(clock.epochNanos())
                    .setIssued(issuedByLane.get(lane))
                    .build()));
    writer.flush();
  }

  private void claim(CoordinatorLane successor, LaneLogWriter writer) throws RunFailedException {
    Optional<CoordinatorClaim> claim = claim();
    if (claim.isPresent()
        && !claim.get().make(writer, successor.laneId(), successor.nowEpochNanos())) {
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
                    log.position(coordinatorPlace)));
  }

  private void stop(CoordinatorLane successor, LaneLogWriter writer, boolean losesLanes) {
    // No heartbeat: its frontier would extend the run beyond the end of the load.
    Optional<StopReason> announced = announcedStop();
    successor.stop(
        announced.orElse(
            losesLanes || run.hasLostLanes() || hasEndedEarly()
                ? StopReason.ABANDONED
                : StopReason.COMPLETED),
        announced.map(AbandonedRun::condition).orElse(""),
        run.loadEndedEpochNanos());
    writer.flush();
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
    try (LaneLogWriter writer = new LaneLogWriter(cluster)) {
      run.lanes().forEach((lane, place) -> close(lane, place, writer));
      writer.flush();
      run.coordinators().forEach(lane -> close(lane, coordinatorPlace, writer));
      writer.flush();
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
  }

  private void close(String lane, LaneLocation place, LaneLogWriter writer) {
    writer.append(
        place, RecordKey.verdict(runId, lane, EventKind.RUN_CLOSED), new RunClosed(runId, lane));
  }
}
