package io.longhaul.sinks.parquet;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.avro.AvroWriteSupport;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;

/**
 * Writes one Parquet file that belongs to no dataset. It appears atomically and replaces an earlier
 * one. For one thread.
 */
public final class ParquetDocument<T extends IndexedRecord> implements Closeable {
  private final Path file;
  private final Path draft;
  private final ParquetWriter<T> writer;

  private ParquetDocument(
      Path file,
      Schema schema,
      GenericData model,
      CompressionCodecName codec,
      Map<String, String> metadata)
      throws IOException {
    this.file = file;
    this.draft = file.resolveSibling("." + file.getFileName() + ".draft");
    Files.deleteIfExists(draft);
    PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
    this.writer =
        AvroParquetWriter.<T>builder(new LocalOutputFile(draft))
            .withConf(configuration)
            .withDataModel(model)
            .withSchema(schema)
            .withCompressionCodec(codec)
            .withExtraMetaData(metadata)
            .build();
  }

  /** Starts a file of Longhaul's rows; an earlier file remains until this one is published. */
  public static <T extends SpecificRecordBase> ParquetDocument<T> ofRows(
      Path file, Class<T> rowClass, Map<String, String> metadata) throws IOException {
    SpecificData model = SpecificData.getForClass(rowClass);
    return new ParquetDocument<>(
        file, model.getSchema(rowClass), model, CompressionCodecName.ZSTD, metadata);
  }

  /** Starts a file whose columns depend on the run, as AIPerf writes them. */
  public static ParquetDocument<GenericRecord> ofColumns(
      Path file, Schema schema, Map<String, String> metadata) throws IOException {
    return new ParquetDocument<>(
        file, schema, GenericData.get(), CompressionCodecName.SNAPPY, metadata);
  }

  public void row(T row) throws IOException {
    writer.write(row);
  }

  /** Renames the file to its final name. */
  public void publish() throws IOException {
    writer.close();
    Files.move(draft, file, ATOMIC_MOVE);
  }

  /** Deletes a file that was not published. */
  @Override
  public void close() throws IOException {
    writer.close();
    Files.deleteIfExists(draft);
  }
}
