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
import org.apache.parquet.column.ParquetProperties;
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
  private final Rows<T> rows;
  private final Closeable writer;

  /** Writes rows. */
  private interface Rows<T> {
    void write(T row) throws IOException;
  }

  private ParquetDocument(Path file, Rows<T> rows, Closeable writer) {
    this.file = file;
    this.draft = draftOf(file);
    this.rows = rows;
    this.writer = writer;
  }

  /**
   * Starts a file of Longhaul's rows with the columns that are derived from them; an earlier file
   * remains until this one is published.
   */
  public static <T extends SpecificRecordBase> ParquetDocument<T> ofRows(
      Path file, Class<T> rowClass, Map<String, String> metadata) throws IOException {
    RecordFileWriter<T> writer =
        new RecordFileWriter<>(
            newDraft(file),
            SpecificData.getForClass(rowClass).getSchema(rowClass),
            IndexedRecord::get,
            new RecordFileWriter.Format(
                ParquetProperties.builder().build(),
                CompressionCodecName.ZSTD,
                ParquetWriter.DEFAULT_BLOCK_SIZE,
                metadata));
    return new ParquetDocument<>(file, writer::write, writer);
  }

  /** Starts a file whose columns depend on the run, as AIPerf writes them. */
  public static ParquetDocument<GenericRecord> ofColumns(
      Path file, Schema schema, Map<String, String> metadata) throws IOException {
    PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
    ParquetWriter<GenericRecord> writer =
        AvroParquetWriter.<GenericRecord>builder(newDraft(file))
            .withConf(configuration)
            .withDataModel(GenericData.get())
            .withSchema(schema)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withExtraMetaData(metadata)
            .build();
    return new ParquetDocument<>(file, writer::write, writer);
  }

  private static LocalOutputFile newDraft(Path file) throws IOException {
    Path draft = draftOf(file);
    Files.deleteIfExists(draft);
    return new LocalOutputFile(draft);
  }

  private static Path draftOf(Path file) {
    return file.resolveSibling("." + file.getFileName() + ".draft");
  }

  public void row(T row) throws IOException {
    rows.write(row);
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
