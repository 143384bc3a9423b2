package io.longhaul.pipeline;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Decides where a job starts: at its newest checkpoint or savepoint, or at the beginning of the log
 * if the lake contains no rows of it. Any other start would write rows twice and is rejected.
 *
 * <p>The newest state is the one whose metadata was written last. The lake confirms it: a finished
 * file has its content before the checkpoint that commits it completes. A file that is newer than
 * the newest state therefore belongs to an unknown checkpoint, such as a savepoint in some other
 * folder.
 *
 * @param checkpoints URI of the folder with the checkpoints of this lake's jobs
 * @param savepoints URI of another folder that may contain their savepoints; may be the same
 * @param named state that the user named; if empty, the newest is looked up
 * @param log names of the runs in the log that the job reads; read only if needed
 */
public record JobStart(
    String checkpoints,
    String savepoints,
    Optional<String> named,
    Lake lake,
    JobStart.RunNames log) {
  /** The lake and the checkpoints may be on file servers whose clocks differ. */
  private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofSeconds(2);

  private static final int MAX_RUNS_IN_MESSAGE = 3;

  /** Reads the names of runs. */
  @FunctionalInterface
  public interface RunNames {
    Set<String> read() throws IOException;
  }

  /**
   * A decision on where the job starts.
   *
   * @param path state that Flink restores; if empty, the job starts at the beginning of the log
   * @param announcement sentence for the user; empty if there is nothing to report
   */
  public record Decision(Optional<String> path, String announcement) {

    /**
     * Applies this decision to the job of this environment.
     *
     * @param err receives the announcement
     */
    public void applyTo(StreamExecutionEnvironment job, PrintStream err) {
      if (!announcement.isEmpty()) {
        err.println(announcement);
      }
      applyTo(job);
    }

    /** Applies this decision to the job of this environment. */
    public void applyTo(StreamExecutionEnvironment job) {
      path.ifPresent(
          restored -> {
            Configuration start = new Configuration();
            start.set(StateRecoveryOptions.SAVEPOINT_PATH, restored);
            job.configure(start);
          });
    }
  }

  /**
   * Decides where the job starts.
   *
   * @throws JobStartException if no start is correct, or if the folders or the log cannot be read;
   *     the message states the reason and the remedy
   */
  public Decision decide() throws JobStartException {
    if (named.isPresent()) {
      return new Decision(named, "Continuing from " + named.get());
    }
    try {
      return lookUp();
    } catch (IOException e) {
      throw new JobStartException("Cannot start the job: " + e.getMessage());
    }
  }

  /**
   * Deletes the unfinished files of earlier jobs. Must be called while no job runs. Does nothing if
   * the user named a state, because there may be other states that only the user knows, and those
   * also list files.
   *
   * @param err receives a report of what was deleted
   */
  public void deleteOrphans(PrintStream err) {
    if (named.isPresent()) {
      return;
    }
    try {
      List<RestorePoint> states = new CheckpointFolder(checkpoints).restorePoints(savepoints);
      int deleted = new OrphanedFiles(lake, log, states).delete();
      if (deleted > 0) {
        err.println("Deleted " + deleted + " unfinished files that no checkpoint lists");
      }
    } catch (IOException e) {
      err.println("Cannot delete unfinished files in " + lake.folder() + ": " + e.getMessage());
    }
  }

  /**
   * Deletes the unfinished files of earlier jobs however young they are. Must be called while no
   * job runs, and only if no unknown job can write files of the runs in the log.
   *
   * @return number of deleted files
   * @throws IOException if a folder or the log cannot be read, or a file cannot be deleted
   */
  public int deleteAllOrphans() throws IOException {
    return new OrphanedFiles(lake, log, new CheckpointFolder(checkpoints).restorePoints(savepoints))
        .deleteAll();
  }

  private Decision lookUp() throws IOException, JobStartException {
    List<RestorePoint> found = new CheckpointFolder(checkpoints).restorePoints(savepoints);
    Optional<RestorePoint> newest =
        found.stream()
            .max(
                Comparator.comparing(RestorePoint::written)
                    .thenComparingLong(RestorePoint::number));
    if (newest.isEmpty()) {
      rejectRowsAfter(Instant.MIN, "there is no checkpoint or savepoint in " + folders());
      return new Decision(Optional.empty(), "");
    }
    RestorePoint point = newest.get();
    rejectContradiction(point, found);
    rejectRowsAfter(
        point.written().plus(MAX_CLOCK_DIFFERENCE),
        "they are newer than the newest state in " + folders() + ": " + withTime(point));
    return new Decision(
        Optional.of(point.path()),
        "Continuing from " + withTime(point) + ", the newest of " + found.size());
  }

  /**
   * Checkpoint numbers increase with time, unless folders of several lakes were mixed or copied.
   */
  private static void rejectContradiction(RestorePoint newest, List<RestorePoint> found)
      throws JobStartException {
    RestorePoint highest =
        found.stream().max(Comparator.comparingLong(RestorePoint::number)).orElseThrow();
    if (highest.number() > newest.number()) {
      throw new JobStartException(
          "Cannot start the job: it is not clear which state is the newest, because "
              + withTime(newest)
              + " was written last, but "
              + withTime(highest)
              + " has a higher number (name the right one with --from; checkpoints of different"
              + " lakes need different folders)");
    }
  }

  private void rejectRowsAfter(Instant time, String reason) throws IOException, JobStartException {
    Set<String> unknown = runsWrittenAfter(time);
    if (unknown.isEmpty()) {
      return;
    }
    // Another log may write to the same lake; its rows do not concern this job.
    unknown.retainAll(log.read());
    if (!unknown.isEmpty()) {
      throw new JobStartException(
          "Cannot start the job: "
              + lake.folder()
              + " has rows of "
              + runs(unknown)
              + " that the job would write a second time; "
              + reason
              + " (name the savepoint or checkpoint of the last job with --from, or give a new"
              + " --lake and new --checkpoints: the job then reads the log from its beginning, which"
              + " lacks what --keep-log has deleted)");
    }
  }

  private Set<String> runsWrittenAfter(Instant time) throws IOException {
    Set<String> runs = new TreeSet<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      for (Path file : lake.files(dataset)) {
        if (isWrittenAfter(time, file)) {
          RowFile.runOf(file).ifPresent(runs::add);
        }
      }
    }
    return runs;
  }

  private static boolean isWrittenAfter(Instant time, Path file) throws IOException {
    try {
      return Files.getLastModifiedTime(file).toInstant().isAfter(time);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static String runs(Set<String> names) {
    List<String> first =
        new ArrayList<>(names).subList(0, Math.min(MAX_RUNS_IN_MESSAGE, names.size()));
    String shown = (names.size() == 1 ? "run " : "runs ") + String.join(", ", first);
    int more = names.size() - first.size();
    return more == 0 ? shown : shown + " and " + more + " more";
  }

  private String folders() {
    return savepoints.equals(checkpoints) ? checkpoints : checkpoints + " and " + savepoints;
  }

  private static String withTime(RestorePoint point) {
    return point.description() + " (number " + point.number() + ", " + point.written() + ")";
  }
}
