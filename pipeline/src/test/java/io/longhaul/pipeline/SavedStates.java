package io.longhaul.pipeline;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;

/** Writes checkpoints and savepoints without state, with Flink's own metadata. */
final class SavedStates {
  private final Path folder;

  SavedStates(Path folder) {
    this.folder = folder;
  }

  void write(String name, long number, long epochMillis) throws IOException {
    Path metadata = Files.createDirectories(folder.resolve(name)).resolve("_metadata");
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(metadata))) {
      Checkpoints.storeCheckpointMetadata(
          new CheckpointMetadata(number, List.of(), List.of()), out);
    }
    Files.setLastModifiedTime(metadata, FileTime.fromMillis(epochMillis));
  }
}
