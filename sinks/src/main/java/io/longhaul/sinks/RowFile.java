package io.longhaul.sinks;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names of the lake's files: {@code <day>.<run>.part-….parquet}, or {@code
 * <day>.part-….parquet} for rows of no run, all of a dataset in one folder. It has no subfolders:
 * Delta's converter and Spark do not find files in folders that are not Hive partitions, and Hive
 * partitions turn a run named {@code 42} into a number. Day and run are also columns, so that only
 * Longhaul needs the names.
 *
 * <p>Older lakes have the layout {@code dt=<day>/run_id=<run>/part-….parquet}, which can be read,
 * too.
 */
public final class RowFile {
  /** The end of the name of a finished file; an unfinished one has a longer name. */
  public static final String ENDING = ".parquet";

  private static final String PART = "part";
  private static final Pattern FINISHED =
      Pattern.compile(
          "[+-]?\\d{4,}-\\d\\d-\\d\\d(?:\\.(?<run>[A-Za-z0-9][A-Za-z0-9._-]*))?\\.part-[A-Za-z0-9-]+\\.parquet");

  /** A name that ends with a number below ten million, without leading zeros. */
  private static final Pattern NUMBERED =
      Pattern.compile("(?<start>.+)-(?<number>0|[1-9]\\d{0,6})\\.parquet");

  /** Flink's name of a file on a local disk until its checkpoint is complete. */
  private static final Pattern UNFINISHED = Pattern.compile("\\.(?<finished>.+)\\.inprogress\\..+");

  private static final Pattern PARTITIONED_NAME = Pattern.compile("part-.*\\.parquet");
  private static final String DAY_PARTITION = "dt=";
  private static final String RUN_PARTITION = "run_id=";

  /** The run in the path of rows without a run, in lakes with partitions. */
  private static final String NO_RUN_PARTITION = "_none";

  private RowFile() {}

  /**
   * The parts of the name of a file whose writer numbers its files.
   *
   * @param start the same in all names of the writer for a run and a day
   * @param number counted up from 0
   */
  public record Numbered(String start, int number) {

    /** Returns the name of another file of the writer. */
    public String nameOf(long other) {
      return start + "-" + other + ENDING;
    }
  }

  /**
   * Returns the start of the names of files with such rows, without the unique part.
   *
   * @param day day of the rows in UTC
   * @param runId run of the rows, empty if they have none
   */
  public static String nameStart(LocalDate day, String runId) {
    return day + "." + (runId.isEmpty() ? "" : runId + ".") + PART;
  }

  /** Returns whether the path is a finished file of rows, in either layout. */
  public static boolean isFinished(Path file) {
    return isPartitioned(file) || FINISHED.matcher(nameOf(file)).matches();
  }

  /** Returns the run of the rows of a finished file; empty if they have none. */
  public static Optional<String> runOf(Path file) {
    if (isPartitioned(file)) {
      String run = nameOf(file.getParent()).substring(RUN_PARTITION.length());
      return Optional.of(run).filter(name -> !name.equals(NO_RUN_PARTITION));
    }
    Matcher name = FINISHED.matcher(nameOf(file));
    return name.matches() ? Optional.ofNullable(name.group("run")) : Optional.empty();
  }

  /** Returns the parts of the name of a finished file; empty if it does not end with a number. */
  public static Optional<Numbered> numbered(String name) {
    Matcher parts = NUMBERED.matcher(name);
    return parts.matches()
        ? Optional.of(new Numbered(parts.group("start"), Integer.parseInt(parts.group("number"))))
        : Optional.empty();
  }

  /** Returns the final name of a hidden file that a job is writing; empty for any other file. */
  public static Optional<Path> finished(Path unfinished) {
    Matcher name = UNFINISHED.matcher(nameOf(unfinished));
    return name.matches()
        ? Optional.of(unfinished.resolveSibling(name.group("finished"))).filter(RowFile::isFinished)
        : Optional.empty();
  }

  /** Returns whether the path is a finished file in the layout of older lakes. */
  public static boolean isPartitioned(Path file) {
    return PARTITIONED_NAME.matcher(nameOf(file)).matches()
        && nameOf(file.getParent()).startsWith(RUN_PARTITION);
  }

  /** Returns whether the path is a folder of files in the layout of older lakes, by its name. */
  public static boolean isPartition(Path folder) {
    String name = nameOf(folder);
    return name.startsWith(DAY_PARTITION) || name.startsWith(RUN_PARTITION);
  }

  private static String nameOf(@Nullable Path file) {
    return file == null ? "" : file.getFileName().toString();
  }
}
