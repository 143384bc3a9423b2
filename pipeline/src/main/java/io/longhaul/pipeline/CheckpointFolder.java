package io.longhaul.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.sinks.store.StoreException;
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
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;

/**
 * The folder in which the jobs of one lake store their state. Checkpoints are in {@code
 * JOB_ID/chk-N}, with one {@code JOB_ID} per submission. Savepoints are in {@code
 * savepoint-ABCDEF-…}, where {@code ABCDEF} are the first six digits of the job's ID; they are here
 * or in Flink's own savepoint folder. A state is complete if its file {@code _metadata} exists.
 *
 * <p>When a job is stopped with a savepoint, Flink deletes the job's checkpoints but not its
 * folder. The folder therefore identifies the savepoints of this lake's jobs. In an object store, a
 * folder exists only while it contains an object: {@link #register} adds one.
 *
 * @param uri URI on a file system that Flink supports; need not exist yet
 */
record CheckpointFolder(String uri) {
  private static final Pattern JOB = Pattern.compile("[0-9a-f]{32}");
  private static final Pattern SAVEPOINT = Pattern.compile("savepoint-([0-9a-f]{6})-.*");
  private static final int JOB_ID_PREFIX_LENGTH = 6;
  private static final String CHECKPOINT = "chk-";
  private static final String METADATA = "_metadata";
  private static final String REGISTRATION = "_job";

  /**
   * Registers a job that stores its state here, so that its savepoints are found after its
   * checkpoints were deleted.
   *
   * @throws IOException if the folder cannot be written
   */
  void register(String jobId) throws IOException {
    Path file = new Path(new Path(new Path(uri), jobId), REGISTRATION);
    try (FSDataOutputStream out =
        file.getFileSystem().create(file, FileSystem.WriteMode.OVERWRITE)) {
      out.write("Keep this file: savepoints of this job are found by its name.\n".getBytes(UTF_8));
    } catch (RuntimeException e) { // of the client of an object store
      throw StoreException.of(file.toString(), e);
    }
  }

  /**
   * Returns every complete checkpoint in this folder, and every complete savepoint of its jobs in
   * this folder and in another one, in no particular order.
   *
   * @param savepoints URI of the other folder; may be this one
   * @throws IOException if a folder or the metadata of a state cannot be read
   */
  List<RestorePoint> restorePoints(String savepoints) throws IOException {
    try {
      return findRestorePoints(savepoints);
    } catch (RuntimeException e) { // of the client of an object store
      throw StoreException.of(uri, e);
    }
  }

  private List<RestorePoint> findRestorePoints(String savepoints) throws IOException {
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

  /**
   * Returns the URIs of the states that must remain restorable: every savepoint, and the
   * checkpoints of the running job. Checkpoints of earlier jobs are obsolete, because a job that
   * continues from the newest state has written a newer one.
   *
   * @param jobId ID of the running job
   */
  List<String> neededBy(String jobId, String savepoints) throws IOException {
    return restorePoints(savepoints).stream()
        .filter(
            point ->
                point.isSavepoint() || new Path(point.path()).getParent().getName().equals(jobId))
        .map(RestorePoint::path)
        .toList();
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
      // Incomplete, or just deleted by a running job.
    }
  }

  /**
   * Returns the checkpoint ID. Flink's metadata starts with a magic number, the version of its
   * format, and the ID.
   */
  private static long number(FileSystem files, Path metadata) throws IOException {
    try (DataInputStream in = new DataInputStream(files.open(metadata))) {
      if (in.readInt() == Checkpoints.HEADER_MAGIC_NUMBER) {
        in.readInt();
        return in.readLong();
      }
    } catch (EOFException e) {
      // handled below like any other invalid content
    }
    throw new IOException("Cannot read " + metadata + ": it is not the metadata of a checkpoint");
  }

  /**
   * Returns the files of a folder; none if it no longer exists, because a running job deletes old
   * checkpoints.
   */
  private static List<FileStatus> list(Path folder) throws IOException {
    try {
      FileStatus[] found = folder.getFileSystem().listStatus(folder);
      return found == null ? List.of() : List.of(found);
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }
}
