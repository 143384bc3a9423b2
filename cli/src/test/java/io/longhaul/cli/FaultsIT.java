package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a run when one of its processes is killed, and what a person is told. */
@EnabledOnOs(OS.LINUX) // processes are told apart by /proc
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
      everyRequestIsTold(layout());
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
      everyRequestIsTold(layout());
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
  void theChildrenOfAKilledParentEndAndItsRunIsReportedAndRebuilt() throws Exception {
    try (RunningProfile run = start("--benchmark-duration", "60")) {
      run.child("generate --with-parent");
      run.await(() -> has(Dataset.SLICES, layout()));
      run.kill();
      run.assertNobodyIsLeft();
    }
    long received = server.requestsReceived();

    RunningProfile report = report("report", layout().folder().toString());
    assertThat(report.exitStatus()).as(report.err()).isEqualTo(5);
    assertThat(report.out()).contains("INCOMPLETE").contains("Request Latency (ms)");
    assertThat(layout().profileJson()).exists();

    ExportLayout rebuilt = new ExportLayout(folder.resolve("rebuilt"));
    RunningProfile rebuild =
        report("rebuild", layout().folder().toString(), "--into", rebuilt.folder().toString());
    assertThat(rebuild.exitStatus()).as(rebuild.err()).isEqualTo(5);
    assertThat(rebuild.out()).contains("was lost").doesNotContain("summary is missing");

    List<SliceRow> before = slices(layout());
    List<SliceRow> whole = slices(rebuilt);
    assertThat(before).isNotEmpty().isEqualTo(whole.subList(0, before.size()));
    assertThat(whole.size()).isGreaterThanOrEqualTo(before.size());
    assertThat(has(Dataset.RUNS, rebuilt)).isTrue();
    assertThat(server.requestsReceived()).as("nobody sends any more").isEqualTo(received);
    everyRequestIsTold(rebuilt);
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

  private RunningProfile report(String name, String... arguments) throws IOException {
    return RunningProfile.start(
        Files.createDirectory(folder.resolve(name + "-output")),
        Stream.concat(Stream.of("report"), Stream.of(arguments)).toList());
  }

  private static boolean has(Dataset<?> dataset, ExportLayout layout) {
    try {
      return !new Lake(layout.lake()).files(dataset).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static List<SliceRow> slices(ExportLayout layout) throws IOException {
    Lake lake = new Lake(layout.lake());
    return lake.rows(Dataset.SLICES, lake.runs().get(0)).stream()
        .sorted(Comparator.comparing(SliceRow::getSliceIndex))
        .toList();
  }

  /**
   * What the server received is a row, or counted as lost. A generator that is killed between
   * counting a request and writing it has counted one more.
   */
  private void everyRequestIsTold(ExportLayout layout) throws IOException {
    Lake lake = new Lake(layout.lake());
    RunRow run = lake.rows(Dataset.RUNS, lake.runs().get(0)).get(0);
    long told = lake.count(Dataset.REQUESTS, run.getRunId()) + run.getUnseenRequests();
    assertThat(told).isBetween(server.requestsReceived(), server.requestsReceived() + 1);
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
