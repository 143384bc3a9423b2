package io.longhaul.benchmarks.subject;

import io.longhaul.export.RequestRow;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.avro.specific.SpecificData;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.avro.AvroWriteSupport;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;

/** A file of {@code requests} in the format of package {@code sinks.parquet}. */
final class RequestFile {
  private static final long ROW_GROUP_BYTES = 16 * 1024 * 1024;

  private RequestFile() {}

  static ParquetWriter<RequestRow> writer(Path file) throws IOException {
    PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
    SpecificData model = SpecificData.getForClass(RequestRow.class);
    return AvroParquetWriter.<RequestRow>builder(new LocalOutputFile(file))
        .withConf(configuration)
        .withDataModel(model)
        .withSchema(model.getSchema(RequestRow.class))
        .withWriterVersion(WriterVersion.PARQUET_2_0)
        .withCompressionCodec(CompressionCodecName.ZSTD)
        .withPageWriteChecksumEnabled(true)
        .withRowGroupSize(ROW_GROUP_BYTES)
        .withDictionaryEncoding("request_id", false)
        .withDictionaryEncoding("correlation_id", false)
        .build();
  }
}
