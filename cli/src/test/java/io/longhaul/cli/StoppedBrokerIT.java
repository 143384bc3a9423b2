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
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class StoppedBrokerIT {
  /**
   * The events of a request contain the model's name, so the events of a few seconds exceed the
   * spool of a generator.
   */
  private static final String LONG_MODEL_NAME = "m".repeat(40_000);

  @TempDir Path folder;

  @Test
  void aSuspendedBrokerPausesTheLoadBeforeTheSpoolIsFullIfRequestedAndLosesNothing()
      throws Exception {
    Path prompts = folder.resolve("prompts.jsonl");
    Files.writeString(prompts, "{\"text\": \"Hello\", \"model\": \"" + LONG_MODEL_NAME + "\"}\n");
    MockServerOptions.Builder slow =
        MockServerOptions.builder()
            // Requests in flight end two slices after the last one was sent, so that no request is
            // sent in one of these slices.
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
                "--pause-when-spool-fills",
                "--spool-size",
                "64MB",
                // The events of the requests in flight must fit into the rest of the spool.
                "--concurrency",
                "200",
                "--benchmark-duration",
                "120")) {
      ProcessHandle broker = run.child("BrokerMain");
      run.child("generate --with-parent");
      runs.awaitMoreRequests(run, 20);
      Signal.STOP.sendTo(broker);
      // The spool has no space for further requests: none is sent, and those in flight end.
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
