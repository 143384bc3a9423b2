package io.longhaul.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobStartTest {
  private static final String JOB = "0a" + "0".repeat(30);
  private static final String NEXT_JOB = "0b" + "0".repeat(30);
  private static final long MINUTE = 60_000;

  @TempDir Path folder;
  private SavedStates states;
  private Set<String> runsInLog = Set.of("run-1", "run-2", "run-3", "run-4");

  @BeforeEach
  void checkpoints() {
    states = new SavedStates(folder.resolve("checkpoints"));
  }

  @Test
  void aNewLakeBeginsWithTheLog() throws Exception {
    assertThat(decide().path()).isEmpty();
    assertThat(decide().announcement()).isEmpty();
  }

  @Test
  void theNewestStateIsTakenWhicheverJobWroteItAndIsNamed() throws Exception {
    states.write(JOB + "/chk-9", 9, MINUTE);
    states.write(NEXT_JOB + "/chk-12", 12, 2 * MINUTE);

    assertThat(decide().path()).hasValueSatisfying(path -> assertThat(path).endsWith("/chk-12"));
    assertThat(decide().announcement())
        .matches(
            "Continuing from checkpoint file:.*/chk-12 \\(number 12, 1970-01-01T00:02:00Z\\),"
                + " the newest of 2");
  }

  @Test
  void aSavepointIsPreferredWhenItIsNewer() throws Exception {
    states.write(JOB + "/chk-9", 9, MINUTE);
    states.write("savepoint-0a0000-aaaaaaaaaaaa", 10, 2 * MINUTE);

    assertThat(decide().announcement()).startsWith("Continuing from savepoint ");
  }

  @Test
  void aCheckpointIsPreferredToAnOlderSavepoint() throws Exception {
    states.write("savepoint-0a0000-aaaaaaaaaaaa", 10, MINUTE);
    states.write(JOB + "/chk-11", 11, 2 * MINUTE);

    assertThat(decide().announcement()).startsWith("Continuing from checkpoint ");
  }

  @Test
  void aStateThatAPersonNamesIsTakenAsItIs() throws Exception {
    writeRows("run-1", MINUTE);

    assertThat(start(Optional.of("file:/elsewhere/savepoint-1")).decide())
        .isEqualTo(
            new JobStart.Decision(
                Optional.of("file:/elsewhere/savepoint-1"),
                "Continuing from file:/elsewhere/savepoint-1"));
  }

  @Test
  void statesOfTwoLakesInOneFolderAreRefused() throws Exception {
    states.write(JOB + "/chk-129", 129, MINUTE);
    states.write(NEXT_JOB + "/chk-3", 3, 2 * MINUTE);

    assertThatThrownBy(this::decide)
        .isInstanceOf(WrongStartException.class)
        .hasMessageContaining("chk-3 (number 3")
        .hasMessageContaining("chk-129 (number 129")
        .hasMessageContaining("--from");
  }

  @Test
  void aLakeWithRowsOfTheLogAndNoStateIsRefused() throws Exception {
    for (int i = 1; i <= 4; i++) {
      writeRows("run-" + i, MINUTE);
    }

    assertThatThrownBy(this::decide)
        .isInstanceOf(WrongStartException.class)
        .hasMessageMatching(
            "Cannot start the job: .*/lake has rows of runs run-1, run-2, run-3 and 1 more that the"
                + " job would write a second time; there is no checkpoint or savepoint in file:.*"
                + " \\(name the savepoint or checkpoint of the last job with --from, or give a new"
                + " --lake and new --checkpoints: the job then reads the whole log\\)");
  }

  @Test
  void rowsThatAreNewerThanTheNewestStateAreRefused() throws Exception {
    states.write(JOB + "/chk-9", 9, MINUTE);
    writeRows("run-1", MINUTE - 1);
    writeRows("run-2", 2 * MINUTE);

    assertThatThrownBy(this::decide)
        .isInstanceOf(WrongStartException.class)
        .hasMessageContaining("rows of run run-2 that")
        .hasMessageContaining("they are newer than the newest state in file:")
        .hasMessageContaining("chk-9 (number 9, 1970-01-01T00:01:00Z)");
  }

  @Test
  void rowsThatTheNewestStateCommitsAreNoReasonToRefuse() throws Exception {
    states.write(JOB + "/chk-9", 9, MINUTE);
    writeRows("run-1", MINUTE);

    assertThat(decide().path()).isPresent();
  }

  @Test
  void rowsOfAnotherLogAreNoReasonToRefuse() throws Exception {
    runsInLog = Set.of("run-2");
    writeRows("run-1", MINUTE);

    assertThat(decide().path()).isEmpty();
  }

  private JobStart.Decision decide() throws IOException, WrongStartException {
    Files.createDirectories(folder.resolve("checkpoints").resolve(JOB));
    return start(Optional.empty()).decide();
  }

  private JobStart start(Optional<String> named) {
    String checkpoints = folder.resolve("checkpoints").toUri().toString();
    return new JobStart(checkpoints, checkpoints, named, folder.resolve("lake"), () -> runsInLog);
  }

  private void writeRows(String run, long epochMillis) throws IOException {
    Path rows = folder.resolve("lake/requests/dt=1970-01-01/run_id=" + run + "/part-1.parquet");
    Files.createDirectories(rows.getParent());
    Files.writeString(rows, "rows");
    Files.setLastModifiedTime(rows, FileTime.fromMillis(epochMillis));
  }
}
