package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ControlMessageKind;
import io.longhaul.control.ControlProtocol;
import io.longhaul.control.ControlSnapshot;
import io.longhaul.control.ControlTopic;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaControlTopic;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.RunAnnouncement;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.LoadGenerator;
import io.longhaul.load.WirePlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.GeneratorStarted;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.PlanAnnounced;
import io.longhaul.wire.control.ProcessEnded;
import io.longhaul.wire.control.ProcessName;
import io.longhaul.wire.control.ProcessReady;
import io.longhaul.wire.control.Sampling;
import io.longhaul.wire.control.ShareAssigned;
import io.longhaul.wire.control.StartAnnounced;
import io.longhaul.wire.control.StopAnnounced;
import io.longhaul.wire.control.StopConditions;
import io.longhaul.wire.control.VerdictAnnounced;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A run whose load has started and that is not closed, according to the control topic. Its
 * coordinator may be alive. Not thread-safe.
 */
public final class ResumableRun {
  private final KafkaCluster cluster;
  private final Map<String, Integer> partitions;
  private final ControlSnapshot control;
  private final StartAnnounced start;
  private final PlanAnnounced plan;

  /** Whether the log contains the end of the run; read by the thread of the lease. */
  private volatile boolean isClosed;

  private ResumableRun(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      ControlSnapshot control,
      StartAnnounced start,
      PlanAnnounced plan) {
    this.cluster = cluster;
    this.partitions = partitions;
    this.control = control;
    this.start = start;
    this.plan = plan;
  }

  /**
   * Finds all unfinished runs, in the order in which they started.
   *
   * @param partitions number of partitions of each topic
   * @throws KafkaUnreachableException if Kafka does not answer
   */
  public static List<ResumableRun> all(KafkaCluster cluster, Map<String, Integer> partitions)
      throws KafkaUnreachableException {
    ControlSnapshot control = ControlSnapshot.read(cluster);
    List<ResumableRun> unfinished = new ArrayList<>();
    for (StartAnnounced start : control.all(StartAnnounced.class)) {
      Optional<PlanAnnounced> plan = control.of(start.getRunId(), PlanAnnounced.class);
      if (plan.isPresent() && !isClosed(control, start.getRunId())) {
        unfinished.add(new ResumableRun(cluster, partitions, control, start, plan.get()));
      }
    }
    unfinished.sort(Comparator.comparing(ResumableRun::started));
    return unfinished;
  }

  /**
   * Finds an unfinished run.
   *
   * @param partitions number of partitions of each topic
   * @throws RunFailedException if the control topic does not contain the run, or its load has not
   *     started, or it is closed, or if Kafka does not answer
   */
  public static ResumableRun named(
      KafkaCluster cluster, Map<String, Integer> partitions, String runId)
      throws RunFailedException {
    List<ResumableRun> all = all(cluster, partitions);
    for (ResumableRun run : all) {
      if (run.runId().equals(runId)) {
        return run;
      }
    }
    ControlSnapshot control = ControlSnapshot.read(cluster);
    if (control.of(runId, CoordinatorAlive.class).isEmpty()) {
      throw refused(
          runId,
          "Kafka contains no run of this name (%s)"
              .formatted(
                  all.isEmpty()
                      ? "no run is unfinished"
                      : "unfinished: "
                          + String.join(", ", all.stream().map(ResumableRun::runId).toList())));
    }
    throw isClosed(control, runId)
        ? finished(runId)
        : refused(runId, "its load has not started (start the run again)");
  }

  private static boolean isClosed(ControlSnapshot control, String runId) {
    return control
        .of(runId, CoordinatorAlive.class)
        .filter(CoordinatorAlive::getClosed)
        .isPresent();
  }

  /**
   * Returns whether a run is closed.
   *
   * @throws KafkaUnreachableException if Kafka does not answer
   */
  public static boolean isClosed(KafkaCluster cluster, String runId)
      throws KafkaUnreachableException {
    return isClosed(ControlSnapshot.read(cluster), runId);
  }

  /** Returns the refusal to resume a closed run. */
  public static RunFailedException finished(String runId) {
    return refused(runId, "it has finished (longhaul report writes its documents again)");
  }

  private static RunFailedException refused(String runId, String reason) {
    return RunFailedException.usage("Cannot resume run " + runId + ": " + reason);
  }

  public String runId() {
    return start.getRunId();
  }

  /** Returns the time at which the load started. */
  public Instant started() {
    return Instant.EPOCH.plusNanos(start.getRunStartEpochNs());
  }

  /** Returns the time of the last sign of a coordinator. */
  public Instant lastLed() {
    return Instant.EPOCH.plusNanos(alive().getToldEpochNs());
  }

  public RunPlan plan() {
    return RunPlanJson.fromJson(plan.getPlanJson());
  }

  /** Returns the conditions that end the load early. */
  public StopConditions stopConditions() {
    StopConditions announced = plan.getStopConditions();
    return announced == null ? StopConditions.newBuilder().build() : announced;
  }

  /** Returns what the process of the first coordinator sampled; empty for nothing. */
  public Optional<Sampling> sampling() {
    return Optional.ofNullable(plan.getSampling());
  }

  /**
   * Starts to send signs of a coordinator, so that generators do not stop while this process reads
   * the log. Its sender does not lead the run, and does not replace its coordinator.
   */
  public HeldLease holdLease() {
    ControlTopic topic = new KafkaControlTopic(cluster);
    Runnable renewal = () -> topic.send(aliveWithoutCoordinator());
    return new HeldLease(
        renewal,
        () -> {
          if (isClosed) {
            // The coordinator was killed before it could send this.
            renewal.run();
          }
          topic.close();
        });
  }

  private CoordinatorAlive aliveWithoutCoordinator() {
    return CoordinatorAlive.newBuilder(alive())
        .setCount(0)
        .setProtocolVersion(ControlProtocol.VERSION)
        .setOldestProtocolVersion(ControlProtocol.OLDEST_SUPPORTED)
        .setMissingGenerators(0)
        .setContinuable(List.of())
        .setLaneId("")
        .setLeaseNs(LeaseWatch.DEFAULT_LEASE.toNanos())
        .setClosed(isClosed)
        .build();
  }

  private CoordinatorAlive alive() {
    return control.of(runId(), CoordinatorAlive.class).orElseThrow();
  }

  /**
   * Reads the log of the run.
   *
   * @throws RunFailedException if the run is closed, or the log does not contain its coordinator,
   *     or if Kafka does not answer
   */
  public Takeover readLog() throws RunFailedException {
    LoggedRuns log =
        LoggedRuns.read(cluster, partitions, control, runId()::equals, LoggedRuns.WINDOW);
    LoggedRun run = log.runs().get(runId());
    if (run != null && run.isClosed()) {
      isClosed = true;
      throw finished(runId());
    }
    if (run == null || run.coordinator().isEmpty()) {
      throw refused(
          runId(),
          "the log has no record of its coordinator from the last minutes of the run"
              + " (longhaul report reports the rows that are in the lake)");
    }
    addAnnouncedLanes(run);
    return new Takeover(this, log, run);
  }

  /** Adds the lanes that have joined the run, even if nothing was written to them recently. */
  private void addAnnouncedLanes(LoggedRun run) {
    Map<String, String> lost = announcedLosses();
    for (ProcessReady ready : participants(run)) {
      Optional<ProcessEnded> end = about(ControlMessageKind.processOf(ready), ProcessEnded.class);
      boolean hasEnded = end.isPresent() && end.get().getProblems().isEmpty();
      for (LaneAddress lane : ready.getLanes()) {
        String laneId = lane.getLaneId();
        run.add(laneId, new LaneLocation(lane.getTopic(), lane.getPartition()));
        if (lost.containsKey(laneId)) {
          run.announceLoss(laneId, requireNonNull(lost.get(laneId)));
        } else if (hasEnded || Generator.phaseOf(lane) == Phase.WARMUP) {
          run.announceEnd(laneId);
        }
      }
    }
  }

  /** Returns the processes whose lanes have joined the run, even if they have ended since then. */
  private List<ProcessReady> participants(LoggedRun run) {
    return control.all(runId(), ProcessReady.class).stream()
        .filter(ready -> hasJoined(ready, run))
        .toList();
  }

  private boolean hasJoined(ProcessReady ready, LoggedRun run) {
    ProcessName name = ControlMessageKind.processOf(ready);
    Map<String, String> lost = announcedLosses();
    return start.getParticipants().contains(name)
        || about(name, GeneratorStarted.class).isPresent()
        || ready.getLanes().stream()
            .map(LaneAddress::getLaneId)
            .anyMatch(lane -> run.knows(lane) || lost.containsKey(lane));
  }

  /** Returns the reasons of all verdicts, by lane ID. */
  private Map<String, String> announcedLosses() {
    return control.all(runId(), VerdictAnnounced.class).stream()
        .collect(Collectors.toMap(VerdictAnnounced::getLaneId, VerdictAnnounced::getReason));
  }

  /** Returns a message from or about a generator process; empty if there is none. */
  private <T extends SpecificRecordBase> Optional<T> about(ProcessName name, Class<T> kind) {
    return control.all(runId(), kind).stream()
        .filter(message -> ControlMessageKind.processOf(message).equals(name))
        .findFirst();
  }

  /**
   * Returns the generators that take part, or prepare to continue the share of a lost one, in the
   * state that they have announced: one for each share, the latest.
   */
  Collection<Generator> generators(LoggedRun run) {
    Map<Integer, Generator> byShare = new TreeMap<>();
    for (ShareAssigned share : control.all(runId(), ShareAssigned.class)) {
      ProcessName name = ControlMessageKind.processOf(share);
      Optional<GeneratorPresent> present = about(name, GeneratorPresent.class);
      Optional<ProcessReady> ready = about(name, ProcessReady.class);
      boolean hasJoined = ready.isPresent() && hasJoined(ready.get(), run);
      boolean prepares = !hasJoined && share.getRunStartEpochNs() != null;
      if (present.isPresent() && (hasJoined || prepares)) {
        Generator generator = new Generator(present.get(), System.nanoTime());
        generator.assign(share.getShareIndex());
        ready.ifPresent(message -> generator.ready(message.getLanes(), message.getProblems()));
        if (prepares) {
          generator.continueShare(share.getShareIndex());
          generator.present(present.get().getShareIndex());
          generator.adopted();
        } else {
          setState(generator, run);
        }
        if (about(name, ProcessEnded.class).isPresent()) {
          generator.reportEnd();
        }
        byShare.merge(generator.share(), generator, ResumableRun::latest);
      }
    }
    return byShare.values();
  }

  private void setState(Generator generator, LoggedRun run) {
    start.getJoining().stream()
        .filter(joining -> joining.getProcess().equals(generator.name()))
        .forEach(
            joining -> {
              generator.continueShare(generator.share());
              generator.join(joining.getJoinsEpochNs());
            });
    generator.endWarmup();
    List<String> lanes =
        generator.lanes(Phase.PROFILING).stream().map(LaneAddress::getLaneId).toList();
    if (lanes.stream().anyMatch(run::knows)
        || about(generator.name(), GeneratorStarted.class).isPresent()) {
      generator.start();
    }
    if (lanes.stream().anyMatch(announcedLosses()::containsKey)) {
      generator.lose();
    }
  }

  /** Returns sentences about what was lost under earlier coordinators. */
  List<String> losses() {
    List<String> losses = new ArrayList<>();
    announcedLosses().forEach((lane, reason) -> losses.add(ownerOf(lane) + " was lost: " + reason));
    control.all(runId(), ProcessEnded.class).forEach(ended -> losses.addAll(ended.getProblems()));
    return losses.stream().distinct().toList();
  }

  private String ownerOf(String laneId) {
    return control.all(runId(), ProcessReady.class).stream()
        .filter(ready -> ready.getLanes().stream().anyMatch(l -> l.getLaneId().equals(laneId)))
        .findFirst()
        .flatMap(ready -> about(ControlMessageKind.processOf(ready), GeneratorPresent.class))
        .map(present -> "generator " + Generator.description(present))
        .orElse("lane " + laneId);
  }

  private static Generator latest(Generator one, Generator other) {
    return one.incarnationEpochMillis() > other.incarnationEpochMillis() ? one : other;
  }

  /** Returns the announced stop of the load; empty if the load was not stopped. */
  Optional<StopAnnounced> stop() {
    return control.of(runId(), StopAnnounced.class);
  }

  StartAnnounced start() {
    return start;
  }

  /** Returns whether generators that have gone may still return: the load is not planned to end. */
  boolean mayContinue(long nowEpochNanos) {
    Optional<Duration> left = timeLeft(nowEpochNanos);
    return stop().isEmpty()
        && (left.isEmpty() || left.get().compareTo(Duration.ZERO) > 0)
        && LoadGenerator.obstacleToContinue(plan(), true).isEmpty();
  }

  /** Returns the time until the planned end of the load; empty if it has no planned duration. */
  public Optional<Duration> timeLeft(long nowEpochNanos) {
    Long duration = plan().load().profiling().durationNanos();
    return Optional.ofNullable(duration)
        .map(nanos -> Duration.ofNanos(start.getRunStartEpochNs() + nanos - nowEpochNanos));
  }

  /** Returns a time that the frontier of the last coordinator has not passed. */
  long latestFrontierEpochNanos() {
    // Messages and heartbeats are sent each second, and the frontier is a second behind.
    return alive().getToldEpochNs() + TimeUnit.SECONDS.toNanos(1);
  }

  /** Returns what a coordinator announces that leads the run from now on. */
  RunAnnouncement announcement(Optional<PlanFacts> logged, long nowEpochNanos) {
    long passed = Math.max(0, nowEpochNanos - plan.getAnnouncedEpochNs());
    return new RunAnnouncement(
        runId(),
        plan.getPlanJson(),
        PlanFacts.newBuilder(logged.orElseGet(() -> WirePlan.of(plan(), null)))
            .setRunStartEpochNs(null)
            .build(),
        "",
        "",
        -1,
        plan.getGenerators(),
        false,
        0,
        Math.max(0, plan.getLongestDurationNs() - passed),
        stopConditions(),
        plan.getSampling());
  }

  AbandonedRun abandoned(LoggedRuns log) {
    return new AbandonedRun(cluster, partitions, runId(), log, control);
  }

  KafkaCluster cluster() {
    return cluster;
  }

  Map<String, Integer> partitions() {
    return partitions;
  }

  LaneLocation coordinatorPlace() {
    return CoordinatorLane.placeIn(cluster.topics(), runId(), partitions);
  }
}
