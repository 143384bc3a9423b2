package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.export.RequestRow;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Signals that reach the whole process group, such as Ctrl-C in a terminal: the parent handles them
 * and its children ignore them.
 */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class TerminalIT {
  private static final int HANGUP = 1;
  private static final int INTERRUPT = 2;

  @TempDir Path folder;

  @Test
  void ctrlCOnceEndsCleanlyWithResults() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run = onTerminal(runs)) {
      awaitDeafToInterrupts(run, "BrokerMain");
      awaitDeafToInterrupts(run, "generate --with-parent");
      runs.awaitMoreRequests(run, 40);
      run.typeCtrlC();

      assertThat(run.exitStatus()).as(run.out()).isEqualTo(130);
      assertThat(run.out())
          .contains("Stopping: waiting for requests in flight", "Request Latency (ms)")
          .doesNotContain("INCOMPLETE");
      run.assertNoProcessIsLeft();
      runs.assertAllAccountedFor(runs.lake());
    }
  }

  @Test
  void ctrlCTwiceCancelsRequestsInFlightAndTheFilesAreComplete() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder, endless());
        RunningProfile run = onTerminal(runs)) {
      run.child("BrokerMain");
      run.child("generate --with-parent");
      runs.awaitMoreRequests(run, 4);
      run.typeCtrlC();
      run.awaitErr("Stopping: waiting for requests in flight");
      assertThat(runs.openStreams()).isEqualTo(4);
      run.typeCtrlC();

      assertThat(run.exitStatus()).as(run.out()).isEqualTo(130);
      assertThat(run.out()).contains("Cancelling requests in flight").doesNotContain("INCOMPLETE");
      run.assertNoProcessIsLeft();
      assertThat(runs.layout().profileJson()).exists();
      Lake lake = runs.lake();
      assertThat(lake.rows(Dataset.REQUESTS, lake.runs().get(0)))
          .hasSize(4)
          .extracting(RequestRow::getOutcome)
          .containsOnly("cancelled");
      runs.assertAllAccountedFor(lake);
    }
  }

  @Test
  void ctrlCThreeTimesExitsImmediately() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder, endless());
        RunningProfile run = onTerminal(runs)) {
      run.child("BrokerMain");
      run.child("generate --with-parent");
      runs.awaitMoreRequests(run, 4);
      run.typeCtrlC();
      run.awaitErr("Stopping: waiting for requests in flight");
      run.typeCtrlC();
      run.awaitErr("Cancelling requests in flight");
      run.typeCtrlC();

      assertThat(run.exitStatus()).as(run.out()).isEqualTo(130);
      assertThat(runs.layout().profileJson()).as("what takes its time").doesNotExist();
      run.assertNoProcessIsLeft();
    }
  }

  /** A service manager sends the signal to all processes of a service. */
  @Test
  void sigtermToTheProcessGroupEndsCleanlyWithResults() throws Exception {
    finishesCleanlyAfter(Signal.TERM);
  }

  @Test
  void repeatedHangupsEndCleanly() throws Exception {
    assumeTrue(
        !ignores(ProcessHandle.current(), HANGUP),
        "skipped: these tests run with nohup themselves");
    finishesCleanlyAfter(Signal.HUP, Signal.HUP, Signal.TERM);
  }

  private void finishesCleanlyAfter(Signal... signals) throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run = runs.profile("--concurrency", "4", "--benchmark-duration", "60")) {
      run.child("BrokerMain");
      run.child("generate --with-parent");
      runs.awaitMoreRequests(run, 40);
      for (Signal signal : signals) {
        run.signalProcessGroup(signal);
      }

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(130);
      assertThat(run.err())
          .contains("Stopping: waiting for requests in flight")
          .doesNotContain("Cancelling", "Incomplete");
      run.assertNoProcessIsLeft();
      runs.assertAllAccountedFor(runs.lake());
    }
  }

  /** Returns a server whose responses never end during the test. */
  private static MockServerOptions.Builder endless() {
    return MockServerOptions.builder()
        .timeToFirstToken("20ms")
        .interTokenLatency("10s")
        .outputTokens("1000");
  }

  private RunningProfile onTerminal(MockServerRuns runs) throws IOException {
    Optional<RunningProfile> run =
        RunningProfile.onTerminal(
            folder,
            runs.profileArguments(
                "--isl",
                "32",
                "--concurrency",
                "4",
                "--benchmark-duration",
                "60",
                "--ui",
                "simple"));
    assumeTrue(run.isPresent(), "skipped: there is neither script (util-linux) nor python3");
    return run.get();
  }

  /** A child is deaf before it is Java: its shell sees to that first. */
  private static void awaitDeafToInterrupts(RunningProfile run, String word)
      throws InterruptedException {
    ProcessHandle child = run.child(word);
    run.await(() -> ignores(child, INTERRUPT));
  }

  /** Each signal is a bit of the mask of what is ignored, the first one the lowest. */
  private static boolean ignores(ProcessHandle process, int signal) {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    String ignored =
        lines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElseThrow()
            .substring("SigIgn:".length())
            .strip();
    return (Long.parseUnsignedLong(ignored, 16) >> (signal - 1) & 1) != 0;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
