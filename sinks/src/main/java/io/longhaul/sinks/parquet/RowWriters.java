package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.avro.AvroWriteSupport;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/**
 * Creates writers of Parquet files: zstd, page checksums, writer version 2, three-level lists, no
 * dictionaries for columns with unique values. The last column is the day.
 */
public final class RowWriters {
  /** The version of the schema in every footer; increased if a column changes its meaning. */
  static final String SCHEMA_VERSION = "1";

  private static final long ROW_GROUP_BYTES = 16 * 1024 * 1024;

  private RowWriters() {}

  static <T extends SpecificRecordBase> ParquetWriterFactory<T> factory(Dataset<T> dataset) {
    return new ParquetWriterFactory<>(out -> writer(dataset, out));
  }

  /** Creates the writer of a file. */
  public static <T extends SpecificRecordBase> ParquetWriter<T> writer(
      Dataset<T> dataset, OutputFile out) throws java.io.IOException {
    return writer(dataset, out, ROW_GROUP_BYTES);
  }

  /** Creates the writer of a file with row groups of another size in memory. */
  static <T extends SpecificRecordBase> ParquetWriter<T> writer(
      Dataset<T> dataset, OutputFile out, long rowGroupBytes) throws java.io.IOException {
    PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
    RowDataWithDay<T> rows = new RowDataWithDay<>(dataset);
    return AvroParquetWriter.<T>builder(out)
        .withConf(configuration)
        .withDataModel(rows)
        .withSchema(rows.schema())
        .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_2_0)
        .withCompressionCodec(CompressionCodecName.ZSTD)
        .withPageWriteChecksumEnabled(true)
        .withRowGroupSize(rowGroupBytes)
        .withDictionaryEncoding("request_id", false)
        .withDictionaryEncoding("correlation_id", false)
        .withExtraMetaData(
            Map.of("longhaul.dataset", dataset.name(), "longhaul.schema.version", SCHEMA_VERSION))
        .build();
  }
}
