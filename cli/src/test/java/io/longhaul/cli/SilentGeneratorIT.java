package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.LaneEnd;
import io.longhaul.export.LateRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A suspended generator. */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class SilentGeneratorIT {
  @TempDir Path folder;

  @Test
  void aSuspendedGeneratorIsLostAfter30SecondsAndStopsWhenResumed() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run =
            runs.profile(
                "--generators",
                "2",
                "--isl",
                "32",
                "--concurrency",
                "4",
                "--benchmark-duration",
                "120")) {
      ProcessHandle held = run.child("--name g1");
      runs.awaitMoreRequests(run, 40);
      Signal.STOP.sendTo(held);
      run.awaitErr("generator g1");
      runs.awaitMoreRequests(run, 40);

      Signal.CONT.sendTo(held);
      assertThat(held.onExit()).as("it stops by itself").succeedsWithin(20, TimeUnit.SECONDS);
      assertThat(Files.readString(runs.layout().processLogs().resolve("generator-g1.log")))
          .contains("Stopped before the share was completed: its lane was declared lost");
      runs.awaitMoreRequests(run, 40);
      run.terminate();

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(5);
      assertThat(run.err())
          .contains("generator g1", "silent for 30 s")
          .doesNotContain("generator g0");
      assertThat(run.out()).contains("INCOMPLETE");
      run.assertNoProcessIsLeft();

      eventsAfterTheVerdictAreLate(runs.lake());
      runs.assertAllAccountedFor(runs.lake());
    }
  }

  private static void eventsAfterTheVerdictAreLate(Lake lake) throws Exception {
    String runId = lake.runs().get(0);
    RunRow run = lake.rows(Dataset.RUNS, runId).get(0);
    LaneEnd lost =
        run.getLanes().stream().filter(lane -> lane.getEnd().equals("lost")).findFirst().get();
    assertThat(lost.getProcessId()).isEqualTo("g1");

    List<LateRow> late = lake.rows(Dataset.LATE, runId);
    assertThat(late).extracting(LateRow::getLaneId).containsOnly(lost.getLaneId());
    assertThat(late).extracting(LateRow::getKind).contains("lane-ended");
    assertThat(lake.rows(Dataset.REQUESTS, runId))
        .filteredOn(row -> row.getProcessId().equals("g1"))
        .extracting(RequestRow::getOutcome)
        .isNotEmpty()
        .isSubsetOf("ok", "lost");
  }
}
