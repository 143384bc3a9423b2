package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/**
 * Creates writers of Parquet files: zstd, page checksums, writer version 2, three-level lists, no
 * dictionaries for integers and for texts that are rarely equal. The last column is the day, which
 * rows do not contain because it can be derived from them.
 */
public final class RowWriters {
  static final String DAY = "dt";

  /** The version of the schema in every footer; increased if a column changes its meaning. */
  static final String SCHEMA_VERSION = "1";

  private static final Set<String> UNIQUE_TEXTS =
      Set.of("request_id", "correlation_id", "session_id");

  /** Longer than IDs. Whole histograms as statistics would be half of the footer of slices. */
  private static final int MAX_STATISTICS_BYTES = 64;

  private static final long ROW_GROUP_BYTES = 16 * 1024 * 1024;

  private RowWriters() {}

  /** Creates writers for Flink, which closes the streams itself. */
  static <T extends SpecificRecordBase> BulkWriter.Factory<T> factory(Dataset<T> dataset) {
    return out -> new FlinkWriter<>(writer(dataset, new FlinkOutputFile(out)));
  }

  /** Creates the writer of a file. */
  public static <T extends SpecificRecordBase> RecordFileWriter<T> writer(
      Dataset<T> dataset, OutputFile out) throws IOException {
    return writer(dataset, out, ROW_GROUP_BYTES);
  }

  /** Creates the writer of a file with row groups of another size in memory. */
  static <T extends SpecificRecordBase> RecordFileWriter<T> writer(
      Dataset<T> dataset, OutputFile out, long rowGroupBytes) throws IOException {
    Schema row = SpecificData.getForClass(dataset.rowClass()).getSchema(dataset.rowClass());
    int day = row.getFields().size();
    return new RecordFileWriter<>(
        out,
        withDay(row),
        (record, field) ->
            field == day
                ? Integer.valueOf(Math.toIntExact(dataset.dayOf(record).toEpochDay()))
                : record.get(field),
        new RecordFileWriter.Format(
            properties(row),
            CompressionCodecName.ZSTD,
            rowGroupBytes,
            Map.of("longhaul.dataset", dataset.name(), RowVersion.KEY, SCHEMA_VERSION)));
  }

  private static ParquetProperties properties(Schema row) {
    ParquetProperties.Builder properties =
        ParquetProperties.builder()
            .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_2_0)
            .withPageWriteChecksumEnabled(true)
            .withStatisticsTruncateLength(MAX_STATISTICS_BYTES);
    for (ColumnDescriptor column : RecordFileWriter.columnsOf(row).getColumns()) {
      if (!hasDictionary(column)) {
        properties.withDictionaryEncoding(String.join(".", column.getPath()), false);
      }
    }
    return properties.build();
  }

  /**
   * Returns whether a column has a dictionary. Most integers are times, durations and counts: they
   * are stored as differences, which take no more space and half the time.
   */
  private static boolean hasDictionary(ColumnDescriptor column) {
    String name = column.getPath()[0];
    return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case INT32, INT64 -> name.equals("prompt_hash");
      default -> !UNIQUE_TEXTS.contains(name);
    };
  }

  /** Returns the columns of a row and the day. */
  static Schema withDay(Schema row) {
    List<Schema.Field> fields = new ArrayList<>();
    row.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
    fields.add(
        new Schema.Field(
            DAY,
            LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT)),
            ColumnMeaning.OF_DAY));
    return Schema.createRecord(row.getName(), row.getDoc(), row.getNamespace(), false, fields);
  }

  /** Lets Flink write a file. */
  private record FlinkWriter<T>(RecordFileWriter<T> file) implements BulkWriter<T> {
    @Override
    public void addElement(T row) throws IOException {
      file.write(row);
    }

    @Override
    public void flush() {
      // A row group is written when it is full, and with the end of the file.
    }

    @Override
    public void finish() throws IOException {
      file.close();
    }
  }
}
