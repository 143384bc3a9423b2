package io.longhaul.pipeline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;

/**
 * Hidden files that an ended job had started and that no job will finish: the job that is restored
 * reads these rows again and writes them to new files.
 *
 * <p>A wrong deletion would lose rows silently: if a file that a checkpoint lists no longer exists,
 * Flink assumes that it was committed. A file is therefore deleted only if all of these conditions
 * hold:
 *
 * <ul>
 *   <li>No job runs: this class is used before a job is submitted.
 *   <li>No checkpoint or savepoint that a job could restore contains the file's name. State is not
 *       compressed, and Flink writes paths as text, so the raw bytes are searched and nothing is
 *       parsed.
 *   <li>The file belongs to a run of this job's log, because another job may write to the same
 *       lake.
 *   <li>The file had not changed for ten minutes when the newest state was written, in case an
 *       unknown job runs.
 * </ul>
 *
 * <p>If a TaskManager fails while its job continues, its files are deleted at the next submission.
 *
 * @param log names of the runs in the log that the job reads; read only if needed
 * @param states states that a job could restore
 */
record OrphanedFiles(Lake lake, JobStart.RunNames log, List<RestorePoint> states) {
  private static final Duration MIN_AGE = Duration.ofMinutes(10);

  /**
   * Deletes the files.
   *
   * @return number of deleted files
   */
  int delete() throws IOException {
    Optional<Instant> newest =
        states.stream().map(RestorePoint::written).max(Comparator.naturalOrder());
    return newest.isEmpty() ? 0 : delete(unfinished(newest.get().minus(MIN_AGE)));
  }

  /**
   * Deletes the files however young they are, also if there is no state. Only if no unknown job can
   * write files of these runs, as if their folder is locked.
   *
   * @return number of deleted files
   */
  int deleteAll() throws IOException {
    return delete(unfinished(Instant.MAX));
  }

  private int delete(List<Path> orphans) throws IOException {
    if (orphans.isEmpty()) {
      return 0;
    }
    Set<String> runs = log.read();
    orphans.removeIf(
        file -> RowFile.finished(file).flatMap(RowFile::runOf).filter(runs::contains).isEmpty());
    for (RestorePoint state : states) {
      removeListed(new org.apache.flink.core.fs.Path(state.path()), orphans);
    }
    for (Path orphan : orphans) {
      Files.deleteIfExists(orphan);
    }
    return orphans.size();
  }

  /** An object store has none: parts of an object that was not completed are not objects. */
  private List<Path> unfinished(Instant changedBefore) throws IOException {
    List<Path> unfinished = new ArrayList<>();
    if (ObjectStores.contains(lake.folder())) {
      return unfinished;
    }
    for (Dataset<?> dataset : Dataset.ALL) {
      Path folder = ExportLayout.dataset(lake.folder(), dataset);
      if (Files.isDirectory(folder)) {
        addUnfinished(folder, unfinished);
      }
    }
    unfinished.removeIf(file -> !isOlder(file, changedBefore));
    return unfinished;
  }

  /** Looks at no logs of tables, and at no files that other processes finish meanwhile. */
  private static void addUnfinished(Path folder, List<Path> unfinished) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        if (RowFile.finished(entry).isPresent()) {
          unfinished.add(entry);
        } else if (RowFile.isPartition(entry)) {
          addUnfinished(entry, unfinished);
        }
      }
    }
  }

  private static boolean isOlder(Path file, Instant time) {
    try {
      return Files.getLastModifiedTime(file).toInstant().isBefore(time);
    } catch (IOException e) {
      return false; // deleted, or not accessible
    }
  }

  private static void removeListed(org.apache.flink.core.fs.Path folder, List<Path> orphans)
      throws IOException {
    FileSystem files = folder.getFileSystem();
    for (FileStatus file : files.listStatus(folder)) {
      if (file.isDir()) {
        removeListed(file.getPath(), orphans);
      } else {
        try (InputStream in = files.open(file.getPath())) {
          String content = new String(in.readAllBytes(), ISO_8859_1);
          orphans.removeIf(orphan -> content.contains(orphan.getFileName().toString()));
        }
      }
    }
  }
}
