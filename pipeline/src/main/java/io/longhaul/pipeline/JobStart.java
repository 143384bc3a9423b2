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
 * Decides where a job begins: at its newest checkpoint or savepoint, or at the beginning of the log
 * when the lake has no rows of it. Any other start would write rows a second time, and is refused.
 *
 * <p>"Newest" is the state whose metadata was written last. The lake is the witness: a finished
 * file has its content before the checkpoint that commits it is complete, so a file that is younger
 * than the newest state belongs to a checkpoint that is not known here, such as a savepoint in some
 * other folder.
 */
public final class JobStart {
  /** The lake and the checkpoints may be on file servers whose clocks differ. */
  private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofSeconds(2);

  private static final int MAX_RUNS_IN_MESSAGE = 3;

  private final String checkpoints;
  private final String savepoints;
  private final Optional<String> named;
  private final Lake lake;
  private final RunNames log;

  /**
   * Nothing is read yet.
   *
   * @param checkpoints URI of the folder with the checkpoints of this lake's jobs
   * @param savepoints URI of another folder that may have their savepoints; may be the same
   * @param named the state that a person named; empty: the newest is looked up
   * @param log the runs in the log that the job reads; asked only when it matters
   */
  public JobStart(
      String checkpoints, String savepoints, Optional<String> named, Path lake, RunNames log) {
    this.checkpoints = checkpoints;
    this.savepoints = savepoints;
    this.named = named;
    this.lake = new Lake(lake);
    this.log = log;
  }

  /** Names of runs. */
  @FunctionalInterface
  public interface RunNames {
    Set<String> read() throws IOException;
  }

  /**
   * A start that was decided.
   *
   * @param path what Flink restores; empty: the job begins with the log
   * @param announcement a sentence for people; empty when there is nothing to say
   */
  public record Decision(Optional<String> path, String announcement) {

    /**
     * Lets the job of this environment begin so.
     *
     * @param err takes the announcement
     */
    public void applyTo(StreamExecutionEnvironment job, PrintStream err) {
      if (!announcement.isEmpty()) {
        err.println(announcement);
      }
      path.ifPresent(
          restored -> {
            Configuration start = new Configuration();
            start.set(StateRecoveryOptions.SAVEPOINT_PATH, restored);
            job.configure(start);
          });
    }
  }

  /**
   * Decides.
   *
   * @throws JobStartException when no start is right, with the reason and the remedy
   * @throws JobStartException when no start is right, or folders or the log cannot be read: the
   *     reason and the remedy in a sentence
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
   * Deletes what earlier jobs left unfinished. To be called when no job runs. Does nothing when a
   * person named the state, since there may be others that only a person knows, and they list
   * files, too.
   *
   * @param err takes what was done
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

  /** Numbers grow along with time, unless folders of several lakes were mixed or copied. */
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

  private void rejectRowsAfter(Instant time, String reason)
      throws IOException, JobStartException {
    Set<String> unknown = runsWrittenAfter(time);
    if (unknown.isEmpty()) {
      return;
    }
    // Another log may fill the same lake: its rows are no concern of this job.
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
              + " --lake and new --checkpoints: the job then reads the whole log)");
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
