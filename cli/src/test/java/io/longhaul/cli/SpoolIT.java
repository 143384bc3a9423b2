package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.embedded.JavaCommand;
import io.longhaul.cli.embedded.ProcessKind;
import io.longhaul.cli.embedded.RestartableBroker;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunAnnouncement;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.control.coordinator.ConsecutiveFailures;
import io.longhaul.control.coordinator.RunCoordinator;
import io.longhaul.control.coordinator.RunEnvironment;
import io.longhaul.control.coordinator.SamplerLanes;
import io.longhaul.load.WirePlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.publish.LanePublisher;
import io.longhaul.load.spool.Segment;
import io.longhaul.load.spool.Spool;
import io.longhaul.load.spool.SpoolFolder;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.Topics;
import io.longhaul.wire.control.StopConditions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events that a generator cannot deliver to Kafka for a long time, or not before its end. */
@Timeout(300)
class SpoolIT {
  private static final long STEP_TIMEOUT_SECONDS = 120;
  private static final int SHORTEST_SILENCE_SECONDS = 20;

  /** Maximum time from the end of the load, or from a signal, to the generator's exit. */
  private static final long EXIT_TIMEOUT_SECONDS = 60;

  private static final RunEnvironment NOTHING_WRONG =
      new RunEnvironment() {
        @Override
        public Optional<String> failure() {
          return Optional.empty();
        }

        @Override
        public OptionalLong issued(String laneId) {
          return OptionalLong.empty();
        }
      };

  @TempDir Path folder;

  private MockServer server;
  private RestartableBroker broker;
  private KafkaCluster cluster;
  private Thread coordinator;
  private Process generator;

  @BeforeEach
  void start() throws Exception {
    server =
        MockServer.start(
            MockServerOptions.builder()
                .timeToFirstToken("20ms")
                .interTokenLatency("2ms")
                .outputTokens("4")
                .build());
    broker = RestartableBroker.start(folder.resolve("log"), folder.resolve("kafka.log"));
    cluster = new KafkaCluster(broker.bootstrapServers(), new Topics("longhaul"));
  }

  @AfterEach
  void stop() throws Exception {
    if (generator != null) {
      generator.destroyForcibly().waitFor();
    }
    if (coordinator != null) {
      coordinator.interrupt();
      coordinator.join(TimeUnit.SECONDS.toMillis(STEP_TIMEOUT_SECONDS));
      assertThat(coordinator.isAlive()).isFalse();
    }
    broker.close();
    server.close();
  }

  @Test
  void unsentEventsRemainAfterSigterm() throws Exception {
    generateUntilKafkaIsGone("--benchmark-duration", "300");
    Signal.TERM.sendTo(generator.toHandle());

    assertThat(exitStatus()).isEqualTo(128 + 15);
    assertEventsAreInTheSpool();
  }

  @Test
  void unsentEventsRemainAfterTheParentHasEnded() throws Exception {
    generateUntilKafkaIsGone(List.of("--with-parent"), "--benchmark-duration", "300");
    generator.getOutputStream().close();

    assertThat(exitStatus()).isZero();
    assertEventsAreInTheSpool();
  }

  @Test
  void unsentEventsRemainAfterTheLoadDuringAnOutage() throws Exception {
    generateUntilKafkaIsGone("--request-count", "200");
    await(() -> server.requestsReceived() >= 200);

    assertThat(exitStatus()).isEqualTo(ExitCode.DATA_INCOMPLETE.status());
    assertEventsAreInTheSpool();
  }

  @Test
  void successorDeliversTheEventsOfAGeneratorThatWasKilledDuringAnOutage() throws Exception {
    RunPlan plan = generateUntilKafkaIsGone("--benchmark-duration", "300");
    await(() -> keysInTheSpool().size() >= 20);
    generator.destroyForcibly().waitFor();
    Set<String> left = keysInTheSpool();
    broker.start();
    startGenerator(plan.runId(), List.of());
    await(() -> printed().contains("that an earlier process had stored"));

    assertThat(keysInTheSpool()).isEmpty();
    List<String> logged = records().stream().map(record -> text(record.key())).toList();
    assertThat(logged).containsAll(left);
    assertThat(seqsOfTheLoad(logged)).as("without gaps").isEqualTo(firstSeqs(logged));
  }

  @Test
  void secondGeneratorOfTheSameNameIsRefused() throws Exception {
    RunPlan plan = plan("--benchmark-duration", "300");
    startGenerator(plan.runId(), List.of());
    await(() -> printed().contains("Events wait for Kafka in "));
    Process first = generator;
    try {
      startGenerator(plan.runId(), List.of());
      assertThat(exitStatus()).isEqualTo(ExitCode.USAGE.status());
      assertThat(printed())
          .contains(
              "Cannot start: another process uses %s (give each generator its own --name or --spool-dir)"
                  .formatted(spools().resolve("g.spool")));
    } finally {
      first.destroyForcibly().waitFor();
    }
  }

  @Test
  void moreEventsThanMemoryTakesWaitForKafkaAndArriveInOrder() throws Exception {
    new RunTopics(cluster).ensure(1);
    broker.kill();
    int records = 90_000;
    byte[] value = new byte[1_000];
    try (SpoolFolder spools = SpoolFolder.of(spools(), "g")) {
      Spool spool = spools.open("cluster", 400_000_000);
      try (KafkaEventPublisher publisher =
          new KafkaEventPublisher(cluster.connection(), "test", spool, false)) {
        LanePublisher lane = publisher.open(cluster.topics().timing(), 0);
        for (int seq = 0; seq < records; seq++) {
          long written = seq * 1_000L;
          while (written - spool.usedBytes() > 30_000_000) {
            TimeUnit.MILLISECONDS.sleep(1);
          }
          assertThat(lane.offer(seq, bytes("r/g0.1.0.p/fragment/" + seq), value)).isTrue();
        }
        assertThat(lane.unacked()).isEqualTo(records);
        broker.start();

        assertThat(publisher.flush(Duration.ofSeconds(STEP_TIMEOUT_SECONDS))).isTrue();
        assertThat(lane.takeLost()).isEmpty();
      }
      assertThat(spools.segments()).isEmpty();
    }
    List<String> logged = records().stream().map(record -> text(record.key())).toList();
    assertThat(logged)
        .containsExactlyElementsOf(
            IntStream.range(0, records).mapToObj(seq -> "r/g0.1.0.p/fragment/" + seq).toList());
  }

  private void assertEventsAreInTheSpool() throws IOException {
    Path spool = spools().resolve("g.spool");
    assertThat(SpoolFolder.withEvents(spools())).as(printed()).containsExactly(spool);
    assertThat(printed())
        .contains(
            "Kafka did not accept the last %,d events; they are in %s, and the next longhaul generate sends them"
                .formatted(keysInTheSpool().size(), spool));
  }

  private Path spools() {
    return folder.resolve("spool");
  }

  private Set<String> keysInTheSpool() {
    Set<String> keys = new TreeSet<>();
    try {
      for (Path spool : SpoolFolder.withEvents(spools())) {
        for (Path segment : segments(spool)) {
          Segment.read(segment).records().forEach(record -> keys.add(text(record.key())));
        }
      }
      return keys;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> segments(Path spool) throws IOException {
    try (Stream<Path> files = Files.list(spool)) {
      return files.filter(file -> file.toString().endsWith(".segment")).sorted().toList();
    }
  }

  /** Reads the whole log. */
  private List<ConsumerRecord<byte[], byte[]>> records() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    TopicPartition partition = new TopicPartition(cluster.topics().timing(), 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            cluster.connection(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    return records;
  }

  private static Set<Long> seqsOfTheLoad(List<String> keys) {
    return keys.stream()
        .map(key -> RecordKey.parse(bytes(key)).orElseThrow())
        .filter(key -> key.laneId().startsWith("g0.") && key.seq() != RecordKey.NO_SEQ)
        .map(RecordKey::seq)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<Long> firstSeqs(List<String> keys) {
    return LongStream.range(0, seqsOfTheLoad(keys).size())
        .boxed()
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private int exitStatus() throws InterruptedException {
    assertThat(generator.waitFor(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS)).as(printed()).isTrue();
    return generator.exitValue();
  }

  private RunPlan generateUntilKafkaIsGone(String... load) throws Exception {
    return generateUntilKafkaIsGone(List.of(), load);
  }

  /** A generator under load with unsent events, whose broker was killed. */
  private RunPlan generateUntilKafkaIsGone(List<String> generatorWords, String... load)
      throws Exception {
    RunPlan plan = plan(load);
    lead(plan);
    startGenerator(plan.runId(), generatorWords);
    await(() -> server.requestsReceived() >= 40);
    broker.kill();
    long then = server.requestsReceived();
    await(() -> server.requestsReceived() >= then + 20);
    return plan;
  }

  private RunPlan plan(String... load) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--kafka",
                broker.bootstrapServers(),
                "--lake",
                folder.resolve("lake").toString(),
                "--model",
                "mock-model",
                "--tokenizer",
                "builtin",
                "--url",
                "http://127.0.0.1:" + server.llmPort(),
                "--streaming",
                "--rehearsal-requests",
                "20",
                "--isl",
                "32",
                "--request-rate",
                "20"));
    words.addAll(List.of(load));
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    ProfileSettings settings =
        ProfileCommand.validated(words, new Terminal(nowhere, nowhere, false, false)).settings();
    return settings.plan();
  }

  /** Runs the coordinator on its own thread until it is interrupted. */
  private void lead(RunPlan plan) throws Exception {
    Map<String, Integer> partitions = new RunTopics(cluster).ensure(1);
    RunCoordinator leader =
        new RunCoordinator(
            cluster,
            partitions,
            new RunAnnouncement(
                plan.runId(),
                RunPlanJson.toJson(plan),
                WirePlan.of(plan, null),
                "{}",
                "test",
                -1,
                1,
                false,
                0,
                TimeUnit.MINUTES.toNanos(10),
                StopConditions.newBuilder().build(),
                null),
            ConsecutiveFailures.unlimited(),
            SamplerLanes.NONE,
            NOTHING_WRONG,
            List.of(),
            Duration.ofMinutes(2));
    coordinator =
        new Thread(
            () -> {
              try (leader) {
                leader.run();
              } catch (InterruptedException | RunFailedException e) {
                // The test is over.
              }
            },
            "coordinator");
    coordinator.start();
  }

  private void startGenerator(String runId, List<String> more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "generate",
                "--kafka",
                broker.bootstrapServers(),
                "--run-id",
                runId,
                "--name",
                "g",
                "--spool-dir",
                spools().toString(),
                "--delivery-timeout",
                "1",
                "--coordinator-silence",
                Integer.toString(SHORTEST_SILENCE_SECONDS)));
    words.addAll(more);
    JavaCommand command =
        new JavaCommand(
            ProcessKind.GENERATOR,
            Main.class.getName(),
            List.of("-Xmx512m", "-XX:+UseSerialGC", RunningProfile.QUICK_START),
            words,
            false);
    generator =
        new ProcessBuilder(command.toWords("HUP"))
            .redirectErrorStream(true)
            .redirectOutput(output().toFile())
            .start();
    generator.getOutputStream().write("{}\n".getBytes(UTF_8));
    generator.getOutputStream().flush();
  }

  private Path output() {
    return folder.resolve("generate.txt");
  }

  private String printed() {
    try {
      return Files.readString(output(), UTF_8);
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(generator.isAlive()).as(printed()).isTrue();
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
