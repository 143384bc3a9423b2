package io.longhaul.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrphanedFilesTest {
  private static final String CHECKPOINT = "0a" + "0".repeat(30) + "/chk-9";
  private static final long MINUTE = 60_000;

  @TempDir Path folder;
  private Path checkpoints;

  @BeforeEach
  void aLaterCheckpoint() throws IOException {
    checkpoints = folder.resolve("checkpoints");
    new SavedStates(checkpoints).write(CHECKPOINT, 9, 60 * MINUTE);
  }

  @Test
  void anOldUnfinishedFileThatNoCheckpointListsIsDeleted() throws IOException {
    Path orphan = unfinished("run-1", "a", MINUTE);
    Path finished = orphan.resolveSibling("part-a-0.parquet");
    Files.writeString(finished, "rows");

    assertThat(deleted()).isEqualTo(1);
    assertThat(orphan).doesNotExist();
    assertThat(finished).exists();
  }

  @Test
  void aFileThatACheckpointListsIsNotDeleted() throws IOException {
    Path pending = unfinished("run-1", "a", MINUTE);
    Files.writeString(
        checkpoints.resolve(CHECKPOINT).resolve("5f6b"), "\u0000\u0001" + pending + "\u0000");

    assertThat(deleted()).isZero();
    assertThat(pending).exists();
  }

  @Test
  void aFileWrittenShortlyBeforeTheCheckpointIsNotDeleted() throws IOException {
    Path recent = unfinished("run-1", "a", 51 * MINUTE);

    assertThat(deleted()).isZero();
    assertThat(recent).exists();
  }

  @Test
  void theLogOfATableIsNotSearched() throws IOException {
    Path log = Files.createDirectories(folder.resolve("lake/requests/_delta_log"));
    Path inLog = log.resolve(".1970-01-01.run-1.part-a-0.parquet.inprogress.4e1f");
    Files.writeString(inLog, "rows");
    Files.setLastModifiedTime(inLog, FileTime.fromMillis(MINUTE));

    assertThat(deleted()).isZero();
    assertThat(inLog).exists();
  }

  @Test
  void aFileOfARunThatIsNotInThisLogIsNotDeleted() throws IOException {
    Path ofAnotherJob = unfinished("run-2", "a", MINUTE);

    assertThat(deleted()).isZero();
    assertThat(ofAnotherJob).exists();
  }

  @Test
  void withoutACheckpointNothingIsDeleted() throws IOException {
    Path unfinished = unfinished("run-1", "a", MINUTE);
    Files.delete(checkpoints.resolve(CHECKPOINT).resolve("_metadata"));

    assertThat(deleted()).isZero();
    assertThat(unfinished).exists();
  }

  @Test
  void ifNoOtherJobCanWriteTheLakeYoungFilesAreDeletedToo() throws IOException {
    Path young = unfinished("run-1", "a", 59 * MINUTE);
    Path listed = unfinished("run-1", "b", MINUTE);
    Files.writeString(checkpoints.resolve(CHECKPOINT).resolve("5f6b"), listed.toString());
    assertThat(orphans().deleteAll()).isEqualTo(1);
    assertThat(young).doesNotExist();
    assertThat(listed).exists();

    Files.delete(checkpoints.resolve(CHECKPOINT).resolve("_metadata"));
    assertThat(orphans().deleteAll()).as("without a checkpoint").isEqualTo(1);
    assertThat(listed).doesNotExist();
  }

  private int deleted() throws IOException {
    return orphans().delete();
  }

  private OrphanedFiles orphans() throws IOException {
    String uri = checkpoints.toUri().toString();
    return new OrphanedFiles(
        new Lake(folder.resolve("lake")),
        () -> Set.of("run-1"),
        new CheckpointFolder(uri).restorePoints(uri));
  }

  private Path unfinished(String run, String part, long epochMillis) throws IOException {
    Path file =
        folder.resolve(
            "lake/requests/dt=1970-01-01/run_id="
                + run
                + "/.part-"
                + part
                + "-0.parquet.inprogress.4e1f");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "rows");
    Files.setLastModifiedTime(file, FileTime.fromMillis(epochMillis));
    return file;
  }
}
