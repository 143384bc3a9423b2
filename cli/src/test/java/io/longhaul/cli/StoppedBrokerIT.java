package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The load during an outage of the broker. */
@EnabledOnOs(OS.LINUX) // processes are told apart by /proc
class StoppedBrokerIT {
  /**
   * A request's story carries its model's name, so a few seconds of them are more than a generator
   * keeps unsent.
   */
  private static final String LONG_MODEL_NAME = "m".repeat(40_000);

  @TempDir Path folder;

  @Test
  void aSuspendedBrokerPausesTheLoadBeforeTheBufferIsFullAndLosesNothing() throws Exception {
    Path prompts = folder.resolve("prompts.jsonl");
    Files.writeString(prompts, "{\"text\": \"Hello\", \"model\": \"" + LONG_MODEL_NAME + "\"}\n");
    MockServerOptions.Builder slow =
        MockServerOptions.builder()
            // What is in flight ends so much later than the last sending: two slices, so that one
            // of them has none.
            .timeToFirstToken("2100ms")
            .interTokenLatency("1ms")
            .outputTokens("1");
    try (MockServerRuns runs = MockServerRuns.in(folder, slow);
        RunningProfile run =
            runs.profile(
                "--input-file",
                prompts.toString(),
                "--custom-dataset-type",
                "single_turn",
                "--request-rate",
                "150",
                "--arrival-pattern",
                "constant",
                // What is in flight must fit into the rest of the buffer, however late it is sent.
                "--concurrency",
                "200",
                "--benchmark-duration",
                "120")) {
      ProcessHandle broker = run.child("BrokerMain");
      run.child("generate --with-parent");
      runs.awaitMoreRequests(run, 20);
      Signal.STOP.sendTo(broker);
      // No room for what more requests would tell: none is sent, and what was in flight has ended.
      run.await(() -> runs.openStreams() == 0);
      Signal.CONT.sendTo(broker);
      runs.awaitMoreRequests(run, 20);
      run.terminate();

      assertThat(run.exitStatus()).as(run.err() + run.out()).isEqualTo(130);
      assertThat(run.err()).doesNotContain("was lost");
      assertThat(run.out()).doesNotContain("INCOMPLETE").contains("requests sent late");
      run.assertNoProcessIsLeft();

      thePauseIsSeenAndNothingIsMissing(runs.lake());
      runs.assertAllAccountedFor(runs.lake());
    }
  }

  private static void thePauseIsSeenAndNothingIsMissing(Lake lake) throws IOException {
    String runId = lake.runs().get(0);
    RunRow run = lake.rows(Dataset.RUNS, runId).get(0);

    assertThat(run.getStatus()).isEqualTo("complete");
    assertThat(run.getTotals().getDroppedEvents()).isZero();
    assertThat(run.getUnseenRequests()).isZero();
    List<Long> sent =
        lake.rows(Dataset.SLICES, runId).stream()
            .sorted(Comparator.comparing(SliceRow::getSliceIndex))
            .map(SliceRow::getRequestsSent)
            .toList();
    assertThat(sent).contains(0L);
    assertThat(sent.subList(sent.indexOf(0L), sent.size())).anyMatch(requests -> requests > 0);
  }
}
