package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.mock.MockServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard on a real terminal, which must be as before when a run has ended in any way. */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class DashboardIT {
  private static final String ENTER = "\u001b[?1049h";
  private static final String LEAVE = "\u001b[?1049l";
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";

  @TempDir Path folder;

  @Test
  void eachRunOfASeriesShowsTheDashboardAndThenItsTables() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run =
            inWindow(runs, "--benchmark-duration", "4", "--num-profile-runs", "2")) {
      assertThat(run.exitStatus()).as(run.out()).isZero();
      String[] parts = run.out().split(Pattern.quote(ENTER), -1);
      assertThat(parts).hasSize(3);
      for (String part : List.of(parts[1], parts[2])) {
        assertThat(part.substring(0, part.lastIndexOf(LEAVE)))
            .contains("Requests/s", "Request latency", "Trusted slices", "Events");
        assertThat(after(part)).contains("Request Latency (ms)").doesNotContain("\u001b");
      }
      assertRestored(run);
    }
  }

  @Test
  void ctrlCRestoresTheTerminalAndItsMessageIsPrintedAgain() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run = inWindow(runs, "--benchmark-duration", "60")) {
      runs.awaitMoreRequests(run, 40);
      run.typeCtrlC();

      assertThat(run.exitStatus()).as(run.out()).isEqualTo(130);
      assertThat(after(run.out()))
          .contains("Stopping: waiting for requests in flight", "Request Latency (ms)");
      assertRestored(run);
    }
  }

  @Test
  void sigtermRestoresTheTerminal() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run = inWindow(runs, "--benchmark-duration", "60")) {
      runs.awaitMoreRequests(run, 40);
      Signal.TERM.sendTo(run.child("io.longhaul.cli.Main"));

      assertThat(run.exitStatus()).as(run.out()).isEqualTo(130);
      assertThat(after(run.out())).contains("Request Latency (ms)");
      assertRestored(run);
    }
  }

  @Test
  void theThirdCtrlCRestoresTheTerminal() throws Exception {
    try (MockServerRuns runs =
            MockServerRuns.in(
                folder,
                MockServerOptions.builder()
                    .timeToFirstToken("20ms")
                    .interTokenLatency("10s")
                    .outputTokens("1000"));
        RunningProfile run = inWindow(runs, "--benchmark-duration", "60")) {
      run.child("BrokerMain");
      run.child("generate --with-parent");
      runs.awaitMoreRequests(run, 4);
      run.typeCtrlC();
      run.awaitErr("Stopping: waiting for requests in flight");
      run.typeCtrlC();
      run.awaitErr("Cancelling requests in flight");
      run.typeCtrlC();

      assertThat(run.exitStatus()).as(run.out()).isEqualTo(130);
      assertRestored(run);
      run.assertNoProcessIsLeft();
    }
  }

  @Test
  void ctrlCBeforeTheLoadRestoresTheTerminal() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run = inWindow(runs, "--benchmark-duration", "60")) {
      run.child("BrokerMain");
      run.awaitErr(ENTER);
      run.typeCtrlC();

      assertThat(run.exitStatus()).as(run.out()).isEqualTo(130);
      assertThat(after(run.out())).contains("before its load started: nothing was measured");
      assertRestored(run);
      run.assertNoProcessIsLeft();
    }
  }

  private RunningProfile inWindow(MockServerRuns runs, String... more) throws IOException {
    List<String> words =
        Stream.concat(Stream.of("--isl", "32", "--concurrency", "4"), Stream.of(more)).toList();
    Optional<RunningProfile> run =
        RunningProfile.inWindow(folder, runs.profileArguments(words.toArray(String[]::new)));
    assumeTrue(run.isPresent(), "skipped: there is neither script (util-linux) nor python3");
    return run.get();
  }

  private static String after(String out) {
    String left = out.substring(out.lastIndexOf(LEAVE) + LEAVE.length());
    return left.replaceFirst("^\u001b\\[23;0;0t", "");
  }

  /** The alternate screen is left, the cursor is visible, and typed keys are shown. */
  private void assertRestored(RunningProfile run) throws IOException {
    String out = run.out();
    assertThat(out).contains(ENTER, HIDE_CURSOR);
    assertThat(out.lastIndexOf(LEAVE)).isGreaterThan(out.lastIndexOf(ENTER));
    assertThat(out.lastIndexOf(SHOW_CURSOR)).isGreaterThan(out.lastIndexOf(HIDE_CURSOR));
    assertThat(Files.readString(folder.resolve("after.txt")))
        .containsPattern("[^-]\\becho\\b")
        .contains("susp = ^Z");
  }
}
