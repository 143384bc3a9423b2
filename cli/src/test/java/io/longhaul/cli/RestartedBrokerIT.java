package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.embedded.BrokerCluster;
import io.longhaul.cli.embedded.RestartableBroker;
import io.longhaul.export.RunRow;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A standalone broker that is killed and comes back on the same address with the same log. */
@Timeout(240)
class RestartedBrokerIT {
  private static final long LONGEST_STEP_SECONDS = 120;

  /** Longer than clients wait before they give up a single request. */
  private static final long AWAY_SECONDS = 12;

  @TempDir Path folder;

  private MockServer server;
  private RestartableBroker broker;
  private StandingGround ground;
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
    ground = StandingGround.start(broker, folder);
  }

  @AfterEach
  void stop() throws Exception {
    if (ground != null) {
      ground.close();
    }
    server.close();
  }

  @Test
  void inTheMiddleOfARunItCostsNothingAndIsReported() throws Exception {
    startOneBroker();
    CompletableFuture<StandingGround.EndedRun> run = carryOut("--benchmark-duration", "20");
    await(run, () -> server.requestsReceived() >= 60);
    beAway();

    assertThat(assertWhole(run).said())
        .containsPattern(
            "Warning: Kafka has not answered since \\d\\d:\\d\\d:\\d\\d UTC; the run waits for it")
        .containsPattern(
            "Warning: Kafka is back; it had not answered since [0-9:]{8} UTC \\(\\d+ s\\)")
        .doesNotContain("was lost");
  }

  @Test
  void whileGeneratorsPrepareItOnlyMakesTheRunStartLater() throws Exception {
    startOneBroker();
    CompletableFuture<StandingGround.EndedRun> run = carryOut("--request-count", "40");
    await(run, () -> isLogged("Building prompts and rehearsing"));
    beAway();

    assertWhole(run);
  }

  @Test
  void whileTheRunEndsItOnlyMakesTheRunLonger() throws Exception {
    startOneBroker();
    CompletableFuture<StandingGround.EndedRun> run = carryOut("--request-count", "60");
    await(run, () -> server.requestsReceived() >= 60);
    beAway();

    assertWhole(run);
  }

  @Test
  void oneOfThreeBrokersIsNotMissed() throws Exception {
    try (BrokerCluster brokers = BrokerCluster.start(folder.resolve("cluster"))) {
      ground = StandingGround.start(brokers, folder);
      CompletableFuture<StandingGround.EndedRun> run = carryOut("--benchmark-duration", "40");
      await(run, () -> server.requestsReceived() >= 60);
      int leader = brokers.leaderOf("longhaul.timing", 0);
      brokers.kill(leader);
      long then = server.requestsReceived();
      await(run, () -> server.requestsReceived() >= then + 200);
      brokers.start(leader);
      brokers.awaitAll();

      assertThat(assertWhole(run).said()).doesNotContain("was lost");
      ground.close();
      ground = null;
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

  private CompletableFuture<StandingGround.EndedRun> carryOut(String... more) {
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
                Stream.of(more))
            .toList();
    CompletableFuture<StandingGround.EndedRun> ended = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                ended.complete(ground.carryOut(words));
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

  private StandingGround.EndedRun assertWhole(CompletableFuture<StandingGround.EndedRun> run)
      throws Exception {
    StandingGround.EndedRun ended = run.get(LONGEST_STEP_SECONDS, TimeUnit.SECONDS);
    server.close();

    assertThat(ended.exitCode()).as(ended.said()).isEqualTo(ExitCode.DONE);
    Lake lake = new Lake(ground.lake());
    RequestAccount account = RequestAccount.of(lake, ended.runId(), truthLog);
    assertThat(account.requests()).isEqualTo(account.received());
    RunRow row = lake.rows(Dataset.RUNS, ended.runId()).get(0);
    assertThat(row.getStatus()).isEqualTo("complete");
    assertThat(row.getTotals().getDroppedEvents()).isZero();
    return ended;
  }

  private static void await(
      CompletableFuture<StandingGround.EndedRun> run, BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_STEP_SECONDS);
    while (!condition.getAsBoolean()) {
      if (run.isDone()) {
        run.get();
      }
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
