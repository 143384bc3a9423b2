package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.longhaul.export.LaneEnd;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
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

/** Results and messages of runs in which a process is killed. */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class FaultsIT {
  private static final long REQUESTS_BEFORE_THE_FAULT = 40;

  @TempDir Path folder;

  private MockServerRuns runs;

  @BeforeEach
  void startServer() throws Exception {
    runs = MockServerRuns.in(folder);
  }

  @AfterEach
  void stopServer() throws Exception {
    runs.close();
  }

  @Test
  void aKilledGeneratorIsStartedAgainAndSendsTheRestOfItsPlannedRequests() throws Exception {
    try (RunningProfile run =
        runs.profile(
            "--isl",
            "32",
            "--request-rate",
            "20",
            "--arrival-pattern",
            "constant",
            "--request-count",
            "800")) {
      killTheGenerator(run);
      assertThat(run.exitStatus()).as(run.err()).isEqualTo(5);
      assertThat(run.err())
          .contains("Warning: generator g0 ended (killed by signal 9); restarting it (1 of 5)")
          .containsPattern("Warning: generator g0 on .* has returned; it continues its share")
          .contains("was lost: its process ended");
      run.assertNoProcessIsLeft();
      assertNoHalfWrittenFile();
    }
    RunRow row = assertContinued(800);
    assertThat(row.getTotals().getNotIssuedStallSkipped())
        .as("what was due between the two processes")
        .isPositive()
        .isEqualTo(row.getNotIssued());
  }

  @Test
  void aKilledGeneratorOfAClosedLoopIsStartedAgainAndSendsTheRestOfItsCount() throws Exception {
    try (RunningProfile run =
        runs.profile("--isl", "32", "--concurrency", "4", "--request-count", "600")) {
      killTheGenerator(run);
      assertThat(run.exitStatus()).as(run.err()).isEqualTo(5);
      run.assertNoProcessIsLeft();
    }
    assertThat(assertContinued(600).getNotIssued()).isZero();
  }

  private void killTheGenerator(RunningProfile run) throws InterruptedException {
    ProcessHandle generator = run.child("generate --with-parent");
    awaitRequests(run);
    generator.destroyForcibly();
    run.awaitErr("restarting it (1 of 5)");
    run.child("generate --with-parent");
  }

  /** Checks that a restarted generator has sent the rest, and no request twice. */
  private RunRow assertContinued(long planned) throws Exception {
    Lake lake = runs.lake();
    String runId = lake.runs().get(0);
    RunRow row = lake.rows(Dataset.RUNS, runId).get(0);
    assertThat(row.getLanes())
        .filteredOn(lane -> "profiling".equals(lane.getPhase()))
        .extracting(LaneEnd::getProcessId, LaneEnd::getEnd, LaneEnd::getIssuedExact)
        .contains(tuple("g0", "lost", true), tuple("g0", "ended", true));
    assertThat(row.getIssued() + row.getNotIssued()).isEqualTo(planned);
    assertThat(lake.rows(Dataset.REQUESTS, runId))
        .extracting(RequestRow::getPlanIndex)
        .doesNotHaveDuplicates();
    EndedCommand verify = runs.verify();
    assertThat(verify.exitStatus()).isEqualTo(5);
    assertThat(verify.out()).contains("was lost: its process ended").doesNotContain("WRONG");
    runs.assertAllAccountedFor(lake);
    return row;
  }

  @Test
  void oneOfTwoGeneratorsContinuesWhileTheOtherIsStartedAgain() throws Exception {
    try (RunningProfile run = start("--generators", "2", "--benchmark-duration", "240")) {
      ProcessHandle generator = run.child("--name g1");
      awaitRequests(run);
      generator.destroyForcibly();
      run.awaitErr("generator g1 ended (killed by signal 9)");
      awaitRequests(run);
      run.awaitErr("it continues its share");
      awaitRequests(run);
      run.terminate();

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(5);
      assertThat(run.err()).contains("generator g1").doesNotContain("generator g0");
      runs.assertAllAccountedFor(runs.lake());
    }
  }

  @Test
  void aKilledBrokerIsStartedAgainAndNothingIsLostAndSigtermEndsTheRunCleanlyWithItsResults()
      throws Exception {
    try (RunningProfile run = start("--benchmark-duration", "120")) {
      ProcessHandle broker = run.child("BrokerMain");
      awaitRequests(run);
      broker.destroyForcibly();
      run.awaitErr("Warning: Kafka broker ended (killed by signal 9); restarting it (1 of 5)");
      awaitRequests(run);
      run.child("BrokerMain");
      awaitRequests(run);
      run.terminate();

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(130);
      assertThat(run.err())
          .contains("Stopping: waiting for requests in flight")
          .doesNotContain("was lost");
      assertThat(run.out()).doesNotContain("INCOMPLETE").contains("Request Latency (ms)");
      run.assertNoProcessIsLeft();
      assertNoHalfWrittenFile();
    }
    assertThat(runs.verify().exitStatus()).isZero();
    runs.assertAllAccountedFor(runs.lake());
  }

  @Test
  void aRunEndsWhenTheLogOfItsKilledBrokerIsGone() throws Exception {
    Path log = layout().log().resolve("log").resolve("meta.properties");
    Path aside = folder.resolve("meta.properties");
    try (RunningProfile run = start("--benchmark-duration", "60")) {
      ProcessHandle broker = run.child("BrokerMain");
      run.await(() -> has(Dataset.SLICES, layout()));
      Files.move(log, aside);
      broker.destroyForcibly();

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(6);
      assertThat(run.err())
          .contains("Kafka broker ended (killed by signal 9): its log no longer exists")
          .contains("longhaul report");
      run.assertNoProcessIsLeft();
    }
    Files.move(aside, log);
    runs.assertAllAccountedFor(new Lake(rebuilt().lake()));
  }

  @Test
  void theChildrenOfAKilledParentEndAndItsRunIsReportedAndRebuilt() throws Exception {
    try (RunningProfile run = start("--benchmark-duration", "60")) {
      run.child("generate --with-parent");
      run.await(() -> has(Dataset.SLICES, layout()));
      run.kill();
      run.assertNoProcessIsLeft();
    }
    long received = runs.requestsReceived();

    EndedCommand report = EndedCommand.of("report", layout().folder().toString());
    assertThat(report.exitStatus()).as(report.err()).isEqualTo(5);
    assertThat(report.out()).contains("INCOMPLETE").contains("Request Latency (ms)");
    assertThat(layout().profileJson()).exists();

    ExportLayout rebuilt = rebuilt();
    List<SliceRow> before = slices(layout());
    List<SliceRow> whole = slices(rebuilt);
    assertThat(before).isNotEmpty().isEqualTo(whole.subList(0, before.size()));
    assertThat(whole.size()).isGreaterThanOrEqualTo(before.size());
    assertThat(has(Dataset.RUNS, rebuilt)).isTrue();
    assertThat(runs.requestsReceived()).as("no process sends any more").isEqualTo(received);
    runs.assertAllAccountedFor(new Lake(rebuilt.lake()));
  }

  @Test
  void aSignalBeforeTheStartLeavesNothingRunning() throws Exception {
    try (RunningProfile run = start("--benchmark-duration", "60")) {
      run.child("generate --with-parent");
      run.terminate();

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(130);
      assertThat(ErrorOutput.of(run.err()))
          .isEqualTo("The run was interrupted before its load started: nothing was measured");
      run.assertNoProcessIsLeft();
    }
  }

  /** So early that nothing has been started yet. */
  @Test
  void aSignalDuringTheWaitForTheModelEndsWithASentence() throws Exception {
    try (RunningProfile run =
        RunningProfile.start(
            folder,
            List.of(
                "profile",
                "--model",
                "m",
                "--tokenizer",
                "builtin",
                "--url",
                "http://127.0.0.1:9",
                "--wait-for-model-timeout",
                "100",
                "--artifact-dir",
                folder.resolve("waiting").toString()))) {
      run.awaitErr("Waiting for m at ");
      run.terminate();

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(130);
      assertThat(ErrorOutput.of(run.err()))
          .isEqualTo("The run was interrupted before its load started: nothing was measured");
      run.assertNoProcessIsLeft();
    }
  }

  private RunningProfile start(String... more) throws Exception {
    return runs.profile(
        Stream.concat(Stream.of("--isl", "32", "--concurrency", "4"), Stream.of(more))
            .toArray(String[]::new));
  }

  /** Returns the lake that is rebuilt from the retained log. */
  private ExportLayout rebuilt() throws Exception {
    ExportLayout rebuilt = new ExportLayout(folder.resolve("rebuilt"));
    EndedCommand rebuild =
        EndedCommand.of(
            "report", layout().folder().toString(), "--into", rebuilt.folder().toString());
    assertThat(rebuild.exitStatus()).as(rebuild.err()).isEqualTo(5);
    assertThat(rebuild.out()).contains("was lost").doesNotContain("summary is missing");
    return rebuilt;
  }

  private ExportLayout layout() {
    return runs.layout();
  }

  private void awaitRequests(RunningProfile run) throws InterruptedException {
    runs.awaitMoreRequests(run, REQUESTS_BEFORE_THE_FAULT);
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

  /** Checks that every visible file is complete; hidden files of a writer may remain. */
  private void assertNoHalfWrittenFile() throws Exception {
    Lake lake = new Lake(layout().lake());
    for (Dataset<?> dataset : Dataset.ALL) {
      for (String run : lake.runs()) {
        assertThat(lake.count(dataset, run)).isNotNegative();
      }
    }
  }
}
