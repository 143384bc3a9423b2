package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.embedded.JavaCommand;
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
import io.longhaul.load.publish.RecordFile;
import io.longhaul.load.publish.UnsentEvents;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.schema.Topics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events that a generator cannot deliver to Kafka before its process ends. */
@Timeout(300)
class UnsentEventsIT {
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
  void unsentEventsAreStoredAfterSigterm() throws Exception {
    generateUntilKafkaIsGone("--benchmark-duration", "300");
    Signal.TERM.sendTo(generator.toHandle());

    assertThat(exitStatus()).isEqualTo(128 + 15);
    assertEventsAreInAFile();
  }

  @Test
  void unsentEventsAreStoredAfterTheParentHasEnded() throws Exception {
    generateUntilKafkaIsGone(List.of("--with-parent"), "--benchmark-duration", "300");
    generator.getOutputStream().close();

    assertThat(exitStatus()).isZero();
    assertEventsAreInAFile();
  }

  @Test
  void unsentEventsAreStoredAfterTheLoadDuringAnOutage() throws Exception {
    generateUntilKafkaIsGone("--request-count", "200");
    await(() -> server.requestsReceived() >= 200);

    assertThat(exitStatus()).isEqualTo(ExitCode.DATA_INCOMPLETE.status());
    assertEventsAreInAFile();
  }

  private void assertEventsAreInAFile() throws IOException {
    List<Path> files = new UnsentEvents(folder.resolve("unsent")).files();
    assertThat(files).as(printed()).hasSize(1);
    RecordFile.Content content = RecordFile.read(files.get(0));
    assertThat(content.cut()).isFalse();
    assertThat(printed())
        .contains(
            "Kafka did not accept the last %,d events; they are in %s, and the next longhaul generate sends them"
                .formatted(content.entries().size(), files.get(0)));
  }

  private int exitStatus() throws InterruptedException {
    assertThat(generator.waitFor(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS)).as(printed()).isTrue();
    return generator.exitValue();
  }

  private void generateUntilKafkaIsGone(String... load) throws Exception {
    generateUntilKafkaIsGone(List.of(), load);
  }

  /** A generator under load with unsent events, whose broker was killed. */
  private void generateUntilKafkaIsGone(List<String> generatorWords, String... load)
      throws Exception {
    RunPlan plan = plan(load);
    lead(plan);
    startGenerator(plan.runId(), generatorWords);
    await(() -> server.requestsReceived() >= 40);
    broker.kill();
    long then = server.requestsReceived();
    await(() -> server.requestsReceived() >= then + 20);
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
                TimeUnit.MINUTES.toNanos(10)),
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
                "--unsent-dir",
                folder.resolve("unsent").toString(),
                "--delivery-timeout",
                "1",
                "--coordinator-silence",
                Integer.toString(SHORTEST_SILENCE_SECONDS)));
    words.addAll(more);
    JavaCommand command = new JavaCommand(Main.class.getName(), List.of("-Xmx512m"), words, false);
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
