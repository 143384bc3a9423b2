package io.longhaul.report.verify;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RowReader;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The files of one run. A file that cannot be read is reported once and then left out, so that the
 * others are still compared. For one thread.
 */
final class RunFiles {
  private final Lake lake;
  private final String runId;
  private final Findings unreadable;
  private final Set<Path> damaged = new HashSet<>();

  /**
   * @param unreadable receives files that cannot be read
   */
  RunFiles(Lake lake, String runId, Findings unreadable) {
    this.lake = lake;
    this.runId = runId;
    this.unreadable = unreadable;
  }

  Lake lake() {
    return lake;
  }

  String runId() {
    return runId;
  }

  /** Returns the path of a file in the lake, with slashes. */
  String nameOf(Path file) {
    return lake.folder().relativize(file).toString().replace('\\', '/');
  }

  /** Leaves out a file whose damage was reported. */
  void leaveOut(Path file) {
    damaged.add(file);
  }

  boolean isLeftOut(Path file) {
    return damaged.contains(file);
  }

  /** Returns the finished files that were not left out. */
  List<Path> readable(Dataset<?> dataset) throws IOException {
    return lake.files(dataset, runId).stream().filter(file -> !isLeftOut(file)).toList();
  }

  /** Reads each row; the rest of a file that turns out to be damaged is left out. */
  <T extends SpecificRecordBase> void forEach(Dataset<T> dataset, RowReader<? super T> reader)
      throws IOException {
    for (Path file : readable(dataset)) {
      try (ParquetRows<T> rows = new ParquetRows<>(dataset, file, Set.of())) {
        for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
          reader.row(row.get());
        }
      } catch (IOException | RuntimeException e) {
        reportUnreadable(file, e);
      }
    }
  }

  /** Reports a file that cannot be read, and leaves it out from now on. */
  void reportUnreadable(Path file, Exception why) {
    leaveOut(file);
    unreadable.problem("Damaged file: " + nameOf(file) + " (" + messageOf(why) + ")");
  }

  private static String messageOf(Exception why) {
    Throwable cause = why;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }
}
