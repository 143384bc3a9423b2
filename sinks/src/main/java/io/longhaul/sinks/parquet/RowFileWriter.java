package io.longhaul.sinks.parquet;

import static java.nio.file.StandardOpenOption.WRITE;

import io.longhaul.sinks.Dataset;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.parquet.io.LocalOutputFile;

/** Writes a file of rows as the job does, but with a name of the caller. For one thread. */
public final class RowFileWriter<T extends SpecificRecordBase> implements Closeable {
  private final Path file;
  private final RecordFileWriter<T> writer;

  /**
   * Creates the file, which must not exist.
   *
   * @param rowGroupBytes approximate size of a row group in memory
   */
  public RowFileWriter(Dataset<T> dataset, Path file, long rowGroupBytes) throws IOException {
    this.file = file;
    this.writer = RowWriters.writer(dataset, new LocalOutputFile(file), rowGroupBytes);
  }

  public void row(T row) throws IOException {
    writer.write(row);
  }

  /** Returns the approximate size of the file so far. */
  public long bytes() throws IOException {
    return writer.bytes();
  }

  /** Completes the file and stores it durably. */
  @Override
  public void close() throws IOException {
    writer.close();
    try (FileChannel written = FileChannel.open(file, WRITE)) {
      written.force(true);
    }
  }
}
