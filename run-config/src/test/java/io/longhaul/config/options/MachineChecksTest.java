package io.longhaul.config.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.load.tokenizer.Tokenizers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineChecksTest {
  @TempDir Path folder;

  private final OptionProblems problems = new OptionProblems();

  @Test
  void aDiskWithTooLittleRoomIsRefusedWithWhatIsFree() {
    checks().folder(folder.resolve("results"), Long.MAX_VALUE, false);

    assertThatThrownBy(problems::throwIfAny)
        .hasMessageStartingWith("Cannot write into " + folder.resolve("results") + ": only ")
        .hasMessageContaining(" is free on the disk of ")
        .hasMessageEndingWith(" (give another --artifact-dir)");
  }

  @Test
  void aFolderThatCannotBeWrittenIsRefusedWithTheReason() throws IOException {
    Path file = Files.createFile(folder.resolve("results"));

    checks().folder(file, 0, false);

    assertThatThrownBy(problems::throwIfAny)
        .hasMessage("Cannot write into " + file + ": it is a file (give another --artifact-dir)");
  }

  @Test
  void aFolderWithRoomIsNoProblem() {
    checks().folder(folder.resolve("results"), 1, false);

    assertThat(problems.isEmpty()).isTrue();
  }

  @Test
  void aLakeOnADiskWithTooLittleRoomIsRefused() {
    checks().lake(folder.resolve("lake"), Long.MAX_VALUE, "run", folder.resolve("results"));

    assertThatThrownBy(problems::throwIfAny)
        .hasMessageStartingWith("Cannot write into " + folder.resolve("lake") + ": only ")
        .hasMessageEndingWith(" (give another --lake)");
  }

  @Test
  void aLakeOfWhichOnePartCannotBeWrittenIsRefused() throws IOException {
    Path lake = Files.createDirectories(folder.resolve("lake"));
    Files.createDirectories(lake.resolve("_runs"));
    Files.createFile(lake.resolve("requests"));

    checks().lake(lake, 0, "run", folder.resolve("results"));

    assertThatThrownBy(problems::throwIfAny)
        .hasMessage("Cannot write into " + lake + ": requests: it is a file (give another --lake)");
  }

  @Test
  void theNameOfADeletedRunIsRefused() throws IOException {
    Path lake = Files.createDirectories(folder.resolve("lake"));
    Files.createDirectories(lake.resolve("_runs"));
    Files.writeString(
        lake.resolve("manifest.jsonl"),
        """
        {"file":"requests/2026-01-02.run.part-1.parquet","dataset":"requests","run_id":"run","rows":1,"bytes":2,"sha256":"a"}
        """);

    checks().lake(lake, 0, "run", folder.resolve("results"));

    assertThatThrownBy(problems::throwIfAny)
        .hasMessage("Invalid --run-id: run (a new name: %s contained a run of this name)", lake);
  }

  private MachineChecks checks() {
    return new MachineChecks(Tokenizers.of(Map.of(), folder), new PreflightCache(), problems);
  }
}
