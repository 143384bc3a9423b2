package io.longhaul.sinks.compact;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowHash;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.RowFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Writes the rows of some files to one file, in order of time. The old files do not change.
 *
 * @param into the new file, on a disk; a file with this name is replaced
 */
public record FileMerge<T extends SpecificRecordBase>(
    Dataset<T> dataset, List<Path> from, Path into) {

  /**
   * The new file.
   *
   * @param isSorted whether all rows are in order of time; false if one of them was too far away
   *     from its place
   */
  public record Result(long rows, boolean isSorted) {}

  /** Called before each row; may wait. */
  @FunctionalInterface
  public interface Pace {
    void beforeRow() throws IOException;
  }

  /**
   * Writes the file, and reads it again.
   *
   * @throws IOException if a file cannot be read or written, or the new one contains other rows
   *     than the old ones; then there is no new file
   */
  public Result run(Pace pace) throws IOException {
    Files.deleteIfExists(into);
    try {
      return write(pace);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(into);
      throw e;
    }
  }

  private Result write(Pace pace) throws IOException {
    RowHash before = new RowHash();
    Order order = new Order();
    try (RowFileWriter<T> output = new RowFileWriter<>(dataset, into, RowFiles.ROW_GROUP_BYTES)) {
      new TimeOrder<>(dataset, Compaction.MAX_WAITING_ROWS)
          .forEach(
              from,
              row -> {
                pace.beforeRow();
                before.add(row);
                order.next(dataset.timeOf(row));
                output.row(row);
              });
    }
    RowHash after = new RowHash();
    Lake.forEach(
        dataset,
        into,
        Set.of(),
        row -> {
          pace.beforeRow();
          after.add(row);
        });
    if (before.rows() != after.rows() || !before.toString().equals(after.toString())) {
      throw new IOException(
          "Cannot merge files of %s: the new file contains other rows (%d with hash %s) than the old ones (%d with hash %s)"
              .formatted(dataset, after.rows(), after, before.rows(), before));
    }
    return new Result(before.rows(), order.isAscending);
  }

  private static final class Order {
    private long last = Long.MIN_VALUE;
    private boolean isAscending = true;

    void next(long time) {
      isAscending &= time >= last;
      last = time;
    }
  }
}
