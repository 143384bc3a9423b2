package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.embedded.BrokerCluster;
import io.longhaul.cli.embedded.RestartableBroker;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.export.RunRow;
import io.longhaul.load.spool.SpoolFolder;
import io.longhaul.load.spool.SpoolInUseException;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowHash;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A standalone broker that is killed and restarted on the same address with the same log. */
@Timeout(900)
class RestartedBrokerIT {
  private static final long STEP_TIMEOUT_SECONDS = 300;

  /** Longer than clients wait before they give up a single request. */
  private static final long AWAY_SECONDS = 12;

  private static final String OUTAGE =
      "Warning: Kafka has not answered since \\d\\d:\\d\\d:\\d\\d UTC; the run waits for it";
  private static final String END_OF_OUTAGE =
      "Warning: Kafka is back; it had not answered since [0-9:]{8} UTC \\(\\d+ s\\)";

  @TempDir Path folder;

  private MockServer server;
  private RestartableBroker broker;
  private SharedPipeline ground;
  private Path truthLog;

  @BeforeEach
  void start() throws Exception {
    truthLog = folder.resolve("truth.jsonl");
    server =
        MockServer.start(
            MockServerOptions.builder()
                .timeToFirstToken("20ms")
                .interTokenLatency("2ms")
                .outputTokens("16")
                .truthLog(truthLog)
                .build());
  }

  private void startOneBroker() throws Exception {
    broker = RestartableBroker.start(folder.resolve("log"), folder.resolve("kafka.log"));
    ground = SharedPipeline.start(broker, folder);
  }

  @AfterEach
  void stop() throws Exception {
    if (ground != null) {
      ground.close();
    }
    server.close();
  }

  @Test
  void aRestartDuringTheLoadLosesNothingAndIsReported() throws Exception {
    startOneBroker();
    CompletableFuture<SharedPipeline.EndedRun> run = execute("--benchmark-duration", "20");
    await(run, () -> server.requestsReceived() >= 60);
    beAway();

    assertThat(assertWhole(run, ExitCode.DONE).messages())
        .containsPattern(OUTAGE)
        .containsPattern(END_OF_OUTAGE)
        .doesNotContain("was lost");
  }

  @Test
  void aRestartDuringPreparationOnlyDelaysTheStart() throws Exception {
    startOneBroker();
    CompletableFuture<SharedPipeline.EndedRun> run = execute("--request-count", "40");
    await(run, () -> isLogged("All generators have joined"));
    // The process of a job that finds no broker at its start ends.
    Lake lake = new Lake(ground.lake());
    await(run, () -> JobRegistration.find(lake, Topics.DEFAULT_PREFIX).isPresent());
    beAway();

    assertWhole(run, ExitCode.DONE);
  }

  @Test
  void aRestartAtTheEndOnlyDelaysTheEnd() throws Exception {
    startOneBroker();
    CompletableFuture<SharedPipeline.EndedRun> run = execute("--request-count", "60");
    await(run, () -> server.requestsReceived() >= 60);
    beAway();

    assertThat(assertWhole(run, ExitCode.DONE).messages())
        .containsPattern(OUTAGE)
        .containsPattern(END_OF_OUTAGE);
  }

  @Test
  void theLossOfOneOfThreeBrokersHasNoEffect() throws Exception {
    try (BrokerCluster brokers = BrokerCluster.start(folder.resolve("cluster"))) {
      ground = SharedPipeline.start(brokers, folder);
      CompletableFuture<SharedPipeline.EndedRun> run = execute("--benchmark-duration", "40");
      await(run, () -> server.requestsReceived() >= 60);
      int leader = brokers.leaderOf("longhaul.timing", 0);
      brokers.kill(leader);
      long then = server.requestsReceived();
      await(run, () -> server.requestsReceived() >= then + 200);
      brokers.start(leader);
      brokers.awaitAll();

      assertThat(assertWhole(run, ExitCode.DONE).messages()).doesNotContain("was lost");
      ground.close();
      ground = null;
    }
  }

  @Test
  void unsentEventsRemainAndCountIfSentInTime() throws Exception {
    startOneBroker();
    CompletableFuture<SharedPipeline.EndedRun> run = executeWithShortTimeout();
    Path spool = killUntilEventsAreLeft(run);
    broker.start();
    List<String> sentences = nextStart();

    SharedPipeline.EndedRun ended = assertWhole(run, ExitCode.DATA_INCOMPLETE);
    assertThat(ended.messages())
        .containsPattern(
            "Kafka did not accept the last [0-9,]+ events; they are in "
                + Pattern.quote(spool.toString()))
        .doesNotContain("Incomplete");
    assertThat(sentences)
        .last()
        .asString()
        .matches(
            "Sent [0-9,]+ events that an earlier process had stored: "
                + Pattern.quote(spool.toString()));
    assertThat(spool).doesNotExist();
  }

  @Test
  void eventsSentAfterTheRunHaveNoEffect() throws Exception {
    startOneBroker();
    CompletableFuture<SharedPipeline.EndedRun> run = executeWithShortTimeout();
    Path spool = killUntilEventsAreLeft(run);
    broker.start();

    SharedPipeline.EndedRun ended = run.get(STEP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    assertThat(ended.exitCode()).as(ended.messages()).isEqualTo(ExitCode.DATA_INCOMPLETE);
    assertThat(ended.messages()).contains("Incomplete: generator");
    Lake lake = new Lake(ground.lake());
    Map<String, String> before = hashes(lake, ended.runId());

    nextStart();
    assertThat(spool).doesNotExist();
    awaitRejected(lake, ended.runId());
    Map<String, String> after = hashes(lake, ended.runId());
    after.keySet().retainAll(before.keySet());
    assertThat(after).isEqualTo(before);
  }

  /** Starts a generator that leaves events in its spool after an outage of one second. */
  private CompletableFuture<SharedPipeline.EndedRun> executeWithShortTimeout() {
    return execute(List.of("--request-count", "60"), List.of("--delivery-timeout", "1"));
  }

  /**
   * Kills the broker before the last requests have ended, and waits until the generator has left
   * events in its spool.
   */
  private Path killUntilEventsAreLeft(CompletableFuture<SharedPipeline.EndedRun> run)
      throws Exception {
    await(run, () -> server.requestsReceived() >= 40);
    broker.kill();
    List<Path> left = new CopyOnWriteArrayList<>();
    await(
        run,
        () -> {
          try {
            for (Path spool : SpoolFolder.withEvents(ground.spools())) {
              SpoolFolder.of(spool).close();
              left.add(spool);
            }
            return !left.isEmpty();
          } catch (SpoolInUseException e) {
            return false;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    return left.get(0);
  }

  /** Sends the stored events, as the next {@code longhaul generate} does. */
  private List<String> nextStart() throws Exception {
    List<String> sentences = new CopyOnWriteArrayList<>();
    SpoolFolder own = SpoolFolder.of(ground.spools(), "successor");
    try (EventDelivery delivery =
        new EventDelivery(
            new KafkaCluster(broker.bootstrapServers(), new Topics("longhaul")),
            new EventDelivery.Spooling(own, own.defaultBytes(), false),
            Duration.ofSeconds(1),
            sentences::add)) {
      delivery.sendEarlier();
    }
    return sentences;
  }

  private static Map<String, String> hashes(Lake lake, String run) throws IOException {
    Map<String, String> hashes = new HashMap<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      if (!dataset.equals(Dataset.REJECTED) && !dataset.equals(Dataset.LATE)) {
        hashes.put(dataset.name(), RowHash.of(lake, dataset, run).toString());
      }
    }
    return hashes;
  }

  /** The job has read what was sent when it has rejected it, or called it late. */
  private static void awaitRejected(Lake lake, String run) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (lake.count(Dataset.REJECTED, run) + lake.count(Dataset.LATE, run) == 0) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private boolean isLogged(String words) {
    Path log = folder.resolve("out").resolve("logs").resolve("longhaul.log");
    try {
      return Files.exists(log) && Files.readString(log, UTF_8).contains(words);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CompletableFuture<SharedPipeline.EndedRun> execute(String... more) {
    return execute(List.of(more), List.of());
  }

  private CompletableFuture<SharedPipeline.EndedRun> execute(
      List<String> more, List<String> generatorWords) {
    List<String> words =
        Stream.concat(
                Stream.of(
                    "--model",
                    "mock-model",
                    "--tokenizer",
                    "builtin",
                    "--url",
                    "http://127.0.0.1:" + server.llmPort(),
                    "--gpu-telemetry",
                    "http://127.0.0.1:" + server.dcgmPort() + "/metrics",
                    "--streaming",
                    "--rehearsal-requests",
                    "20",
                    "--slice-duration",
                    "1",
                    "--isl",
                    "32",
                    "--request-rate",
                    "20",
                    "--artifact-dir",
                    folder.resolve("out").toString()),
                more.stream())
            .toList();
    CompletableFuture<SharedPipeline.EndedRun> ended = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                ended.complete(ground.execute(words, generatorWords));
              } catch (Throwable e) {
                ended.completeExceptionally(e);
              }
            },
            "profile")
        .start();
    return ended;
  }

  /** Kills the broker and starts it again, after all clients have noticed. */
  private void beAway() throws Exception {
    broker.kill();
    TimeUnit.SECONDS.sleep(AWAY_SECONDS);
    broker.start();
  }

  private SharedPipeline.EndedRun assertWhole(
      CompletableFuture<SharedPipeline.EndedRun> run, ExitCode generator) throws Exception {
    SharedPipeline.EndedRun ended = run.get(STEP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    server.close();

    assertThat(ended.exitCode()).as(ended.messages()).isEqualTo(ExitCode.DONE);
    assertThat(ended.generatorStatus()).as(ended.messages()).isEqualTo(generator.status());
    Lake lake = new Lake(ground.lake());
    RequestReconciliation account = RequestReconciliation.of(lake, ended.runId(), truthLog);
    assertThat(account.requests()).isEqualTo(account.received());
    RunRow row = lake.rows(Dataset.RUNS, ended.runId()).get(0);
    assertThat(row.getStatus()).isEqualTo("complete");
    assertThat(row.getTotals().getDroppedEvents()).isZero();
    return ended;
  }

  private static void await(
      CompletableFuture<SharedPipeline.EndedRun> run, Callable<Boolean> condition)
      throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (!condition.call()) {
      assertThat(run).as("the run").isNotDone();
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
