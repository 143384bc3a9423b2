package io.longhaul.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {
  @TempDir Path folder;

  @Test
  void aFolderThatIsNotThereHasNone() throws IOException {
    assertThat(new CheckpointFolder(folder.resolve("none").toUri().toString()).newest()).isEmpty();
  }

  @Test
  void theNewestCountsWhicheverJobWroteIt() throws IOException {
    writeMetadata("0a/chk-9", 1_000);
    writeMetadata("0b/chk-3", 3_000);
    writeMetadata("0b/chk-2", 2_000);

    assertThat(newest()).hasValueSatisfying(path -> assertThat(path).endsWith("/0b/chk-3"));
  }

  @Test
  void aCheckpointWithoutMetadataIsNotComplete() throws IOException {
    writeMetadata("0a/chk-1", 1_000);
    Files.createDirectories(folder.resolve("0a/chk-2"));
    Files.createDirectories(folder.resolve("0a/shared"));

    assertThat(newest()).hasValueSatisfying(path -> assertThat(path).endsWith("/0a/chk-1"));
  }

  private Optional<String> newest() throws IOException {
    return new CheckpointFolder(folder.toUri().toString()).newest();
  }

  private void writeMetadata(String checkpoint, long epochMillis) throws IOException {
    Path metadata = Files.createDirectories(folder.resolve(checkpoint)).resolve("_metadata");
    Files.writeString(metadata, "complete");
    Files.setLastModifiedTime(metadata, FileTime.fromMillis(epochMillis));
  }
}
