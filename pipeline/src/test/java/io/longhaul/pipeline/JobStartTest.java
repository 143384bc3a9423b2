package io.longhaul.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.sinks.lake.Lake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  void aNewLakeStartsAtTheBeginningOfTheLog() throws Exception {
    assertThat(decide().path()).isEmpty();
    assertThat(decide().announcement()).isEmpty();
  }

  @Test
  void theNewestStateOfAnyJobIsRestoredAndReported() throws Exception {
    states.write(JOB + "/chk-9", 9, MINUTE);
    states.write(NEXT_JOB + "/chk-12", 12, 2 * MINUTE);

    assertThat(decide().path()).hasValueSatisfying(path -> assertThat(path).endsWith("/chk-12"));
    assertThat(decide().announcement())
        .matches(
            "Continuing from checkpoint file:.*/chk-12 \\(number 12, 1970-01-01T00:02:00Z\\),"
                + " the newest of 2");
  }

  @Test
  void aNewerSavepointIsPreferred() throws Exception {
    states.write(JOB + "/chk-9", 9, MINUTE);
    states.write("savepoint-0a0000-aaaaaaaaaaaa", 10, 2 * MINUTE);

    assertThat(decide().announcement()).startsWith("Continuing from savepoint ");
  }

  @Test
  void aNewerCheckpointIsPreferredToASavepoint() throws Exception {
    states.write("savepoint-0a0000-aaaaaaaaaaaa", 10, MINUTE);
    states.write(JOB + "/chk-11", 11, 2 * MINUTE);

    assertThat(decide().announcement()).startsWith("Continuing from checkpoint ");
  }

  @Test
  void aStateNamedByTheUserIsUsedUnchecked() throws Exception {
    writeRows("run-1", MINUTE);

    assertThat(start(Optional.of("file:/elsewhere/savepoint-1")).decide())
        .isEqualTo(
            new JobStart.Decision(
                Optional.of("file:/elsewhere/savepoint-1"),
                "Continuing from file:/elsewhere/savepoint-1"));
  }

  @Test
  void statesOfTwoLakesInOneFolderAreRejected() throws Exception {
    states.write(JOB + "/chk-129", 129, MINUTE);
    states.write(NEXT_JOB + "/chk-3", 3, 2 * MINUTE);

    assertThatThrownBy(this::decide)
        .isInstanceOf(JobStartException.class)
        .hasMessageContaining("chk-3 (number 3")
        .hasMessageContaining("chk-129 (number 129")
        .hasMessageContaining("--from");
  }

  @Test
  void aLakeWithRowsOfTheLogAndNoStateIsRejected() throws Exception {
    for (int i = 1; i <= 4; i++) {
      writeRows("run-" + i, MINUTE);
    }

    assertThatThrownBy(this::decide)
        .isInstanceOf(JobStartException.class)
        .hasMessageMatching(
            "Cannot start the job: .*/lake has rows of runs run-1, run-2, run-3 and 1 more that the"
                + " job would write a second time; there is no checkpoint or savepoint in file:.*"
                + " \\(name the savepoint or checkpoint of the last job with --from, or give a new"
                + " --lake and new --checkpoints: the job then reads the log from its beginning, which lacks what"
                + " --keep-log has deleted\\)");
  }

  @Test
  void rowsNewerThanTheNewestStateAreRejected() throws Exception {
    states.write(JOB + "/chk-9", 9, MINUTE);
    writeRows("run-1", MINUTE - 1);
    writeRows("run-2", 2 * MINUTE);

    assertThatThrownBy(this::decide)
        .isInstanceOf(JobStartException.class)
        .hasMessageContaining("rows of run run-2 that")
        .hasMessageContaining("they are newer than the newest state in file:")
        .hasMessageContaining("chk-9 (number 9, 1970-01-01T00:01:00Z)");
  }

  @Test
  void rowsCommittedByTheNewestStateAreAccepted() throws Exception {
    states.write(JOB + "/chk-9", 9, MINUTE);
    writeRows("run-1", MINUTE);

    assertThat(decide().path()).isPresent();
  }

  @Test
  void rowsOfAnotherLogAreAccepted() throws Exception {
    runsInLog = Set.of("run-2");
    writeRows("run-1", MINUTE);

    assertThat(decide().path()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1970-01-01.run-1.part-%s.parquet", "dt=1970-01-01/run_id=run-1/part-%s.parquet"})
  void unfinishedFilesThatNoCheckpointListsAreDeletedBeforeTheJobStarts(String name)
      throws Exception {
    writeUnfinished(name.formatted("a-0"));
    byte[] listed = writeUnfinished(name.formatted("a-1"));
    states.write(JOB + "/chk-9", 9, 60 * MINUTE);
    Files.write(folder.resolve("checkpoints/" + JOB + "/chk-9/5f6b"), listed);
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    JobStart start = start(Optional.empty());
    start.decide();
    start.deleteOrphans(new PrintStream(err, true, UTF_8));

    assertThat(err).hasToString("Deleted 1 unfinished files that no checkpoint lists\n");
    assertThat(unfinishedFiles())
        .singleElement()
        .asString()
        .contains("part-a-1.parquet.inprogress.");
  }

  @Test
  void noFileIsDeletedIfTheUserNamedTheState() throws Exception {
    writeUnfinished("1970-01-01.run-1.part-a-0.parquet");
    states.write(JOB + "/chk-9", 9, 60 * MINUTE);
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    start(Optional.of("file:/elsewhere/savepoint-1"))
        .deleteOrphans(new PrintStream(err, true, UTF_8));

    assertThat(err).hasToString("");
    assertThat(unfinishedFiles()).hasSize(1);
  }

  /**
   * Starts a file with Flink's own writer, a minute after 1970.
   *
   * @return the content of a checkpoint of the file
   */
  private byte[] writeUnfinished(String name) throws IOException {
    Path finished = folder.resolve("lake/requests").resolve(name);
    Files.createDirectories(finished.getParent());
    RecoverableWriter writer = FileSystem.getLocalFileSystem().createRecoverableWriter();
    RecoverableFsDataOutputStream rows =
        writer.open(new org.apache.flink.core.fs.Path(finished.toUri()));
    rows.write("rows".getBytes(UTF_8));
    byte[] listed =
        writer.getCommitRecoverableSerializer().serialize(rows.closeForCommit().getRecoverable());
    for (Path unfinished : unfinishedFiles()) {
      Files.setLastModifiedTime(unfinished, FileTime.fromMillis(MINUTE));
    }
    return listed;
  }

  private List<Path> unfinishedFiles() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("lake"))) {
      return files.filter(file -> file.toString().contains(".inprogress.")).toList();
    }
  }

  private JobStart.Decision decide() throws IOException, JobStartException {
    Files.createDirectories(folder.resolve("checkpoints").resolve(JOB));
    return start(Optional.empty()).decide();
  }

  private JobStart start(Optional<String> named) {
    String checkpoints = folder.resolve("checkpoints").toUri().toString();
    return new JobStart(
        checkpoints, checkpoints, named, new Lake(folder.resolve("lake")), () -> runsInLog);
  }

  private void writeRows(String run, long epochMillis) throws IOException {
    Path rows = folder.resolve("lake/requests/dt=1970-01-01/run_id=" + run + "/part-1.parquet");
    Files.createDirectories(rows.getParent());
    Files.writeString(rows, "rows");
    Files.setLastModifiedTime(rows, FileTime.fromMillis(epochMillis));
  }
}
