package io.longhaul.pipeline;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;

/**
 * Where the jobs of one lake keep their state. Checkpoints are in {@code JOB_ID/chk-N}, one {@code
 * JOB_ID} for each submission. Savepoints are in {@code savepoint-ABCDEF-…}, where {@code ABCDEF}
 * are the first six digits of the job's ID; they are here or in Flink's own folder of savepoints. A
 * state is complete when its file {@code _metadata} exists.
 *
 * <p>When a job is stopped with a savepoint, Flink deletes its checkpoints, but not its folder: so
 * this folder shows whose savepoint it is.
 *
 * @param uri of a file system that Flink knows; need not exist yet
 */
record CheckpointFolder(String uri) {
  private static final Pattern JOB = Pattern.compile("[0-9a-f]{32}");
  private static final Pattern SAVEPOINT = Pattern.compile("savepoint-([0-9a-f]{6})-.*");
  private static final int JOB_ID_PREFIX_LENGTH = 6;
  private static final String CHECKPOINT = "chk-";
  private static final String METADATA = "_metadata";

  /**
   * Every complete checkpoint in this folder, and every complete savepoint of its jobs in this
   * folder and another one, in no order.
   *
   * @param savepoints the other folder; may be this one
   * @throws IOException when a folder or the metadata of a state cannot be read
   */
  List<RestorePoint> restorePoints(String savepoints) throws IOException {
    List<FileStatus> entries = list(new Path(uri));
    List<RestorePoint> found = new ArrayList<>();
    Set<String> jobs =
        entries.stream()
            .map(file -> file.getPath().getName())
            .filter(name -> JOB.matcher(name).matches())
            .map(id -> id.substring(0, JOB_ID_PREFIX_LENGTH))
            .collect(Collectors.toSet());
    addSavepoints(entries, jobs, found);
    if (!new Path(savepoints).equals(new Path(uri))) {
      addSavepoints(list(new Path(savepoints)), jobs, found);
    }
    for (FileStatus job : entries) {
      if (JOB.matcher(job.getPath().getName()).matches()) {
        for (FileStatus checkpoint : list(job.getPath())) {
          if (checkpoint.getPath().getName().startsWith(CHECKPOINT)) {
            addIfComplete(checkpoint.getPath(), false, found);
          }
        }
      }
    }
    return found;
  }

  private static void addSavepoints(
      List<FileStatus> folders, Set<String> jobs, List<RestorePoint> found) throws IOException {
    for (FileStatus folder : folders) {
      Matcher savepoint = SAVEPOINT.matcher(folder.getPath().getName());
      if (savepoint.matches() && jobs.contains(savepoint.group(1))) {
        addIfComplete(folder.getPath(), true, found);
      }
    }
  }

  private static void addIfComplete(Path folder, boolean isSavepoint, List<RestorePoint> found)
      throws IOException {
    Path metadata = new Path(folder, METADATA);
    FileSystem files = metadata.getFileSystem();
    try {
      Instant written = Instant.ofEpochMilli(files.getFileStatus(metadata).getModificationTime());
      found.add(new RestorePoint(folder.toString(), isSavepoint, written, number(files, metadata)));
    } catch (FileNotFoundException e) {
      // Not complete, or deleted meanwhile by a job that runs.
    }
  }

  /** Flink's metadata begins with a magic number, the version of its form, and the ID. */
  private static long number(FileSystem files, Path metadata) throws IOException {
    try (DataInputStream in = new DataInputStream(files.open(metadata))) {
      if (in.readInt() == Checkpoints.HEADER_MAGIC_NUMBER) {
        in.readInt();
        return in.readLong();
      }
    } catch (EOFException e) {
      // the same as other content
    }
    throw new IOException("Cannot read " + metadata + ": it is not the metadata of a checkpoint");
  }

  /** What is in a folder; nothing when it is gone, since a running job deletes old checkpoints. */
  private static List<FileStatus> list(Path folder) throws IOException {
    try {
      FileStatus[] found = folder.getFileSystem().listStatus(folder);
      return found == null ? List.of() : List.of(found);
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }
}
