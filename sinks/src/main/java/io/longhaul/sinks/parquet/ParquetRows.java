package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.io.LocalInputFile;

/**
 * The rows of one finished file, read one after another with every page's checksum verified. For
 * one thread.
 */
public final class ParquetRows<T extends SpecificRecordBase> implements Closeable {
  private final ParquetReader<T> reader;

  /**
   * @throws IOException when the file is no Parquet file or holds another dataset
   */
  public ParquetRows(Dataset<T> dataset, Path file) throws IOException {
    SpecificData model = SpecificData.getForClass(dataset.rowClass());
    PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    configuration.setBoolean("parquet.page.verify-checksum.enabled", true);
    configuration.set("parquet.avro.read.schema", model.getSchema(dataset.rowClass()).toString());
    this.reader =
        AvroParquetReader.<T>builder(new LocalInputFile(file), configuration)
            .withDataModel(model)
            .withSerializableClasses(dataset.rowClass())
            .build();
  }

  public Optional<T> next() throws IOException {
    return Optional.ofNullable(reader.read());
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** Rows of a finished file, from its footer. */
  public static long count(Path file) throws IOException {
    try (ParquetFileReader footer = ParquetFileReader.open(new LocalInputFile(file))) {
      return footer.getRecordCount();
    }
  }
}
