package io.longhaul.sinks.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.parquet.avro.AvroSchemaConverter;
import org.apache.parquet.avro.AvroWriteSupport;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Writes records to a Parquet file. The file has the columns and the metadata with which
 * parquet-avro writes and reads records of the schema, and the columns that are derived from them.
 * For one thread.
 *
 * @param <T> type of the records
 */
public final class RecordFileWriter<T> implements Closeable {
  private static final int MIN_ROWS_TO_SIZE_CHECK = 100;
  private static final int MAX_ROWS_TO_SIZE_CHECK = 10_000;

  private final Schema schema;
  private final Schema inFile;
  private final MessageType message;
  private final FieldReader<T> reader;
  private final Format format;
  private final CodecFactory codecs;
  private final BytesInputCompressor compressor;
  private final ParquetFileWriter file;
  private @Nullable RowGroup group;
  private boolean intact = true;
  private boolean closed;

  /** Reads the fields of records. */
  @FunctionalInterface
  interface FieldReader<T> {
    /** Returns the value of a field, by its position in the schema. */
    @Nullable Object value(T record, int field);
  }

  /**
   * How a file is written.
   *
   * @param rowGroupBytes approximate size of a row group in memory
   * @param metadata what the footer contains in addition to the schema
   */
  record Format(
      ParquetProperties properties,
      CompressionCodecName codec,
      long rowGroupBytes,
      Map<String, String> metadata) {}

  /** The row group that is being written, which is in memory. */
  private static final class RowGroup {
    final ColumnChunkPageWriteStore pages;
    final ColumnWriteStore columns;
    final RecordShredder shredder;
    long rows;
    long nextSizeCheck = MIN_ROWS_TO_SIZE_CHECK;

    RowGroup(ColumnChunkPageWriteStore pages, ColumnWriteStore columns, RecordShredder shredder) {
      this.pages = pages;
      this.columns = columns;
      this.shredder = shredder;
    }
  }

  /** Creates a file, which must not exist. */
  RecordFileWriter(OutputFile out, Schema schema, FieldReader<T> reader, Format format)
      throws IOException {
    this.schema = schema;
    this.inFile = DerivedColumn.inFileOf(schema);
    this.message = columnsOf(schema);
    this.reader = reader;
    this.format = format;
    this.codecs =
        new CodecFactory(
            new PlainParquetConfiguration(), format.properties().getPageSizeThreshold());
    this.compressor = codecs.getCompressor(format.codec());
    this.file =
        new ParquetFileWriter(
            out,
            message,
            ParquetFileWriter.Mode.CREATE,
            format.rowGroupBytes(),
            ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
            null,
            format.properties());
    file.start();
  }

  /** Returns the columns of a file of records, with lists of three levels. */
  static MessageType columnsOf(Schema schema) {
    PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
    return new AvroSchemaConverter(configuration).convert(DerivedColumn.inFileOf(schema));
  }

  /** Writes a record. If this fails, the file stays without its end and cannot be read. */
  public void write(T row) throws IOException {
    intact = false;
    if (group == null) {
      group = newRowGroup();
    }
    RowGroup current = group;
    int fields = schema.getFields().size();
    for (int i = 0; i < fields; i++) {
      current.shredder.write(i, reader.value(row, i));
    }
    current.shredder.endRecord();
    current.rows++;
    if (current.rows >= current.nextSizeCheck) {
      endIfFull(current);
    }
    intact = true;
  }

  /** Ends a full row group, or estimates when it will be half as full again. */
  private void endIfFull(RowGroup current) throws IOException {
    long bytes = current.columns.getBufferedSize();
    long bytesPerRow = Math.max(1, bytes / current.rows);
    if (bytes > format.rowGroupBytes() - 2 * bytesPerRow) {
      endRowGroup();
      return;
    }
    long rowsLeft = (format.rowGroupBytes() - bytes) / bytesPerRow;
    current.nextSizeCheck =
        current.rows
            + Math.min(MAX_ROWS_TO_SIZE_CHECK, Math.max(MIN_ROWS_TO_SIZE_CHECK, rowsLeft / 2));
  }

  private RowGroup newRowGroup() {
    ParquetProperties properties = format.properties();
    ColumnChunkPageWriteStore pages =
        new ColumnChunkPageWriteStore(
            compressor,
            message,
            properties.getAllocator(),
            properties.getColumnIndexTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    ColumnWriteStore columns = properties.newColumnWriteStore(message, pages, pages);
    return new RowGroup(pages, columns, new RecordShredder(schema, message, columns));
  }

  private void endRowGroup() throws IOException {
    if (group == null) {
      return;
    }
    file.startBlock(group.rows);
    group.columns.flush();
    group.pages.flushToFileWriter(file);
    file.endBlock();
    group.columns.close();
    group.pages.close();
    group = null;
  }

  /** Returns the approximate size of the file so far. */
  public long bytes() throws IOException {
    return file.getPos() + (group == null ? 0 : group.columns.getBufferedSize());
  }

  /** Completes the file, unless a record could not be written. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (file) {
      if (intact) {
        endRowGroup();
        Map<String, String> metadata = new HashMap<>(format.metadata());
        metadata.put("parquet.avro.schema", inFile.toString());
        metadata.put(ParquetWriter.OBJECT_MODEL_NAME_PROP, "avro");
        file.end(metadata);
      }
    } finally {
      codecs.release();
    }
  }
}
