package io.longhaul.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.longhaul.sinks.store.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {
  private static final String ONE = "0a" + "0".repeat(30);
  private static final String OTHER = "0b" + "1".repeat(30);

  @TempDir Path folder;
  private SavedStates states;

  @BeforeEach
  void folders() {
    states = new SavedStates(folder);
  }

  @Test
  void aFolderThatDoesNotExistContainsNone() throws IOException {
    assertThat(found(folder.resolve("none"), folder.resolve("none"))).isEmpty();
  }

  @Test
  void checkpointsOfAllJobsAreFoundWithTheirTimesAndNumbers() throws IOException {
    states.write(ONE + "/chk-9", 9, 1_000);
    states.write(OTHER + "/chk-13", 13, 3_000);

    assertThat(found(folder, folder))
        .allMatch(point -> !point.isSavepoint())
        .extracting(
            point -> name(point) + " " + point.number() + " " + point.written().toEpochMilli())
        .containsExactlyInAnyOrder("chk-9 9 1000", "chk-13 13 3000");
  }

  @Test
  void aStateWithoutMetadataIsIncomplete() throws IOException {
    states.write(ONE + "/chk-1", 1, 1_000);
    Files.createDirectories(folder.resolve(ONE + "/chk-2"));
    Files.createDirectories(folder.resolve(ONE + "/shared"));
    Files.createDirectories(folder.resolve("savepoint-0a0000-5f5f5f5f5f5f"));

    assertThat(found(folder, folder)).extracting(this::name).containsExactly("chk-1");
  }

  @Test
  void inAnObjectStoreSavepointsOfAStoppedJobAreFound() throws IOException {
    MemoryStore store = MemoryStore.bucket("checkpoint-folder");
    CheckpointFolder checkpoints = new CheckpointFolder("memory://checkpoint-folder/checkpoints");
    states.write("savepoint-0a0000-aaaaaaaaaaaa", 4, 1_000);
    store.put(
        "savepoints/savepoint-0a0000-aaaaaaaaaaaa/_metadata",
        Files.readAllBytes(folder.resolve("savepoint-0a0000-aaaaaaaaaaaa/_metadata")));
    String savepoints = "memory://checkpoint-folder/savepoints";
    assertThat(checkpoints.restorePoints(savepoints)).as("of an unknown job").isEmpty();

    checkpoints.register(ONE);

    assertThat(checkpoints.restorePoints(savepoints))
        .extracting(RestorePoint::path, RestorePoint::isSavepoint, RestorePoint::number)
        .containsExactly(tuple(savepoints + "/savepoint-0a0000-aaaaaaaaaaaa", true, 4L));
  }

  @Test
  void aStoreThatCannotBeReachedIsAnErrorOfReadingAndWriting() {
    MemoryStore.bucket("checkpoint-folder-away").fail("Connection refused");
    CheckpointFolder checkpoints = new CheckpointFolder("memory://checkpoint-folder-away/state");

    assertThatThrownBy(() -> checkpoints.register(ONE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("memory://checkpoint-folder-away/state/" + ONE)
        .hasMessageContaining("Connection refused");
    assertThatThrownBy(() -> checkpoints.restorePoints("memory://checkpoint-folder-away/state"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Connection refused");
  }

  @Test
  void savepointsOfTheseJobsAreFoundHereAndInFlinksFolder() throws IOException {
    Files.createDirectories(folder.resolve("checkpoints/" + ONE + "/shared"));
    states.write("checkpoints/savepoint-0a0000-aaaaaaaaaaaa", 4, 1_000);
    states.write("savepoints/savepoint-0a0000-bbbbbbbbbbbb", 7, 2_000);

    assertThat(found(folder.resolve("checkpoints"), folder.resolve("savepoints")))
        .allMatch(RestorePoint::isSavepoint)
        .extracting(this::name)
        .containsExactlyInAnyOrder(
            "savepoint-0a0000-aaaaaaaaaaaa", "savepoint-0a0000-bbbbbbbbbbbb");
  }

  @Test
  void aRunningJobNeedsItsOwnCheckpointsAndAllSavepoints() throws IOException {
    states.write(ONE + "/chk-9", 9, 1_000);
    states.write("savepoint-0a0000-aaaaaaaaaaaa", 10, 2_000);
    states.write(OTHER + "/chk-13", 13, 3_000);
    states.write(OTHER + "/chk-14", 14, 4_000);
    String uri = folder.toUri().toString();

    assertThat(new CheckpointFolder(uri).neededBy(OTHER, uri))
        .extracting(path -> Path.of(path).getFileName().toString())
        .containsExactlyInAnyOrder("savepoint-0a0000-aaaaaaaaaaaa", "chk-13", "chk-14");
  }

  @Test
  void savepointsOfOtherJobsAreIgnored() throws IOException {
    Files.createDirectories(folder.resolve(ONE + "/shared"));
    states.write("savepoint-0b1111-aaaaaaaaaaaa", 4, 1_000);

    assertThat(found(folder, folder)).isEmpty();
  }

  @Test
  void damagedMetadataIsAnErrorAndNotSkipped() throws IOException {
    states.write(ONE + "/chk-1", 1, 1_000);
    Files.writeString(
        Files.createDirectories(folder.resolve(ONE + "/chk-2")).resolve("_metadata"), "I`g");

    assertThatThrownBy(() -> found(folder, folder))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            "Cannot read .*/chk-2/_metadata: it is not the metadata of a checkpoint");
  }

  private static List<RestorePoint> found(Path checkpoints, Path savepoints) throws IOException {
    return new CheckpointFolder(checkpoints.toUri().toString())
        .restorePoints(savepoints.toUri().toString());
  }

  private String name(RestorePoint point) {
    return Path.of(java.net.URI.create(point.path())).getFileName().toString();
  }
}
