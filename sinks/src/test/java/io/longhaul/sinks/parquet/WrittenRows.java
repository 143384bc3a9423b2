package io.longhaul.sinks.parquet;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.LocalOutputFile;

/** Finished files for tests, written as the sinks write them. */
public final class WrittenRows {
  private WrittenRows() {}

  public static Path requests(Path file, List<RequestRow> rows) throws IOException {
    return rows(Dataset.REQUESTS, file, rows);
  }

  public static <T extends SpecificRecordBase> Path rows(
      Dataset<T> dataset, Path file, List<T> rows) throws IOException {
    try (ParquetWriter<T> writer = RowWriters.writer(dataset, new LocalOutputFile(file))) {
      for (T row : rows) {
        writer.write(row);
      }
    }
    return file;
  }
}
