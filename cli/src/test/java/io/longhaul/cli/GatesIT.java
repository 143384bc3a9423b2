package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stop conditions, which end a load early and are reported in all documents, and fail conditions.
 */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class GatesIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Duration of a run that is not stopped. */
  private static final String LONG = "100";

  private static final int CONSECUTIVE_FAILURES = 10;

  /** More than what else is written to this disk meanwhile. */
  private static final long BELOW_WHAT_IS_FREE = 2_000_000_000;

  @TempDir static Path shared;

  private static SharedPipeline pipeline;

  @TempDir Path folder;

  @BeforeAll
  static void startPipeline() throws Exception {
    pipeline = SharedPipeline.start(shared);
  }

  @AfterAll
  static void stopPipeline() {
    pipeline.close();
  }

  @Test
  void aHighErrorRateInTheNewestSlicesStopsTheLoad() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder, server().fault("after 100: status 503"))) {
      EndedCommand run =
          pipeline
              .start(
                  "failed",
                  1,
                  endless(
                      runs, "--failed-request-threshold", "0.5", "--failed-request-slices", "2"))
              .ended();
      Lake lake = new Lake(pipeline.lake());
      RunRow row = stopped(run, runs, rowOf(lake, "failed"), "failed_requests");

      assertThat(row.getStopCondition())
          .matches("[0-9,]+ of [0-9,]+ requests failed in slices [0-9]+ to [0-9]+, more than .*");
      List<SliceRow> slices = lake.rows(Dataset.SLICES, row.getRunId());
      assertThat(slices.get(0).getRequestsOk()).as("at first all was well").isPositive();
      runs.assertAllAccountedFor(lake, "failed");
      EndedCommand report = report(runs, "failed");
      assertThat(report.exitStatus()).as("a report judges as the run did").isEqualTo(3);
    }
  }

  /** Checks that the report matches the rows of all generators. */
  @Test
  void consecutiveFailuresOverAllGeneratorsStopTheLoad() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder, server().fault("after 150: status 429"))) {
      EndedCommand run =
          pipeline
              .start(
                  "consecutive",
                  2,
                  endless(
                      runs, "--max-consecutive-failures", Integer.toString(CONSECUTIVE_FAILURES)))
              .ended();
      Lake lake = new Lake(pipeline.lake());
      RunRow row = stopped(run, runs, rowOf(lake, "consecutive"), "consecutive_failures");

      assertThat(row.getStopCondition())
          .isEqualTo("10 consecutive requests failed, the last with http_429");
      List<RequestRow> ended = inTheOrderOfTheirEnds(lake, row);
      int reached = positionOfTheLastInARow(ended);
      long stoppedAfterNanos =
          ended.get(ended.size() - 1).getSentEpochNs() - ended.get(reached).getEndedEpochNs();
      assertThat(stoppedAfterNanos).as("the load continues until it is stopped").isPositive();
      assertThat(ended).extracting(RequestRow::getProcessId).contains("g0", "g1");
      runs.assertAllAccountedFor(lake, "consecutive");
    }
  }

  @Test
  void aFullDiskStopsTheLoadBeforeWritesFail() throws Exception {
    FileStore disk = Files.getFileStore(folder);
    long least = disk.getUsableSpace() - BELOW_WHAT_IS_FREE;
    try (MockServerRuns runs = MockServerRuns.in(folder, server());
        RunningProfile run =
            RunningProfile.start(folder, endless(runs, "--min-free-disk", least / 1000 + "kB"))) {
      runs.awaitMoreRequests(run, 40);
      occupy(2 * BELOW_WHAT_IS_FREE);

      int status = run.exitStatus();
      RunRow row =
          stopped(new EndedCommand(status, run.out(), run.err()), runs, onlyRun(runs), "free_disk");
      run.assertNoProcessIsLeft();
      assertThat(row.getStopCondition()).startsWith("only ").contains("disk of " + folder);
      runs.assertAllAccountedFor(runs.lake());
    }
  }

  /** The condition is evaluated after the plan was sent completely, and the gate still fails. */
  @Test
  void aConditionMetByTheLastRequestsIsReported() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder, server().fault("after 5: status 503"))) {
      EndedCommand run =
          pipeline
              .start(
                  "last",
                  1,
                  runs.profileArguments(
                      "--concurrency",
                      "1",
                      "--request-count",
                      "20",
                      "--max-consecutive-failures",
                      "15",
                      "--failed-request-threshold",
                      "0.5"))
              .ended();
      assertThat(run.exitStatus()).as(run.err()).isEqualTo(3);

      RunRow row = rowOf(new Lake(pipeline.lake()), "last");
      assertThat(row.getStopReason()).isEqualTo("consecutive_failures");
      assertThat(row.getNotIssued()).isZero();
      assertThat(row.getStopCondition()).contains("15 consecutive requests failed");
      assertThat(run.err())
          .contains(
              "Stop condition: 15 consecutive requests failed", "Fail condition true: request_err");
      assertThat(row.getIssued()).isEqualTo(20);
    }
  }

  @Test
  void aReportEvaluatesTheRunsOwnConditions() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder, server())) {
      EndedCommand run =
          pipeline
              .start(
                  "conditions",
                  1,
                  runs.profileArguments(
                      "--request-count",
                      "5",
                      "--fail-if",
                      "request_count>4",
                      "--fail-if",
                      "request_count>5"))
              .ended();
      assertThat(run.exitStatus()).as(run.err()).isEqualTo(3);
      String missed = "Fail condition true: request_count>4: the value is 5.00 requests\n";
      assertThat(run.err()).contains(missed);

      EndedCommand report = report(runs, "conditions");
      assertThat(report.exitStatus()).as(report.err()).isEqualTo(3);
      assertThat(report.err()).isEqualTo(missed);
      assertThat(ErrorOutput.of(run.err())).isEqualTo(missed.strip());

      for (Path file : new Lake(pipeline.lake()).files(Dataset.REQUESTS, "conditions")) {
        Files.delete(file);
      }
      EndedCommand incomplete = report(runs, "conditions");
      assertThat(incomplete.exitStatus()).as("missing rows take precedence").isEqualTo(5);
      assertThat(ErrorOutput.of(incomplete.err()))
          .startsWith("The data of the run is incomplete: ");
    }
  }

  @Test
  void aSuspendedGeneratorWithRequireValidEndsWith7() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder, server());
        RunningProfile run =
            runs.profile("--request-rate", "40", "--benchmark-duration", "6", "--require-valid")) {
      ProcessHandle generator = run.child("generate --with-parent");
      runs.awaitMoreRequests(run, 20);
      Signal.STOP.sendTo(generator);
      TimeUnit.SECONDS.sleep(1); // Nothing is sent in this time.
      Signal.CONT.sendTo(generator);

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(7);
      assertThat(ErrorOutput.of(run.err()))
          .startsWith("The measurement cannot be trusted in ")
          .endsWith("(run the load generator on an otherwise idle machine, or reduce the load)");
    }
  }

  private static EndedCommand report(MockServerRuns runs, String runId) {
    return EndedCommand.of(
        "report",
        runs.layout().folder().toString(),
        "--lake",
        pipeline.lake().toString(),
        "--run-id",
        runId);
  }

  /** Checks everything that all early stops have in common. */
  private static RunRow stopped(EndedCommand run, MockServerRuns runs, RunRow row, String reason)
      throws IOException {
    assertThat(run.exitStatus()).as(run.err()).isEqualTo(3);
    assertThat(row.getStopReason()).isEqualTo(reason);
    assertThat(row.getStatus()).isEqualTo("complete");
    assertThat(row.getTotals().getRequestsEnded()).isEqualTo(row.getIssued());
    assertThat(row.getTotals().getCancelled() + row.getTotals().getInFlightAtStop()).isZero();
    assertThat(run.err()).contains("Stopping early: " + row.getStopCondition());
    assertThat(ErrorOutput.of(run.err())).startsWith("The load was stopped after ");
    assertThat(run.out()).contains("STOP CONDITION", row.getStopCondition());
    assertThat(status(runs).path("stop_reason").asText()).isEqualTo(reason);
    assertThat(status(runs).path("stop_condition").asText()).isEqualTo(row.getStopCondition());
    assertThat(runs.layout().profileJson()).exists();
    return row;
  }

  /** Returns the arguments of a run that continues until it is stopped. */
  private static List<String> endless(MockServerRuns runs, String... stopping) {
    List<String> options = new ArrayList<>(List.of("--request-rate", "40"));
    options.addAll(List.of("--benchmark-duration", LONG));
    options.addAll(List.of(stopping));
    return runs.profileArguments(options.toArray(String[]::new));
  }

  /** Allocates disk space without writing to it. */
  private void occupy(long bytes) throws Exception {
    Process fallocate =
        new ProcessBuilder(
                "fallocate", "--length", Long.toString(bytes), folder.resolve("big").toString())
            .inheritIO()
            .start();
    assertThat(fallocate.waitFor()).isZero();
  }

  private static MockServerOptions.Builder server() throws IOException {
    return MockServerOptions.builder()
        .timeToFirstToken("20ms")
        .interTokenLatency("2ms")
        .outputTokens("16");
  }

  private static RunRow onlyRun(MockServerRuns runs) throws IOException {
    return rowOf(runs.lake(), runs.lake().runs().get(0));
  }

  private static RunRow rowOf(Lake lake, String runId) throws IOException {
    return lake.rows(Dataset.RUNS, runId).get(0);
  }

  private static JsonNode status(MockServerRuns runs) throws IOException {
    return JSON.readTree(Files.readString(runs.layout().longhaulJson(), UTF_8)).path("status");
  }

  private static List<RequestRow> inTheOrderOfTheirEnds(Lake lake, RunRow row) throws IOException {
    List<RequestRow> ended = new ArrayList<>(lake.rows(Dataset.REQUESTS, row.getRunId()));
    ended.sort(
        Comparator.comparingLong(RequestRow::getEndedEpochNs)
            .thenComparing(RequestRow::getRequestId));
    return ended;
  }

  private static int positionOfTheLastInARow(List<RequestRow> ended) {
    int inARow = 0;
    for (int i = 0; i < ended.size(); i++) {
      inARow = ended.get(i).getOutcome().equals("ok") ? 0 : inARow + 1;
      if (inARow == CONSECUTIVE_FAILURES) {
        return i;
      }
    }
    throw new AssertionError("There are no " + CONSECUTIVE_FAILURES + " failures in a row");
  }
}
