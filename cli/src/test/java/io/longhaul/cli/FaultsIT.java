package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a run when one of its processes is killed, and what a person is told. */
class FaultsIT {
  private static final long REQUESTS_BEFORE_THE_FAULT = 40;

  @TempDir Path folder;

  private MockServer server;

  @BeforeEach
  void startServer() throws Exception {
    server =
        MockServer.start(
            MockServerOptions.builder()
                .timeToFirstToken("20ms")
                .interTokenLatency("2ms")
                .outputTokens("16")
                .build());
  }

  @AfterEach
  void stopServer() throws Exception {
    server.close();
  }

  @Test
  void whenTheLastGeneratorIsKilledTheRunEndsAndSaysWhatWasLost() throws Exception {
    try (RunningProfile run = start("--benchmark-duration", "60")) {
      ProcessHandle generator = run.child("generate --with-parent");
      awaitRequests(run);
      generator.destroyForcibly();

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(5);
      assertThat(run.err()).contains("generator g0").contains("its process ended");
      assertThat(run.out()).contains("INCOMPLETE").contains("was lost");
      run.assertNobodyIsLeft();
      assertNoHalfWrittenFile();
    }
  }

  @Test
  void whenOneOfTwoGeneratorsIsKilledTheOtherGoesOn() throws Exception {
    try (RunningProfile run = start("--generators", "2", "--benchmark-duration", "6")) {
      ProcessHandle generator = run.child("--name g1");
      awaitRequests(run);
      long before = server.requestsReceived();
      generator.destroyForcibly();
      run.await(() -> server.requestsReceived() > before + REQUESTS_BEFORE_THE_FAULT);

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(5);
      assertThat(run.err()).contains("generator g1").doesNotContain("generator g0");
    }
  }

  @Test
  void withoutItsBrokerARunCannotGoOn() throws Exception {
    try (RunningProfile run = start("--benchmark-duration", "60")) {
      ProcessHandle broker = run.child("BrokerMain");
      awaitRequests(run);
      broker.destroyForcibly();

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(6);
      assertThat(run.err()).contains("Kafka broker ended").contains("longhaul report");
      run.assertNobodyIsLeft();
    }
  }

  @Test
  void theChildrenOfAKilledParentEndAndWhatWasCommittedIsReported() throws Exception {
    try (RunningProfile run = start("--benchmark-duration", "60")) {
      run.child("generate --with-parent");
      Lake lake = new Lake(layout().lake());
      run.await(() -> hasRequests(lake));
      run.kill();
      run.assertNobodyIsLeft();
      long received = server.requestsReceived();

      try (RunningProfile report =
          RunningProfile.start(
              Files.createDirectory(folder.resolve("report")),
              List.of("report", layout().folder().toString()))) {
        assertThat(report.exitStatus()).as(report.err()).isEqualTo(5);
        assertThat(report.out()).contains("INCOMPLETE").contains("Request Latency (ms)");
      }
      assertThat(server.requestsReceived()).as("nobody sends any more").isEqualTo(received);
      assertThat(layout().profileJson()).exists();
    }
  }

  @Test
  void aSignalToEndFinishesCleanlyWithWhatThereIs() throws Exception {
    try (RunningProfile run = start("--benchmark-duration", "60")) {
      run.child("generate --with-parent");
      awaitRequests(run);
      run.terminate();

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(130);
      assertThat(run.err()).contains("Stopping: awaiting what is in flight");
      assertThat(run.out()).doesNotContain("INCOMPLETE").contains("Request Latency (ms)");
      run.assertNobodyIsLeft();
      assertNoHalfWrittenFile();
    }
  }

  @Test
  void aSignalBeforeTheStartLeavesNothingRunning() throws Exception {
    try (RunningProfile run = start("--benchmark-duration", "60")) {
      run.child("generate --with-parent");
      run.terminate();

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(130);
      run.assertNobodyIsLeft();
    }
  }

  private RunningProfile start(String... more) throws Exception {
    List<String> arguments =
        Stream.concat(
                Stream.of(
                    "profile",
                    "--model",
                    "mock-model",
                    "--tokenizer",
                    "builtin",
                    "--url",
                    "http://127.0.0.1:" + server.llmPort(),
                    "--no-gpu-telemetry",
                    "--streaming",
                    "--isl",
                    "32",
                    "--rehearsal-requests",
                    "100",
                    "--concurrency",
                    "4",
                    "--slice-duration",
                    "1",
                    "--artifact-dir",
                    layout().folder().toString()),
                Stream.of(more))
            .toList();
    return RunningProfile.start(folder, arguments);
  }

  private ExportLayout layout() {
    return new ExportLayout(folder.resolve("out"));
  }

  private void awaitRequests(RunningProfile run) throws InterruptedException {
    run.await(() -> server.requestsReceived() > REQUESTS_BEFORE_THE_FAULT);
  }

  private static boolean hasRequests(Lake lake) {
    try {
      return !lake.files(Dataset.REQUESTS).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  /** Hidden files of a writer may stay behind; nothing that a reader would open is half written. */
  private void assertNoHalfWrittenFile() throws Exception {
    Lake lake = new Lake(layout().lake());
    for (Dataset<?> dataset : Dataset.ALL) {
      for (String run : lake.runs()) {
        assertThat(lake.count(dataset, run)).isNotNegative();
      }
    }
  }
}
