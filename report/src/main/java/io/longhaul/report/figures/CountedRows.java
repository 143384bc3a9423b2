package io.longhaul.report.figures;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RowReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Reads datasets of a run and counts their rows, so that the footers of a long run's many files are
 * not read again only to count. For one thread.
 */
final class CountedRows {
  private final Lake lake;
  private final String runId;
  private final Map<String, Long> counts = new HashMap<>();

  CountedRows(Lake lake, String runId) {
    this.lake = lake;
    this.runId = runId;
  }

  /** Reads every row; at most once for each dataset. */
  <T extends SpecificRecordBase> void forEach(Dataset<T> dataset, RowReader<? super T> reader)
      throws IOException {
    long[] rows = {0};
    lake.forEach(
        dataset,
        runId,
        row -> {
          rows[0]++;
          reader.row(row);
        });
    counts.put(dataset.name(), rows[0]);
  }

  /** Returns every row, for small datasets. */
  <T extends SpecificRecordBase> List<T> rows(Dataset<T> dataset) throws IOException {
    List<T> rows = new ArrayList<>();
    forEach(dataset, rows::add);
    return rows;
  }

  /** Adds the number of rows of a dataset that is read in another way. */
  void put(Dataset<?> dataset, long rows) {
    counts.put(dataset.name(), rows);
  }

  /** Returns the number of rows of a dataset. */
  long count(Dataset<?> dataset) throws IOException {
    Long counted = counts.get(dataset.name());
    return counted == null ? lake.count(dataset, runId) : counted;
  }
}
