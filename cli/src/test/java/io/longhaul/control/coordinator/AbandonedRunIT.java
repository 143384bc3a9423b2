package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.control.ControlSnapshot;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaControlTopic;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.ReadToEnd;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.StopReason;
import io.longhaul.schema.Topics;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.Phase;
import io.longhaul.wire.RunClosed;
import io.longhaul.wire.Stop;
import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.StartAnnounced;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Runs without processes, in the log of a real broker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AbandonedRunIT {
  /** So short that what {@link #muchLater} follows is outside. */
  private static final Duration WINDOW = Duration.ofMillis(1);

  private static final String RUN = "run";
  private static final String COORDINATOR = "c.1.0";
  private static final String GENERATOR = "g0.1.0.p";

  @TempDir static Path folder;

  private KafkaProcess broker;
  private int logs;
  private KafkaCluster cluster;
  private Map<String, Integer> partitions;
  private LaneLogWriter log;
  private CoordinatorLane coordinator;
  private LaneLocation place;
  private long beforeTheRunMillis;

  private record Logged(RecordKey key, SpecificRecordBase event) {}

  @BeforeAll
  void startBroker() throws Exception {
    broker = KafkaProcess.start(folder, folder.resolve("broker.log"));
  }

  @AfterAll
  void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void writeRun() throws Exception {
    cluster = new KafkaCluster(broker.bootstrapServers(), new Topics("log" + logs++));
    partitions = new RunTopics(cluster).ensure(2);
    log = new LaneLogWriter(cluster);
    LaneLocation coordinators = CoordinatorLane.placeIn(cluster.topics(), RUN, partitions);
    place = new LaneLocation(coordinators.topic(), 1 - coordinators.partition());
    coordinator = new CoordinatorLane(RUN, 1, coordinators, log, new AnchoredRunClock());
    beforeTheRunMillis = System.currentTimeMillis() - 1;
    long start = coordinator.nowEpochNanos();
    coordinator.open(TestCoordinators.PLAN, 1);
    coordinator.runStarted(start, TestCoordinators.PLAN, "{}", "test", 10, List.of());
    coordinator.join(GENERATOR, "g0", LaneKind.GENERATOR, Phase.PROFILING, place, start);
    appendHeartbeat(0);
    announce(new StartAnnounced(RUN, start, List.of(), List.of()), StartAnnounced.class);
  }

  @AfterEach
  void closeLog() {
    log.close();
  }

  /** As after an attempt that was interrupted when it had sent the events. */
  @Test
  void eventsThatWereSentMuchLaterHideNeitherTheCoordinatorNorTheEndOfTheLoad() throws Exception {
    announceAlive(beforeTheRunMillis);
    muchLater();
    appendHeartbeat(1);

    found().end(Map.of());

    assertThat(verdicts()).containsOnlyKeys(GENERATOR, COORDINATOR);
    assertThat(verdicts().get(COORDINATOR).getSuccessorLaneId()).isNotNull();
    assertThat(stops())
        .singleElement()
        .satisfies(
            stop -> {
              assertThat(stop.getReason()).isEqualTo(StopReason.ABANDONED.word());
              assertThat(stop.getLoadEndedEpochNs())
                  .isEqualTo(TimeUnit.MILLISECONDS.toNanos(beforeTheRunMillis));
            });
  }

  @Test
  void eventsThatAreSentAfterTheRunWasFoundDoNotHideItsCoordinator() throws Exception {
    announceAlive(beforeTheRunMillis);
    AbandonedRun found = found();
    muchLater();
    appendHeartbeat(1);

    found.readAgain().end(Map.of());
    found().end(Map.of());

    assertThat(verdicts()).containsOnlyKeys(GENERATOR, COORDINATOR);
    assertThat(stops()).as("the second call found the end of the run").hasSize(1);
  }

  @Test
  void withoutTheCoordinatorsLaneNothingIsWritten() throws Exception {
    muchLater();
    announceAlive(System.currentTimeMillis());
    appendHeartbeat(1);
    int records = records().size();

    AbandonedRun found = found();
    assertThatThrownBy(() -> found.end(Map.of()))
        .isInstanceOf(RunFailedException.class)
        .hasMessageStartingWith(
            "Cannot end run run: its log has no record of its coordinator from the last minutes");
    assertThat(records()).hasSize(records);
  }

  /** The rows were committed long after the load had ended. */
  @Test
  void aClosedRunDoesNotEndAgain() throws Exception {
    coordinator.stop(StopReason.COMPLETED, "", coordinator.nowEpochNanos());
    log.flush();
    muchLater();
    announceAlive(System.currentTimeMillis());
    close(GENERATOR, place);
    close(COORDINATOR, coordinator.place());
    int records = records().size();

    AbandonedRun found = found();
    assertThat(found.isClosed()).isTrue();
    found.end(Map.of());

    assertThat(records()).hasSize(records);
  }

  @Test
  void ofTwoClaimsToLeadARunTheFirstSucceeds() throws Exception {
    CoordinatorClaim claim =
        new CoordinatorClaim(cluster, RUN, coordinator.place(), COORDINATOR, 0, 0);

    assertThat(claim.make(log, "c.2.0", 0)).isTrue();
    assertThat(claim.make(log, "c.3.0", 0)).isFalse();
  }

  private AbandonedRun found() throws Exception {
    return AbandonedRun.latestIn(cluster, partitions, WINDOW).orElseThrow();
  }

  private void appendHeartbeat(long seq) {
    log.append(
        place,
        RecordKey.event(RUN, GENERATOR, EventKind.HEARTBEAT, seq),
        Heartbeat.newBuilder()
            .setAtNs(seq)
            .setFrontierNs(seq)
            .setAckedBelow(0)
            .setNotIssued(NotIssued.newBuilder().build())
            .setHealth(Health.newBuilder().build())
            .build());
    log.flush();
  }

  private void close(String lane, LaneLocation where) {
    log.append(where, RecordKey.verdict(RUN, lane, EventKind.RUN_CLOSED), new RunClosed(RUN, lane));
    log.flush();
  }

  private void announceAlive(long millis) throws Exception {
    announce(
        CoordinatorAlive.newBuilder()
            .setRunId(RUN)
            .setCount(1)
            .setToldEpochNs(TimeUnit.MILLISECONDS.toNanos(millis))
            .build(),
        CoordinatorAlive.class);
  }

  private <T extends SpecificRecordBase> void announce(T message, Class<T> kind) throws Exception {
    try (KafkaControlTopic control = new KafkaControlTopic(cluster)) {
      control.send(message);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (ControlSnapshot.read(cluster).of(RUN, kind).isEmpty()) {
        assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      }
    }
  }

  /** Waits until Kafka's time is certainly outside the window around the earlier records. */
  private static void muchLater() throws InterruptedException {
    long until = System.currentTimeMillis() + 10 * WINDOW.toMillis();
    while (System.currentTimeMillis() < until) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private Map<String, LaneLost> verdicts() throws Exception {
    Map<String, LaneLost> verdicts = new HashMap<>();
    records().stream()
        .filter(record -> record.key().kind() == EventKind.LANE_LOST)
        .forEach(record -> verdicts.put(record.key().laneId(), (LaneLost) record.event()));
    return verdicts;
  }

  private List<Stop> stops() throws Exception {
    return records().stream()
        .filter(record -> record.key().kind() == EventKind.STOP)
        .map(record -> (Stop) record.event())
        .toList();
  }

  private List<Logged> records() throws Exception {
    EventCodecs codecs = new EventCodecs();
    List<Logged> records = new ArrayList<>();
    List<TopicPartition> lanes =
        cluster.lanePartitions(partitions).stream().map(LaneLocation::topicPartition).toList();
    try (KafkaConsumer<byte[], byte[]> consumer = cluster.consumer("earliest", Map.of())) {
      consumer.assign(lanes);
      new ReadToEnd(consumer)
          .read(
              consumer.endOffsets(lanes),
              record -> {
                RecordKey key = RecordKey.parse(record.key()).orElseThrow();
                records.add(new Logged(key, decoded(codecs, key, record.value())));
              });
    }
    return records;
  }

  private static SpecificRecordBase decoded(EventCodecs codecs, RecordKey key, byte[] value) {
    try {
      return codecs.decode(key.kind(), value);
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }
}
