package io.longhaul.sinks;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the lake's files: {@code <day>.<run>.part-….parquet}, or {@code
 * <day>.part-….parquet} for rows of no run, all of a dataset in one folder. There are no folders
 * below it: Delta's converter and Spark find no files in folders that are not Hive partitions, and
 * Hive partitions turn a run that is named {@code 42} into a number. Day and run are columns too,
 * so nobody but Longhaul needs the names.
 *
 * <p>Lakes before this layout have {@code dt=<day>/run_id=<run>/part-….parquet}, which is read as
 * well.
 */
public final class RowFile {
  /** How a finished file ends; one that is not finished has a longer name. */
  public static final String ENDING = ".parquet";

  private static final String PART = "part";
  private static final Pattern FINISHED =
      Pattern.compile(
          "[+-]?\\d{4,}-\\d\\d-\\d\\d(?:\\.(?<run>[A-Za-z0-9][A-Za-z0-9._-]*))?\\.part-[A-Za-z0-9-]+\\.parquet");

  /** As Flink names a file on a local disk until its checkpoint is complete. */
  private static final Pattern BEGUN = Pattern.compile("\\.(?<finished>.+)\\.inprogress\\..+");

  private static final Pattern PARTITIONED_NAME = Pattern.compile("part-.*\\.parquet");
  private static final String RUN_PARTITION = "run_id=";

  /** The run in the path of rows that belonged to none, in lakes with partitions. */
  private static final String NO_RUN_PARTITION = "_none";

  private RowFile() {}

  /**
   * How the names of files with such rows begin, up to what makes them unique.
   *
   * @param day of the rows, in UTC
   * @param runId of the rows, empty for those of no run
   */
  public static String nameStart(LocalDate day, String runId) {
    return day + "." + (runId.isEmpty() ? "" : runId + ".") + PART;
  }

  /** Whether it is a file of rows that is finished, in either layout. */
  public static boolean isFinished(Path file) {
    return isPartitioned(file) || FINISHED.matcher(nameOf(file)).matches();
  }

  /** The run of a finished file's rows; empty when they belong to no run. */
  public static Optional<String> runOf(Path file) {
    if (isPartitioned(file)) {
      String folder = nameOf(file.getParent());
      String run = folder.substring(RUN_PARTITION.length());
      return Optional.of(run).filter(name -> !name.equals(NO_RUN_PARTITION));
    }
    Matcher name = FINISHED.matcher(nameOf(file));
    return name.matches() ? Optional.ofNullable(name.group("run")) : Optional.empty();
  }

  /**
   * What a hidden file that a job has begun will be called when it is finished; empty for any other
   * file.
   */
  public static Optional<Path> finished(Path begun) {
    Matcher name = BEGUN.matcher(nameOf(begun));
    return name.matches()
        ? Optional.of(begun.resolveSibling(name.group("finished"))).filter(RowFile::isFinished)
        : Optional.empty();
  }

  private static boolean isPartitioned(Path file) {
    return PARTITIONED_NAME.matcher(nameOf(file)).matches()
        && nameOf(file.getParent()).startsWith(RUN_PARTITION);
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString();
  }
}
