package io.longhaul.sinks.compact;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.RowFileWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a dataset of one run to a new lake, to one large file after another. A new day
 * begins a new file, so that tables which are divided by days can contain it. Without rows, there
 * is no file. For one thread.
 */
public final class RowFiles<T extends SpecificRecordBase> implements Closeable {
  static final long FILE_BYTES = 256L * 1024 * 1024;

  /** About an hour at 20 requests/s: a filter by time reads few of them. */
  static final long ROW_GROUP_BYTES = 32L * 1024 * 1024;

  private final Dataset<T> dataset;
  private final Lake lake;
  private final String runId;
  private final long fileBytes;
  private final long rowGroupBytes;
  private int number;
  private long rows;
  private @Nullable LocalDate day;
  private @Nullable RowFileWriter<T> current;

  /** Creates files of the usual sizes. */
  public RowFiles(Dataset<T> dataset, Lake lake, String runId) {
    this(dataset, lake, runId, FILE_BYTES, ROW_GROUP_BYTES);
  }

  /**
   * @param fileBytes approximate size of a full file
   * @param rowGroupBytes approximate size of a row group in memory
   */
  RowFiles(Dataset<T> dataset, Lake lake, String runId, long fileBytes, long rowGroupBytes) {
    this.dataset = dataset;
    this.lake = lake;
    this.runId = runId;
    this.fileBytes = fileBytes;
    this.rowGroupBytes = rowGroupBytes;
  }

  public void row(T row) throws IOException {
    RowFileWriter<T> writer = current;
    LocalDate dayOfRow = dataset.dayOf(row);
    if (writer == null || writer.bytes() >= fileBytes || !dayOfRow.equals(day)) {
      close();
      day = dayOfRow;
      Path folder = ExportLayout.dataset(lake.folder(), dataset);
      Files.createDirectories(folder);
      String name = RowFile.nameStart(dayOfRow, runId);
      Path file = folder.resolve("%s-%05d%s".formatted(name, number++, RowFile.ENDING));
      writer = new RowFileWriter<>(dataset, file, rowGroupBytes);
      current = writer;
    }
    writer.row(row);
    rows++;
  }

  /** Returns the number of rows written. */
  public long rows() {
    return rows;
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
    }
  }
}
