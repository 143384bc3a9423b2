package io.longhaul.control.coordinator;

import io.longhaul.control.ControlMessageKind;
import io.longhaul.control.ControlSnapshot;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.RunAnnouncement;
import io.longhaul.control.RunFailedException;
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
import io.longhaul.wire.control.ShareAssigned;
import io.longhaul.wire.control.StartAnnounced;
import io.longhaul.wire.control.StopAnnounced;
import io.longhaul.wire.control.StopConditions;
import io.longhaul.wire.control.VerdictAnnounced;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

  public RunPlan plan() {
    return RunPlanJson.fromJson(plan.getPlanJson());
  }

  /** Returns the conditions that end the load early. */
  public StopConditions stopConditions() {
    StopConditions announced = plan.getStopConditions();
    return announced == null ? StopConditions.newBuilder().build() : announced;
  }

  /**
   * Reads the log of the run.
   *
   * @throws RunFailedException if the run is closed, or the log does not contain its coordinator,
   *     or if Kafka does not answer
   */
  public Takeover readLog() throws RunFailedException {
    long alive =
        control
            .of(runId(), CoordinatorAlive.class)
            .map(CoordinatorAlive::getToldEpochNs)
            .orElse(start.getRunStartEpochNs());
    RunLog log = RunLog.read(cluster, partitions, runId(), alive, start.getRunStartEpochNs());
    if (log.run().isClosed()) {
      throw finished(runId());
    }
    if (log.run().coordinator().isEmpty()) {
      throw refused(
          runId(),
          "the log has no record of its coordinator from the last minutes of the run"
              + " (longhaul report reports the rows that are in the lake)");
    }
    addAnnouncedLanes(log.run());
    return new Takeover(this, log);
  }

  /**
   * Adds the lanes that the generators have announced but not written recently. Generators end only
   * when their lanes have ended.
   */
  private void addAnnouncedLanes(LoggedRun run) {
    Set<String> lost = lostLanes();
    for (ProcessReady ready : participants(run)) {
      ProcessName name = ControlMessageKind.processOf(ready);
      boolean hasEnded = about(name, ProcessEnded.class).isPresent();
      for (LaneAddress lane : ready.getLanes()) {
        run.add(
            lane.getLaneId(),
            new LaneLocation(lane.getTopic(), lane.getPartition()),
            hasEnded || Generator.phaseOf(lane) == Phase.WARMUP || lost.contains(lane.getLaneId()));
      }
    }
  }

  /** Returns the processes that started with the run, or have written its lanes since then. */
  private List<ProcessReady> participants(LoggedRun run) {
    return control.all(runId(), ProcessReady.class).stream()
        .filter(
            ready ->
                start.getParticipants().contains(ControlMessageKind.processOf(ready))
                    || hasWritten(ready, run))
        .toList();
  }

  private static boolean hasWritten(ProcessReady ready, LoggedRun run) {
    return ready.getLanes().stream().anyMatch(lane -> run.knows(lane.getLaneId()));
  }

  private Set<String> lostLanes() {
    return control.all(runId(), VerdictAnnounced.class).stream()
        .map(VerdictAnnounced::getLaneId)
        .collect(Collectors.toSet());
  }

  /** Returns a message from or about a generator process; empty if there is none. */
  private <T extends SpecificRecordBase> Optional<T> about(ProcessName name, Class<T> kind) {
    return control.all(runId(), kind).stream()
        .filter(message -> ControlMessageKind.processOf(message).equals(name))
        .findFirst();
  }

  /**
   * Returns the generators that take part, in the state that they have announced: one for each
   * share, the latest.
   */
  Collection<Generator> generators(LoggedRun run) {
    Map<Integer, Generator> byShare = new TreeMap<>();
    for (ProcessReady ready : participants(run)) {
      ProcessName name = ControlMessageKind.processOf(ready);
      Optional<GeneratorPresent> present = about(name, GeneratorPresent.class);
      Optional<ShareAssigned> share = about(name, ShareAssigned.class);
      if (present.isPresent() && share.isPresent()) {
        Generator generator = new Generator(present.get(), System.nanoTime());
        generator.assign(share.get().getShareIndex());
        generator.ready(ready.getLanes(), ready.getProblems());
        setState(generator, hasWritten(ready, run));
        byShare.merge(generator.share(), generator, ResumableRun::latest);
      }
    }
    return byShare.values();
  }

  private void setState(Generator generator, boolean hasWritten) {
    generator.endWarmup();
    if (hasWritten || about(generator.name(), GeneratorStarted.class).isPresent()) {
      generator.start();
    }
    Set<String> lost = lostLanes();
    if (about(generator.name(), ProcessEnded.class).isPresent()) {
      generator.reportEnd();
    } else if (generator.lanes(Phase.PROFILING).stream()
        .anyMatch(lane -> lost.contains(lane.getLaneId()))) {
      generator.end();
    }
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
        stopConditions());
  }

  AbandonedRun abandoned(RunLog log) {
    return AbandonedRun.of(cluster, partitions, runId(), log, control);
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
