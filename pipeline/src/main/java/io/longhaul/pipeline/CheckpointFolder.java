package io.longhaul.pipeline;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Where a job keeps its checkpoints: {@code JOB_ID/chk-N/_metadata}, one folder for each time that
 * it was submitted. A checkpoint is complete when its metadata is there.
 *
 * @param uri of a file system that Flink knows; need not exist yet
 */
record CheckpointFolder(String uri) {
  private static final String CHECKPOINT = "chk-";
  private static final String METADATA = "_metadata";

  /** The complete checkpoint that was written last, whichever job wrote it. */
  Optional<String> newest() throws IOException {
    Path root = new Path(uri);
    FileSystem files = root.getFileSystem();
    List<FileStatus> complete = new ArrayList<>();
    for (FileStatus job : list(files, root)) {
      for (FileStatus checkpoint : list(files, job.getPath())) {
        if (checkpoint.getPath().getName().startsWith(CHECKPOINT)) {
          list(files, checkpoint.getPath()).stream()
              .filter(file -> file.getPath().getName().equals(METADATA))
              .forEach(complete::add);
        }
      }
    }
    return complete.stream()
        .max(Comparator.comparingLong(FileStatus::getModificationTime))
        .map(metadata -> metadata.getPath().getParent().toString());
  }

  /** What is in a folder; nothing when it is gone, since a running job deletes old checkpoints. */
  private static List<FileStatus> list(FileSystem files, Path folder) throws IOException {
    try {
      FileStatus[] found = files.listStatus(folder);
      return found == null ? List.of() : List.of(found);
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }
}
