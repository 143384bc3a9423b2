package io.longhaul.sinks.tables;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.parquet.FileFooter;
import io.longhaul.sinks.parquet.RowVersion;
import io.longhaul.sinks.parquet.TableColumns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which finished files of a dataset a table that is divided by day can contain: those whose
 * rows are of one day, and have a timestamp. For one thread.
 */
public final class FilesOfOneDay {
  private final String timestamp;

  /** Files that a table cannot contain, and why: they never change. */
  private final Map<Path, String> unfit = new HashMap<>();

  public FilesOfOneDay(Dataset<?> dataset) {
    this.timestamp = TableColumns.timestamp(dataset);
  }

  /**
   * Returns the footer of a file, which names its day; empty if a table cannot contain the file.
   *
   * @param problems receives the reason, as a sentence
   * @throws IOException if the file cannot be read
   */
  public Optional<FileFooter> footer(Path file, Set<String> problems) throws IOException {
    if (!unfit.containsKey(file)) {
      FileFooter footer = FileFooter.of(file);
      if (footer.day().isPresent()
          && footer.columns().contains(timestamp)
          && footer.version().equals(Optional.of(RowVersion.CURRENT))) {
        return Optional.of(footer);
      }
      unfit.put(
          file,
          "Not added: %s, because it contains several days, or an older release wrote it (longhaul compact writes the run again)"
              .formatted(file));
    }
    problems.add(unfit.get(file));
    return Optional.empty();
  }
}
