package io.longhaul.sinks.parquet;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.avro.AvroWriteSupport;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;

/** Finished files for tests, written as the sinks write them. */
public final class WrittenRows {
  private WrittenRows() {}

  /** Writes requests with ascending plan indexes; returns their number. */
  static int severalRowGroups(Path file) throws IOException {
    int rows = 4_000;
    PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
    try (ParquetWriter<RequestRow> writer =
        AvroParquetWriter.<RequestRow>builder(new LocalOutputFile(file))
            .withConf(configuration)
            .withDataModel(SpecificData.getForClass(RequestRow.class))
            .withSchema(RequestRow.getClassSchema())
            .withRowGroupSize(100_000L)
            .build()) {
      for (int i = 0; i < rows; i++) {
        writer.write(Rows.aRequest("run", "id" + i).setPlanIndex(i).build());
      }
    }
    return rows;
  }

  public static Path requests(Path file, List<RequestRow> rows) throws IOException {
    return rows(Dataset.REQUESTS, file, rows);
  }

  /** The same file as a version of before wrote it, which did not know the column. */
  public static void removeColumn(Path file, String column) throws IOException {
    Schema row = RequestRow.getClassSchema();
    Schema older =
        Schema.createRecord(
            row.getName(),
            row.getDoc(),
            row.getNamespace(),
            false,
            row.getFields().stream()
                .filter(field -> !field.name().equals(column))
                .map(field -> new Schema.Field(field, field.schema()))
                .toList());
    List<RequestRow> rows = new ArrayList<>();
    try (ParquetRows<RequestRow> reader = new ParquetRows<>(Dataset.REQUESTS, file, Set.of())) {
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        rows.add(next.get());
      }
    }
    Files.delete(file);
    PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
    try (ParquetWriter<GenericRecord> writer =
        AvroParquetWriter.<GenericRecord>builder(new LocalOutputFile(file))
            .withConf(configuration)
            .withDataModel(GenericData.get())
            .withSchema(older)
            .build()) {
      for (RequestRow known : rows) {
        GenericRecord record = new GenericData.Record(older);
        older.getFields().forEach(field -> record.put(field.name(), known.get(field.name())));
        writer.write(record);
      }
    }
  }

  /** Rows as they were written before they had their day in the file. */
  public static <T extends SpecificRecordBase> void withoutDay(
      Dataset<T> dataset, Path file, List<T> rows) throws IOException {
    SpecificData model = SpecificData.getForClass(dataset.rowClass());
    PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
    try (ParquetWriter<T> writer =
        AvroParquetWriter.<T>builder(new LocalOutputFile(file))
            .withConf(configuration)
            .withDataModel(model)
            .withSchema(model.getSchema(dataset.rowClass()))
            .build()) {
      for (T row : rows) {
        writer.write(row);
      }
    }
  }

  /** Flips a bit of a value of the column. */
  public static void damage(Path file, String column) throws IOException {
    long end;
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      end =
          reader.getRowGroups().get(0).getColumns().stream()
              .filter(chunk -> chunk.getPath().toDotString().equals(column))
              .mapToLong(chunk -> chunk.getStartingPos() + chunk.getTotalSize())
              .findFirst()
              .orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[Math.toIntExact(end - 1)] ^= 1;
    Files.write(file, bytes);
  }

  public static <T extends SpecificRecordBase> Path rows(
      Dataset<T> dataset, Path file, List<T> rows) throws IOException {
    try (RecordFileWriter<T> writer = RowWriters.writer(dataset, new LocalOutputFile(file))) {
      for (T row : rows) {
        writer.write(row);
      }
    }
    return file;
  }
}
