package io.longhaul.control.coordinator;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The number of rows of a run in committed files. Reads the footer of each file once, since a long
 * run has thousands of files, which never change. For one thread.
 */
final class CommittedRows {
  private final Lake lake;
  private final String runId;
  private final Map<Dataset<?>, Map<Path, Long>> rows = new HashMap<>();

  CommittedRows(Lake lake, String runId) {
    this.lake = lake;
    this.runId = runId;
  }

  /** Counts the rows of files that were committed since the last call. */
  void update() throws IOException {
    for (Dataset<?> dataset : Dataset.ALL) {
      Map<Path, Long> ofFiles = rows.computeIfAbsent(dataset, any -> new HashMap<>());
      for (Path file : lake.files(dataset, runId)) {
        if (!ofFiles.containsKey(file)) {
          ofFiles.put(file, ParquetRows.count(file));
        }
      }
    }
  }

  /** Returns the number of rows of a dataset at the last update. */
  long of(Dataset<?> dataset) {
    return rows.getOrDefault(dataset, Map.of()).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the number of rows of all datasets at the last update. */
  long all() {
    return Dataset.ALL.stream().mapToLong(this::of).sum();
  }
}
