package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.control.ControlSnapshot;
import io.longhaul.control.ControlTopic;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaControlTopic;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.ReadProgress;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunFinder;
import io.longhaul.control.RunTopics;
import io.longhaul.control.generator.GeneratorAgent;
import io.longhaul.control.generator.GeneratorIdentity;
import io.longhaul.control.generator.GeneratorLoad;
import io.longhaul.control.generator.Participation;
import io.longhaul.control.sampler.SamplerAgent;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.StopReason;
import io.longhaul.schema.Topics;
import io.longhaul.wire.GeneratorFacts;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.RunStarted;
import io.longhaul.wire.Stop;
import io.longhaul.wire.control.ClockTold;
import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.ProcessEnded;
import io.longhaul.wire.control.ProcessReady;
import io.longhaul.wire.control.SamplerPresent;
import io.longhaul.wire.control.ShareAssigned;
import io.longhaul.wire.control.StopAnnounced;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator and generators on a real broker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CoordinationIT {
  /** All wait for each other; on two processors, a pool may have a single thread for all. */
  private static final Executor THREADS = task -> new Thread(task, "takes part").start();

  private static final int PARTITIONS = 2;
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;

  private KafkaProcess broker;
  private KafkaCluster cluster;
  private Map<String, Integer> partitions;
  private LaneLogWriter generatorLog;
  private String runId;
  private final Map<String, FakeGeneratorLoad> loads = new ConcurrentHashMap<>();
  private final FakeRunEnvironment environment = new FakeRunEnvironment();
  private final List<CompletableFuture<Participation>> agents = new ArrayList<>();

  @BeforeAll
  void startBroker() throws Exception {
    broker = KafkaProcess.start(folder, folder.resolve("broker.log"));
    cluster = new KafkaCluster(broker.bootstrapServers(), new Topics("longhaul"));
    partitions = new RunTopics(cluster).ensure(PARTITIONS);
    generatorLog = new LaneLogWriter(cluster);
  }

  @AfterAll
  void stopBroker() {
    generatorLog.close();
    broker.close();
  }

  @BeforeEach
  void createRunId(TestInfo test) {
    environment.jobReading = true;
    environment.restarts = false;
    environment.restarted.clear();
    runId = "run-" + Integer.toHexString(test.getDisplayName().hashCode());
    loads.clear();
    agents.clear();
  }

  @AfterEach
  void noAgentIsStillRunning() {
    for (CompletableFuture<Participation> agent : agents) {
      // One whose coordinator is gone waits twice for its timeout of 10 s.
      assertThat(agent).succeedsWithin(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void theCoordinatorsLaneContainsTheRunFromStartToStop() throws Exception {
    LoadOutcome end;
    try (RunCoordinator coordinator = coordinator(2, true)) {
      generate("g0", true);
      generate("g1", true);
      end = coordinator.run();
      coordinator.closeRun();
    }

    assertThat(end.stopReason()).isEqualTo(StopReason.COMPLETED);
    assertThat(end.losses()).isEmpty();
    assertThat(end.runStartEpochNanos() % 100_000_000).isZero();
    assertThat(loads.values())
        .allSatisfy(
            load ->
                assertThat(load.calls()).containsExactly("prepare", "warm up", "start", "close"));

    List<LoggedEvent> lane = loggedEvents("c.");
    assertThat(lane.get(0).kind()).isEqualTo(EventKind.LANE_STARTED);
    assertThat(seqs(lane)).isEqualTo(countingFromZero(lane.size() - 1));
    assertThat(joins(lane))
        .extracting(LaneJoined::getLaneId)
        .containsExactlyInAnyOrder("g0.1.w", "g1.1.w", "g0.1.p", "g1.1.p");
    RunStarted started = (RunStarted) only(lane, EventKind.RUN_STARTED).event();
    assertThat(started.getPlan().getRunStartEpochNs()).isEqualTo(end.runStartEpochNanos());
    assertThat(started.getGenerators())
        .extracting(GeneratorFacts::getProcessId, GeneratorFacts::getName)
        .containsExactlyInAnyOrder(tuple("g0", "g0"), tuple("g1", "g1"));
    assertThat(started.getGenerators())
        .as("one machine has one clock")
        .allSatisfy(
            generator ->
                assertThat(Math.abs(generator.getClockOffsetNs()))
                    .isLessThanOrEqualTo(generator.getClockOffsetErrorNs() + 1_000_000));
    Stop stop = (Stop) only(lane, EventKind.STOP).event();
    assertThat(stop.getLoadEndedEpochNs()).isEqualTo(end.loadEndedEpochNanos());
    assertThat(lane.get(lane.size() - 1).kind()).isEqualTo(EventKind.RUN_CLOSED);
  }

  @Test
  void noLaneJoinsBeforeAPublishedFrontier() throws Exception {
    try (RunCoordinator coordinator = coordinator(1, true)) {
      generate("g0", true);
      LoadOutcome unused = coordinator.run();
    }

    assertNoLaneJoinsBeforeAPublishedFrontier(loggedEvents("c."));
  }

  private static void assertNoLaneJoinsBeforeAPublishedFrontier(List<LoggedEvent> lane) {
    long frontier = Long.MIN_VALUE;
    long anchor = 0;
    for (LoggedEvent each : lane) {
      if (each.event() instanceof LaneStarted started) {
        anchor = started.getAnchorEpochNs();
      } else if (each.event() instanceof Heartbeat heartbeat) {
        assertThat(anchor + heartbeat.getFrontierNs()).isGreaterThanOrEqualTo(frontier);
        frontier = anchor + heartbeat.getFrontierNs();
      } else if (each.event() instanceof LaneJoined joined) {
        assertThat(joined.getJoinsEpochNs()).isGreaterThanOrEqualTo(frontier);
      }
    }
  }

  @Test
  void oneStopRequestWaitsForRequestsAndASecondCancelsThem() throws Exception {
    LoadOutcome end;
    try (RunCoordinator coordinator = coordinator(1, false)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0");
      coordinator.requestStop();
      end = run.get(20, TimeUnit.SECONDS);
    }

    assertThat(end.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(loads.get("g0").calls()).containsExactly("prepare", "start", "stop", "close");
  }

  @Test
  void aMetStopConditionStopsTheLoadAndIsInTheLog() throws Exception {
    LoadOutcome end;
    try (RunCoordinator coordinator = coordinator(2, false)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0", "g1");
      coordinator.stopEarly(new EarlyStop(StopReason.FREE_DISK, "the disk is nearly full"));
      coordinator.stopEarly(new EarlyStop(StopReason.FAILED_REQUESTS, "too late to be the reason"));
      end = run.get(20, TimeUnit.SECONDS);
    }

    assertThat(end.stopReason()).isEqualTo(StopReason.FREE_DISK);
    assertThat(end.stopCondition()).isEqualTo("the disk is nearly full");
    assertThat(end.losses()).isEmpty();
    assertThat(loads.values())
        .allSatisfy(
            load -> assertThat(load.calls()).containsExactly("prepare", "start", "stop", "close"));
    Stop stop = (Stop) only(loggedEvents("c."), EventKind.STOP).event();
    assertThat(stop.getReason()).isEqualTo(StopReason.FREE_DISK.word());
    assertThat(stop.getStopCondition()).isEqualTo("the disk is nearly full");
  }

  @Test
  void aStopConditionMetBeforeTheStartEndsTheRun() throws Exception {
    LoadOutcome end;
    try (RunCoordinator coordinator = coordinator(1, false)) {
      coordinator.stopEarly(new EarlyStop(StopReason.FREE_DISK, "the disk is nearly full"));
      end = coordinator.run();
    }

    assertThat(end.endedBeforeStart()).isTrue();
    assertThat(end.stopCondition()).isEqualTo("the disk is nearly full");
  }

  @Test
  void aRunStoppedBeforeItsStartReleasesItsGeneratorsImmediately() throws Exception {
    LoadOutcome end;
    try (KafkaControlTopic listener = new KafkaControlTopic(cluster);
        RunCoordinator coordinator = coordinator(2, false)) {
      CompletableFuture<LoadOutcome> run = conducted(coordinator);
      generate("g0", false);
      awaitMessage(listener, ClockTold.class);
      coordinator.requestStop();
      end = run.get(20, TimeUnit.SECONDS);
    }

    assertThat(end.endedBeforeStart()).isTrue();
    assertThat(end.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(agents.get(0))
        .succeedsWithin(20, TimeUnit.SECONDS)
        .isEqualTo(new Participation(Participation.Outcome.DONE, ""));
    assertThat(loads).isEmpty();
  }

  @Test
  void anExitedProcessGetsAVerdictInItsLanesPartitionAndOthersContinue() throws Exception {
    LoadOutcome end;
    try (RunCoordinator coordinator = coordinator(2, false)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0", "g1");
      environment.issued.put("g0.1.p", 7L);
      coordinator.processExited("g0");
      // Its verdict also reaches the live process, which then stops by itself.
      assertThat(agents.get(0))
          .succeedsWithin(20, TimeUnit.SECONDS)
          .isEqualTo(
              new Participation(
                  Participation.Outcome.STOPPED_EARLY,
                  "its lane was declared lost: its process ended"));
      assertThat(loads.get("g1").calls()).doesNotContain("stop", "cancel");
      awaitLoss(coordinator, "g0.1.p");
      coordinator.requestStop();
      end = run.get(20, TimeUnit.SECONDS);
    }

    assertThat(end.losses()).singleElement().asString().contains("g0").contains("process ended");
    LaneLost verdict = (LaneLost) only(loggedEvents("g0."), EventKind.LANE_LOST).event();
    assertThat(verdict.getLaneId()).isEqualTo("g0.1.p");
    assertThat(verdict.getIssued()).as("what outlived its process").isEqualTo(7);
    assertThat(loggedEvents("g1.")).noneMatch(each -> each.kind() == EventKind.LANE_LOST);
  }

  /** As after it was suspended: nobody else would take over the run of a live coordinator. */
  @Test
  void aReplacedCoordinatorStopsAndItsSuccessorLeadsTheRunOn() throws Exception {
    LoadOutcome end;
    try (RunCoordinator coordinator = coordinator(2, true)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0", "g1");
      Takeover takeover = ResumableRun.named(cluster, partitions, runId).readLog();
      try (RunCoordinator successor =
          takeover.lead(
              ConsecutiveFailures.unlimited(), SamplerLanes.NONE, environment, List.of())) {
        CompletableFuture<LoadOutcome> led = conducted(successor);
        assertThat(run)
            .failsWithin(20, TimeUnit.SECONDS)
            .withThrowableThat()
            .withRootCauseInstanceOf(RunTakenOverException.class);
        assertThatThrownBy(coordinator::closeRun).isInstanceOf(RunTakenOverException.class);
        assertThat(loads.values())
            .allSatisfy(load -> assertThat(load.calls()).doesNotContain("stop", "cancel"));
        successor.requestStop();
        end = led.get(20, TimeUnit.SECONDS);
        successor.closeRun();
      }
    }

    assertThat(end.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(end.losses()).isEmpty();
    List<LoggedEvent> coordinators = loggedEvents("c.");
    LaneLost verdict = (LaneLost) only(coordinators, EventKind.LANE_LOST).event();
    CoordinatorAlive last =
        ControlSnapshot.read(cluster).of(runId, CoordinatorAlive.class).orElseThrow();
    assertThat(last.getClosed()).isTrue();
    assertThat(last.getFormerLaneIds()).containsExactly(verdict.getLaneId());
    assertThat(joins(coordinators))
        .extracting(LaneJoined::getLaneId)
        .contains(verdict.getLaneId(), "g0.1.p", "g1.1.p");
    only(coordinators, EventKind.STOP);
    assertThat(coordinators).filteredOn(each -> each.kind() == EventKind.RUN_CLOSED).hasSize(2);
    assertThat(loggedEvents("g"))
        .as("the lanes of warm-up and load are closed")
        .filteredOn(each -> each.kind() == EventKind.RUN_CLOSED)
        .hasSize(4);
    assertThatThrownBy(() -> ResumableRun.named(cluster, partitions, runId))
        .hasMessage(
            "Cannot resume run %s: it has finished (longhaul report writes its documents again)",
            runId);
  }

  @Test
  void aRunWhoseLoadHasNotStartedCannotBeTakenOver() throws Exception {
    try (RunCoordinator coordinator = coordinator(1, false);
        KafkaControlTopic listener = new KafkaControlTopic(cluster)) {
      CompletableFuture<LoadOutcome> run = conducted(coordinator);
      awaitMessage(listener, CoordinatorAlive.class);
      assertThatThrownBy(() -> ResumableRun.named(cluster, partitions, runId))
          .hasMessage(
              "Cannot resume run %s: its load has not started (start the run again)", runId);
      assertThatThrownBy(() -> ResumableRun.named(cluster, partitions, "unknown"))
          .hasMessageStartingWith(
              "Cannot resume run unknown: Kafka contains no run of this name (");
      coordinator.requestStop();
      assertThat(run).succeedsWithin(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void aRestartedProcessJoinsWithNewLanesBehindTheFrontier() throws Exception {
    LoadOutcome end;
    environment.restarts = true;
    try (RunCoordinator coordinator = coordinator(1, false)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0");
      environment.issued.put("g0.1.p", 7L);
      coordinator.processExited("g0");
      loads.clear();
      takePart(new KafkaControlTopic(cluster), "g0", 2, carrier(runId, "g0", false));
      awaitLoss(coordinator, "g0.1.p");
      awaitCall("g0", "start");
      coordinator.requestStop();
      end = run.get(20, TimeUnit.SECONDS);
    }

    assertThat(end.losses()).singleElement().asString().contains("g0").contains("process ended");
    assertThat(end.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    LaneLost verdict = (LaneLost) only(loggedEvents("g0.1."), EventKind.LANE_LOST).event();
    assertThat(verdict.getIssued()).isEqualTo(7);
    assertThat(verdict.getIssuedFinal()).isTrue();
    assertThat(loggedEvents("g0.2.")).noneMatch(each -> each.kind() == EventKind.LANE_LOST);
    List<LoggedEvent> lane = loggedEvents("c.");
    assertThat(joins(lane)).extracting(LaneJoined::getLaneId).containsExactly("g0.1.p", "g0.2.p");
    assertNoLaneJoinsBeforeAPublishedFrontier(lane);
  }

  @Test
  void aRestartedProcessThatEndsWhileItPreparesIsStartedAgain() throws Exception {
    LoadOutcome end;
    CompletableFuture<Void> never = new CompletableFuture<>();
    environment.restarts = true;
    try (RunCoordinator coordinator = coordinator(2, false)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0", "g1");
      coordinator.processExited("g0");
      takePart(
          new KafkaControlTopic(cluster),
          "g0",
          2,
          (plan, share, shares) -> {
            never.join();
            throw new IllegalStateException("dead");
          });
      awaitLoss(coordinator, "g0.1.p");
      coordinator.processExited("g0");
      loads.remove("g0");
      takePart(new KafkaControlTopic(cluster), "g0", 3, carrier(runId, "g0", false));
      awaitCall("g0", "start");
      coordinator.requestStop();
      end = run.get(20, TimeUnit.SECONDS);
    } finally {
      agents.remove(2);
      never.cancel(true);
    }

    assertThat(end.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(joins(loggedEvents("c.")))
        .extracting(LaneJoined::getLaneId)
        .containsExactly("g0.1.p", "g1.1.p", "g0.2.p");
    assertThat(loggedEvents("g1.")).noneMatch(each -> each.kind() == EventKind.LANE_LOST);
  }

  @Test
  void aRestartedProcessJoinsARunThatWasTakenOver() throws Exception {
    LoadOutcome end;
    environment.restarts = true;
    try (RunCoordinator coordinator = coordinator(2, false)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0", "g1");
      Takeover takeover = ResumableRun.named(cluster, partitions, runId).readLog();
      try (RunCoordinator successor =
          takeover.lead(
              ConsecutiveFailures.unlimited(), SamplerLanes.NONE, environment, List.of())) {
        CompletableFuture<LoadOutcome> led = conducted(successor);
        assertThat(run).failsWithin(20, TimeUnit.SECONDS);
        successor.processExited("g0");
        loads.remove("g0");
        takePart(new KafkaControlTopic(cluster), "g0", 2, carrier(runId, "g0", false));
        awaitCall("g0", "start");
        successor.requestStop();
        end = led.get(20, TimeUnit.SECONDS);
        successor.closeRun();
      }
    }

    assertThat(end.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(end.losses()).singleElement().asString().contains("g0").contains("process ended");
    assertThat(joins(loggedEvents("c."))).extracting(LaneJoined::getLaneId).contains("g0.2.p");
  }

  @Test
  void aRestartedProcessIsNotStartedAgainAfterItsShareHasEnded() throws Exception {
    LoadOutcome end;
    environment.restarts = true;
    try (RunCoordinator coordinator = coordinator(2, false)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0", "g1");
      coordinator.processExited("g0");
      loads.remove("g0");
      takePart(new KafkaControlTopic(cluster), "g0", 2, carrier(runId, "g0", false, true));
      assertThat(agents.get(2)).succeedsWithin(20, TimeUnit.SECONDS);
      coordinator.processExited("g0");
      coordinator.requestStop();
      end = run.get(20, TimeUnit.SECONDS);
    }

    assertThat(environment.restarted).as("only the one that was killed").containsExactly("g0");
    assertThat(end.losses()).hasSize(1);
    assertThat(end.stopReason()).isEqualTo(StopReason.INTERRUPTED);
  }

  /** As after Ctrl-C while the rows of the run are awaited. */
  @Test
  void aRunThatAnotherProcessHasEndedInTheLogCanBeTakenOverAgain() throws Exception {
    try (RunCoordinator coordinator = coordinator(1, false)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0");
      coordinator.requestStop();
      assertThat(run).succeedsWithin(20, TimeUnit.SECONDS);
    }
    Takeover first = ResumableRun.named(cluster, partitions, runId).readLog();
    assertThat(first.awaitSignOfLoad()).isEqualTo(Takeover.Load.ENDED);
    try (KafkaControlTopic listener = new KafkaControlTopic(cluster);
        EndedRun ended = first.end()) {
      awaitMessage(listener, CoordinatorAlive.class);
      assertThat(ended.losses()).isEmpty();
    }

    Takeover again = ResumableRun.named(cluster, partitions, runId).readLog();
    assertThat(again.awaitSignOfLoad()).isEqualTo(Takeover.Load.ENDED);
    try (EndedRun ended = again.end()) {
      ended.closeRun();
    }
    assertThat(ResumableRun.isClosed(cluster, runId)).isTrue();
  }

  @Test
  void aGeneratorThatWasLostUnderTheFormerCoordinatorReturnsAfterTheTakeover() throws Exception {
    LoadOutcome end;
    try (RunCoordinator coordinator = coordinator(2, false)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0", "g1");
      coordinator.processExited("g0");
      awaitLoss(coordinator, "g0.1.p");
      end =
          takenOver(
              run,
              () -> {
                loads.remove("g0");
                takePart(new KafkaControlTopic(cluster), "g0", 2, carrier(runId, "g0", false));
              });
    }

    assertThat(end.losses())
        .as("the former coordinator's losses are the run's")
        .containsExactly("generator g0 was lost: its process ended");
    assertThat(joins(loggedEvents("c."))).extracting(LaneJoined::getLaneId).contains("g0.2.p");
  }

  @Test
  void aProcessThatPreparedUnderTheFormerCoordinatorJoinsAfterTheTakeover() throws Exception {
    LoadOutcome end;
    environment.restarts = true;
    CompletableFuture<Void> prepared = new CompletableFuture<>();
    try (RunCoordinator coordinator = coordinator(2, false)) {
      CompletableFuture<LoadOutcome> run = underLoad(coordinator, "g0", "g1");
      coordinator.processExited("g0");
      loads.remove("g0");
      GeneratorAgent.WorkerFactory carrier = carrier(runId, "g0", false);
      takePart(
          new KafkaControlTopic(cluster),
          "g0",
          2,
          (plan, share, shares) -> {
            prepared.join();
            return carrier.create(plan, share, shares);
          });
      awaitLoss(coordinator, "g0.1.p");
      awaitShareOf("g0", 2);
      end = takenOver(run, () -> prepared.complete(null));
    }

    assertThat(end.losses()).singleElement().asString().contains("g0");
    assertThat(joins(loggedEvents("c."))).extracting(LaneJoined::getLaneId).contains("g0.2.p");
  }

  /**
   * Lets another coordinator take over the run, in which g0 then starts to send load again, and
   * stops it.
   */
  private LoadOutcome takenOver(CompletableFuture<LoadOutcome> run, Runnable returnOfG0)
      throws Exception {
    Takeover takeover = ResumableRun.named(cluster, partitions, runId).readLog();
    try (RunCoordinator successor =
        takeover.lead(ConsecutiveFailures.unlimited(), SamplerLanes.NONE, environment, List.of())) {
      CompletableFuture<LoadOutcome> led = conducted(successor);
      assertThat(run).failsWithin(20, TimeUnit.SECONDS);
      returnOfG0.run();
      awaitCall("g0", "start");
      successor.requestStop();
      LoadOutcome end = led.get(20, TimeUnit.SECONDS);
      successor.closeRun();
      return end;
    }
  }

  private void awaitShareOf(String name, long incarnation) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (ControlSnapshot.read(cluster).all(runId, ShareAssigned.class).stream()
        .noneMatch(
            share ->
                share.getProcessId().equals(name)
                    && share.getIncarnationEpochMs() == incarnation)) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  @Test
  void onlyOneOfTwoCoordinatorsWithTheSameLaneIdTakesOver() throws Exception {
    LaneLocation place = new LaneLocation(cluster.topics().timing(), 0);
    CoordinatorClaim claim = new CoordinatorClaim(cluster, runId, place, "c.1.0", 0, 0);
    try (LaneLogWriter log = new LaneLogWriter(cluster)) {
      assertThat(claim.make(log, "c.2.0", 1)).isTrue();
      assertThat(claim.make(log, "c.2.0", 2)).isFalse();
    }
  }

  private static void awaitLoss(RunCoordinator coordinator, String laneId)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    List<String> lost = List.of();
    while (lost.isEmpty()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
      lost = coordinator.liveLanes().stream().filter(LiveLane::lost).map(LiveLane::laneId).toList();
    }
    assertThat(lost).containsExactly(laneId);
  }

  @Test
  void aPreparationProblemEndsTheRunBeforeItsStart() throws Exception {
    try (RunCoordinator coordinator = coordinator(1, false)) {
      takePart(
          "g0",
          (plan, share, shares) ->
              new GeneratorLoad() {
                @Override
                public List<LaneAddress> prepare() {
                  throw new IllegalStateException("Cannot load tokenizer llama");
                }

                @Override
                public List<LaneAddress> prepareToContinue(long runStartEpochNanos) {
                  throw new IllegalStateException("has no predecessor");
                }

                @Override
                public CompletableFuture<Void> continueFrom(
                    long runStartEpochNanos, long joinsEpochNanos) {
                  throw new IllegalStateException("not prepared");
                }

                @Override
                public Optional<Duration> coordinatorTimeout() {
                  throw new IllegalStateException("not prepared");
                }

                @Override
                public CompletableFuture<Void> warmUp() {
                  throw new IllegalStateException("not prepared");
                }

                @Override
                public CompletableFuture<Void> start(long runStartEpochNanos) {
                  throw new IllegalStateException("not prepared");
                }

                @Override
                public void stop(boolean cancelInFlight) {}

                @Override
                public boolean flush() {
                  return true;
                }

                @Override
                public void close() {}
              });

      assertThatThrownBy(coordinator::run)
          .isInstanceOfSatisfying(
              RunFailedException.class,
              failure -> {
                assertThat(failure).hasMessage("Cannot load tokenizer llama");
                assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE);
              });
    }
    assertThat(loggedEvents("c.")).noneMatch(each -> each.kind() == EventKind.RUN_STARTED);
  }

  @Test
  void invalidTopicsAreReportedTogether() throws Exception {
    Topics wrong = new Topics("wrong");
    try (Admin admin = Admin.create(cluster.connection())) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(wrong.timing(), 1, (short) 1)
                      .configs(
                          Map.of(
                              "retention.bytes", "1073741824",
                              "max.message.bytes", "65536",
                              "min.insync.replicas", "2")),
                  new NewTopic(wrong.control(), 2, (short) 1),
                  new NewTopic(wrong.slices(), 2, (short) 1)))
          .all()
          .get();
    }

    assertThatThrownBy(
            () -> new RunTopics(new KafkaCluster(cluster.bootstrapServers(), wrong)).ensure(1))
        .isInstanceOfSatisfying(
            RunFailedException.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE);
              assertThat(failure.details())
                  .contains(
                      "Invalid topic wrong.timing: message.timestamp.type is CreateTime by the"
                          + " brokers' settings (set it to LogAppendTime for this topic)",
                      "Invalid topic wrong.timing: retention.bytes is 1073741824 (set it to -1)",
                      "Invalid topic wrong.timing: max.message.bytes is 65536 (set it to at least"
                          + " 1048576)",
                      "Invalid topic wrong.timing: min.insync.replicas is 2 (set it to at most"
                          + " 1, its replicas)",
                      "Invalid topic wrong.control: cleanup.policy is delete by the brokers'"
                          + " settings (set it to compact for this topic)",
                      "Invalid topic wrong.control: 2 partitions (1; delete it or use another"
                          + " --topic-prefix)");
              assertThat(failure)
                  .hasMessage(
                      "Invalid topic wrong.slices: 2 partitions (1; delete it or use another"
                          + " --topic-prefix)");
            });
  }

  @Test
  void topicsRetainLanesDespiteTheBrokersDefaults() throws Exception {
    Topics made = new Topics("made");
    Topics found = new Topics("found");
    try (Admin admin = Admin.create(cluster.connection())) {
      setDefaultRetentionBytes(admin, AlterConfigOp.OpType.SET);
      try {
        Map<String, String> settings =
            Map.of("message.timestamp.type", "LogAppendTime", "retention.ms", "-1");
        admin
            .createTopics(List.of(new NewTopic(found.timing(), 1, (short) 1).configs(settings)))
            .all()
            .get();

        new RunTopics(new KafkaCluster(cluster.bootstrapServers(), made)).ensure(1);
        assertThatThrownBy(
                () -> new RunTopics(new KafkaCluster(cluster.bootstrapServers(), found)).ensure(1))
            .isInstanceOf(RunFailedException.class)
            .hasMessageContaining(
                "Invalid topic found.timing: retention.bytes is 1073741824 by the brokers'"
                    + " settings (set it to -1 for this topic)");
      } finally {
        setDefaultRetentionBytes(admin, AlterConfigOp.OpType.DELETE);
      }
    }
  }

  private static void setDefaultRetentionBytes(Admin admin, AlterConfigOp.OpType operation)
      throws Exception {
    ConfigResource everyBroker = new ConfigResource(ConfigResource.Type.BROKER, "");
    AlterConfigOp retention =
        new AlterConfigOp(new ConfigEntry("log.retention.bytes", "1073741824"), operation);
    admin.incrementalAlterConfigs(Map.of(everyBroker, List.of(retention))).all().get();
  }

  @Test
  void aRunThatNeedsGeneratorsIsFound() throws Exception {
    CompletableFuture<String> found =
        CompletableFuture.supplyAsync(
            () -> {
              try (KafkaControlTopic control = new KafkaControlTopic(cluster)) {
                return new RunFinder(control, "any", note -> {}).next();
              }
            },
            THREADS);
    try (RunCoordinator coordinator = coordinator(1, true)) {
      CompletableFuture<LoadOutcome> run = conducted(coordinator);
      assertThat(found).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(runId);
      generate("g0", true);
      assertThat(run).succeedsWithin(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void concurrentRunsShareGeneratorsAndUnneededOnesKeepSearching() throws Exception {
    String other = runId + "-other";
    List<CompletableFuture<String>> finders = new ArrayList<>();
    try (RunCoordinator first = coordinator(1, true);
        RunCoordinator second =
            TestCoordinators.of(cluster, partitions, other, 1, true, environment)) {
      List<CompletableFuture<LoadOutcome>> runs = List.of(conducted(first), conducted(second));
      for (String name : List.of("g0", "g1")) {
        finders.add(CompletableFuture.supplyAsync(() -> takePartInTheNextThatNeeds(name), THREADS));
      }

      assertThat(runs)
          .allSatisfy(
              run ->
                  assertThat(run)
                      .succeedsWithin(40, TimeUnit.SECONDS)
                      .extracting(LoadOutcome::losses)
                      .isEqualTo(List.of()));
    }
    assertThat(finders)
        .allSatisfy(finder -> assertThat(finder).succeedsWithin(20, TimeUnit.SECONDS));
    assertThat(finders).extracting(CompletableFuture::join).containsExactlyInAnyOrder(runId, other);
  }

  /** Starts a generator as the command does. */
  private String takePartInTheNextThatNeeds(String name) {
    while (true) {
      String found;
      try (KafkaControlTopic control = new KafkaControlTopic(cluster)) {
        found = new RunFinder(control, "any", note -> {}).next();
      }
      try (KafkaControlTopic control = new KafkaControlTopic(cluster)) {
        Participation part =
            agent(control, found, name, 1, carrier(found, name, true), LONGEST_SILENCE).takePart();
        if (part.outcome() == Participation.Outcome.DONE) {
          return found;
        }
        assertThat(part.outcome()).isEqualTo(Participation.Outcome.NOT_NEEDED);
      }
    }
  }

  @Test
  void aRunSurvivesTheLossOfTheFirstMessageOfEachKind() throws Exception {
    LoadOutcome end;
    try (RunCoordinator coordinator =
        TestCoordinators.of(
            cluster,
            partitions,
            runId,
            2,
            true,
            environment,
            LossyControlTopic.losingTheFirstOfEachKind(new KafkaControlTopic(cluster)))) {
      for (String name : List.of("g0", "g1")) {
        takePart(
            LossyControlTopic.losingTheFirstOfEachKind(new KafkaControlTopic(cluster)),
            name,
            1,
            carrier(runId, name, true));
      }
      end = coordinator.run();
      while (!agents.stream().allMatch(CompletableFuture::isDone)) {
        coordinator.closeRun();
      }
    }

    assertThat(end.stopReason()).isEqualTo(StopReason.COMPLETED);
    assertThat(end.losses()).isEmpty();
    assertThat(loads.values())
        .hasSize(2)
        .allSatisfy(
            load ->
                assertThat(load.calls()).containsExactly("prepare", "warm up", "start", "close"));
    assertThat(loggedEvents("c.")).noneMatch(each -> each.kind() == EventKind.LANE_LOST);
  }

  @Test
  void aReplacedGeneratorIsReadyBeforeTheStart() throws Exception {
    AtomicBoolean dead = new AtomicBoolean();
    CompletableFuture<Void> prepared = new CompletableFuture<>();
    LoadOutcome end;
    environment.jobReading = false;
    try (KafkaControlTopic listener = new KafkaControlTopic(cluster);
        RunCoordinator coordinator = coordinator(1, true)) {
      CompletableFuture<LoadOutcome> run = conducted(coordinator);
      takePart(
          new LossyControlTopic(new KafkaControlTopic(cluster), message -> dead.get()),
          "g0",
          1,
          carrier(runId, "g0", true),
          Duration.ofSeconds(10));
      awaitMessage(listener, ProcessReady.class);
      dead.set(true);
      takePart(
          new KafkaControlTopic(cluster),
          "g0",
          2,
          (plan, share, shares) -> {
            environment.jobReading = true;
            prepared.join();
            return carrier(runId, "g0", true).create(plan, share, shares);
          });
      awaitTrue(() -> environment.jobReading);
      awaitTwoMoreBeats();
      assertThat(loggedEvents("c.")).noneMatch(each -> each.kind() == EventKind.RUN_STARTED);
      prepared.complete(null);
      end = run.get(40, TimeUnit.SECONDS);
    }

    assertThat(end.losses()).isEmpty();
    assertThat(joins(loggedEvents("c.")))
        .extracting(LaneJoined::getLaneId)
        .containsExactly("g0.1.w", "g0.1.p");
  }

  @Test
  void aProcessThatExitsDuringTheWaitForTheJobEndsTheRun() throws Exception {
    environment.jobReading = false;
    try (KafkaControlTopic listener = new KafkaControlTopic(cluster);
        RunCoordinator coordinator = coordinator(1, true)) {
      CompletableFuture<LoadOutcome> run = conducted(coordinator);
      generate("g0", true);
      awaitMessage(listener, ProcessReady.class);
      coordinator.processExited("g0");

      assertThat(run)
          .failsWithin(20, TimeUnit.SECONDS)
          .withThrowableThat()
          .havingRootCause()
          .isInstanceOf(RunFailedException.class)
          .withMessage("Cannot start: generator g0 ended before the load began");
    }
    assertThat(loggedEvents("c.")).noneMatch(each -> each.kind() == EventKind.RUN_STARTED);
  }

  /** By then the coordinator has looked many times for whether it can start. */
  private void awaitTwoMoreBeats() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    int then = loggedEvents("c.").size();
    while (loggedEvents("c.").size() < then + 2) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
    }
  }

  @Test
  void aClockAnHourAheadOfKafkasPreventsTheStart() throws Exception {
    long aheadNanos = TimeUnit.MINUTES.toNanos(75);
    AnchoredRunClock ahead =
        new AnchoredRunClock(
            System::nanoTime, () -> new AnchoredRunClock().epochNanos() + aheadNanos);
    try (RunCoordinator coordinator =
        TestCoordinators.of(
            cluster,
            partitions,
            runId,
            1,
            false,
            environment,
            new KafkaControlTopic(cluster),
            ahead)) {
      ControlTopic topic = new KafkaControlTopic(cluster);
      agents.add(
          CompletableFuture.supplyAsync(
              () -> {
                try (topic) {
                  return new GeneratorAgent(
                          topic,
                          runId,
                          new GeneratorIdentity("g0", 1, "", "test"),
                          LONGEST_SILENCE,
                          carrier(runId, "g0", false),
                          ahead::epochNanos,
                          GeneratorControl.REPEAT)
                      .takePart();
                }
              },
              THREADS));

      assertThatThrownBy(coordinator::run)
          .isInstanceOfSatisfying(
              RunFailedException.class,
              failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.INFRASTRUCTURE_FAILED))
          .hasMessage(
              "Cannot start the load: this machine's clock is 75 min ahead of Kafka's, and the job"
                  + " rejects events that are more than an hour ahead (synchronize both clocks, with"
                  + " NTP or chrony)");
    }
    assertThat(loads.get("g0").calls()).doesNotContain("start");
    assertThat(loggedEvents("c.")).noneMatch(each -> each.kind() == EventKind.RUN_STARTED);
  }

  private static void awaitTrue(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  @Test
  void aMissingEndReportDoesNotBlockTheRun() throws Exception {
    LoadOutcome end;
    try (RunCoordinator coordinator = coordinator(1, true)) {
      takePart(
          new LossyControlTopic(
              new KafkaControlTopic(cluster), message -> message instanceof ProcessEnded),
          "g0",
          1,
          carrier(runId, "g0", true),
          Duration.ofSeconds(10));
      end = conducted(coordinator).get(40, TimeUnit.SECONDS);
    }

    assertThat(end.stopReason()).isEqualTo(StopReason.COMPLETED);
    assertThat(end.losses()).isEmpty();
    assertThat(loggedEvents("g0.")).noneMatch(each -> each.kind() == EventKind.LANE_LOST);
  }

  @Test
  void aGeneratorThatRestartsBeforeItIsReadyParticipates() throws Exception {
    CompletableFuture<Void> never = new CompletableFuture<>();
    try (RunCoordinator coordinator = coordinator(2, true)) {
      CompletableFuture<LoadOutcome> run = conducted(coordinator);
      takePart(
          new KafkaControlTopic(cluster),
          "g1",
          1,
          (plan, share, shares) -> {
            never.join();
            throw new IllegalStateException("dead");
          });
      generate("g0", true);
      awaitCall("g0", "prepare");
      takePart(new KafkaControlTopic(cluster), "g1", 2, carrier(runId, "g1", true));

      assertThat(run)
          .succeedsWithin(20, TimeUnit.SECONDS)
          .extracting(LoadOutcome::losses)
          .isEqualTo(List.of());
      assertThat(loads.get("g1").lane("p")).as("the share of the dead one").isEqualTo("g1.1.p");
    } finally {
      agents.remove(0);
      never.cancel(true);
    }
  }

  @Test
  void samplersJoinAtTheStartAndLaterAndTheRunWaitsForTheirLastSamples() throws Exception {
    List<String> calls = new CopyOnWriteArrayList<>();
    LoadOutcome outcome;
    try (RunCoordinator coordinator = coordinator(1, false);
        KafkaControlTopic listener = new KafkaControlTopic(cluster)) {
      CompletableFuture<Void> early = sampled("node-a", calls);
      CompletableFuture<LoadOutcome> run = conducted(coordinator);
      awaitMessage(listener, SamplerPresent.class);
      generate("g0", false);
      awaitCallOfAll("start");
      CompletableFuture<Void> late = sampled("node-b", calls);
      awaitTrue(() -> calls.contains("start s2"));
      coordinator.requestStop();
      outcome = run.get(60, TimeUnit.SECONDS);
      coordinator.closeRun();
      assertThat(early).succeedsWithin(20, TimeUnit.SECONDS);
      assertThat(late).succeedsWithin(20, TimeUnit.SECONDS);
    }

    assertThat(outcome.losses()).isEmpty();
    assertThat(calls).containsExactlyInAnyOrder("start s1", "start s2", "end s1", "end s2");
    List<LaneJoined> joined =
        joins(loggedEvents("c.")).stream()
            .filter(join -> join.getLaneKind() == LaneKind.SAMPLER)
            .toList();
    assertThat(joined).extracting(LaneJoined::getProcessId).containsExactly("s1", "s2");
    assertThat(joined.get(0).getJoinsEpochNs()).isEqualTo(outcome.runStartEpochNanos());
    assertThat(joined.get(1).getJoinsEpochNs()).isGreaterThan(outcome.runStartEpochNanos());
  }

  /** Samples for the run with empty lanes. */
  private CompletableFuture<Void> sampled(String node, List<String> calls) {
    // Before the thread starts, so that no message is missed.
    KafkaControlTopic topic = new KafkaControlTopic(cluster);
    return CompletableFuture.runAsync(
        () -> {
          try (topic;
              SamplerAgent agent =
                  new SamplerAgent(
                      topic,
                      node,
                      "test",
                      Optional.of(runId),
                      LONGEST_SILENCE,
                      joined -> new FakeSampling(joined, generatorLog, calls),
                      note -> {})) {
            while (!agent.isDone()) {
              agent.poll(Duration.ofMillis(50));
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        THREADS);
  }

  @Test
  void readProgressDetectsUnreadMessages() {
    try (KafkaControlTopic speaker = new KafkaControlTopic(cluster);
        KafkaControlTopic listener = new KafkaControlTopic(cluster)) {
      speaker.send(
          StopAnnounced.newBuilder()
              .setRunId(runId)
              .setReason("enough")
              .setCancelInFlight(false)
              .build());
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (listener.readProgress() != ReadProgress.BEHIND) {
        assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      }

      List<SpecificRecordBase> received = new ArrayList<>();
      while (listener.readProgress() != ReadProgress.CAUGHT_UP) {
        assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
        received.addAll(listener.receive(Duration.ofMillis(100)));
      }
      assertThat(received).last().isInstanceOf(StopAnnounced.class);
    }
  }

  private RunCoordinator coordinator(int generators, boolean hasWarmup) throws Exception {
    return TestCoordinators.of(cluster, partitions, runId, generators, hasWarmup, environment);
  }

  private static CompletableFuture<LoadOutcome> conducted(RunCoordinator coordinator) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return coordinator.run();
          } catch (RunFailedException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        THREADS);
  }

  /** Conducts a run whose load these generators have started. */
  private CompletableFuture<LoadOutcome> underLoad(RunCoordinator coordinator, String... names)
      throws InterruptedException {
    for (String name : names) {
      generate(name, false);
    }
    CompletableFuture<LoadOutcome> run = conducted(coordinator);
    awaitCallOfAll("start");
    return run;
  }

  /** Starts a generator that has a warm-up if it ends immediately. */
  private void generate(String name, boolean endsAtOnce) {
    takePart(name, carrier(runId, name, endsAtOnce));
  }

  private GeneratorAgent.WorkerFactory carrier(String run, String name, boolean endsAtOnce) {
    return carrier(run, name, endsAtOnce, endsAtOnce);
  }

  private GeneratorAgent.WorkerFactory carrier(
      String run, String name, boolean hasWarmup, boolean endsAtOnce) {
    return (plan, share, shares) -> {
      FakeGeneratorLoad load =
          new FakeGeneratorLoad(
              run,
              share,
              generatorLog,
              new LaneLocation(cluster.topics().timing(), share % PARTITIONS),
              TestCoordinators.PLAN,
              hasWarmup,
              endsAtOnce);
      loads.put(name, load);
      return load;
    };
  }

  private void takePart(String name, GeneratorAgent.WorkerFactory carrier) {
    takePart(new KafkaControlTopic(cluster), name, 1, carrier);
  }

  private void takePart(
      ControlTopic topic, String name, long incarnation, GeneratorAgent.WorkerFactory carrier) {
    takePart(topic, name, incarnation, carrier, LONGEST_SILENCE);
  }

  private void takePart(
      ControlTopic topic,
      String name,
      long incarnation,
      GeneratorAgent.WorkerFactory carrier,
      Duration longestSilence) {
    agents.add(
        CompletableFuture.supplyAsync(
            () -> {
              try (topic) {
                return agent(topic, runId, name, incarnation, carrier, longestSilence).takePart();
              }
            },
            THREADS));
  }

  private static GeneratorAgent agent(
      ControlTopic topic,
      String run,
      String name,
      long incarnation,
      GeneratorAgent.WorkerFactory carrier,
      Duration longestSilence) {
    return new GeneratorAgent(
        topic, run, new GeneratorIdentity(name, incarnation, "", "test"), longestSilence, carrier);
  }

  private void awaitMessage(ControlTopic listener, Class<? extends SpecificRecordBase> kind) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (listener.receive(Duration.ofMillis(100)).stream()
        .noneMatch(message -> kind.isInstance(message) && runId.equals(message.get("run_id")))) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
    }
  }

  private void awaitCall(String name, String call) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!loads.containsKey(name) || !loads.get(name).calls().contains(call)) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private void awaitCallOfAll(String call) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (loads.size() < agents.size()
        || !loads.values().stream().allMatch(load -> load.calls().contains(call))) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** A record of a lane in the log. */
  private record LoggedEvent(EventKind kind, long seq, SpecificRecordBase event) {}

  private List<LoggedEvent> loggedEvents(String lanePrefix) throws Exception {
    List<LoggedEvent> events = new ArrayList<>();
    EventCodecs codecs = new EventCodecs();
    Map<String, Object> settings = cluster.connection();
    settings.put("auto.offset.reset", "earliest");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> all =
          List.of(
              new TopicPartition(cluster.topics().timing(), 0),
              new TopicPartition(cluster.topics().timing(), 1));
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (all.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          RecordKey key = RecordKey.parse(record.key()).orElseThrow();
          if (key.runId().equals(runId) && key.laneId().startsWith(lanePrefix)) {
            events.add(
                new LoggedEvent(key.kind(), key.seq(), codecs.decode(key.kind(), record.value())));
          }
        }
      }
    }
    return events;
  }

  private static LoggedEvent only(List<LoggedEvent> events, EventKind kind) {
    List<LoggedEvent> found = events.stream().filter(each -> each.kind() == kind).toList();
    assertThat(found).as(kind.word()).hasSize(1);
    return found.get(0);
  }

  private static List<LaneJoined> joins(List<LoggedEvent> events) {
    return events.stream()
        .filter(each -> each.kind() == EventKind.LANE_JOINED)
        .map(each -> (LaneJoined) each.event())
        .toList();
  }

  private static List<Long> seqs(List<LoggedEvent> events) {
    return events.stream().filter(each -> !each.kind().isVerdict()).map(LoggedEvent::seq).toList();
  }

  private static List<Long> countingFromZero(int count) {
    List<Long> numbers = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      numbers.add(i);
    }
    return numbers;
  }
}
