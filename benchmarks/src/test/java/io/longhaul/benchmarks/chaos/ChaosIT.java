package io.longhaul.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A short run with faults of several kinds. */
@EnabledIfSystemProperty(
    named = "longhaul.heavy",
    matches = "true",
    disabledReason = "takes minutes; -Dlonghaul.heavy=true adds it")
class ChaosIT {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));
  private static final int LOAD_SECONDS = 40;

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void aRunWhoseProcessesConnectionsAndRecordsFailLosesOnlyWhatItDeclares() throws Exception {
    FaultSchedule schedule =
        new FaultSchedule(
            1,
            List.of(
                new PlannedFault(FaultKind.PLANT_GARBAGE, 3, 0, 0),
                new PlannedFault(FaultKind.KILL_TASK_MANAGER, 5, 1, 1),
                new PlannedFault(FaultKind.CUT_GENERATOR, 8, 0, 0),
                new PlannedFault(FaultKind.REPEAT_RECORD, 11, 0, 0),
                new PlannedFault(FaultKind.PAUSE_GENERATOR, 14, 3, 2),
                new PlannedFault(FaultKind.KILL_BROKER, 20, 3, 0),
                new PlannedFault(FaultKind.DAMAGE_FILE, 45, 0, 0)));

    ChaosResult result =
        new ChaosRun(PROJECT, folder.resolve("run"), schedule, LOAD_SECONDS).execute("test");

    assertThat(result.findings()).as("%s", result).isEmpty();
    assertThat(result.status()).isEqualTo("complete");
    assertThat(result.faults())
        .as("%s", result)
        .hasSameSizeAs(schedule.faults())
        .allMatch(ChaosResult.FaultResult::tookEffect);
    assertThat(result.received()).isGreaterThan(LOAD_SECONDS * 25).isEqualTo(result.rows());
  }
}
