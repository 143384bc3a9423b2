package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.avro.AvroWriteSupport;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;

/**
 * Reads the rows of one finished file, one after another, and verifies the checksum of every page.
 * For one thread.
 */
public final class ParquetRows<T extends SpecificRecordBase> implements Closeable {
  private final Path file;
  private final ParquetReader<T> reader;
  private final AbsentLists absent;

  /**
   * @param unread list and map columns that are not read and are empty; and, named after the record
   *     that contains them ({@code totals.errors}), nullable ones that are null, and lists
   * @throws IOException if the file is not a Parquet file or contains another dataset
   */
  public ParquetRows(Dataset<T> dataset, Path file, Set<String> unread) throws IOException {
    this.file = file;
    SpecificData model = SpecificData.getForClass(dataset.rowClass());
    Schema row = model.getSchema(dataset.rowClass());
    this.absent = AbsentLists.of(row);
    PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    configuration.setBoolean("parquet.page.verify-checksum.enabled", true);
    configuration.set("parquet.avro.read.schema", withDefaults(row, unread).toString());
    // Columns of a file that rows do not have, such as the day, are not read.
    configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
    configuration.set("parquet.avro.projection", without(row, unread).toString());
    this.reader =
        AvroParquetReader.<T>builder(InputFiles.of(file), configuration)
            .withDataModel(model)
            .withSerializableClasses(dataset.rowClass())
            .build();
  }

  private static Schema without(Schema row, Set<String> unread) {
    return record(
        row,
        row.getFields().stream()
            .filter(field -> !unread.contains(field.name()))
            .map(field -> new Schema.Field(field, without(field, unread))));
  }

  private static Schema without(Schema.Field field, Set<String> unread) {
    String start = field.name() + ".";
    Set<String> inField =
        unread.stream()
            .filter(name -> name.startsWith(start))
            .map(name -> name.substring(start.length()))
            .collect(Collectors.toSet());
    return inField.isEmpty() ? field.schema() : without(field.schema(), inField);
  }

  /** Returns the schema with defaults for the columns that are not read. */
  private static Schema withDefaults(Schema row, Set<String> unread) {
    return record(
        row,
        row.getFields().stream()
            .map(
                field ->
                    unread.contains(field.name())
                        ? new Schema.Field(
                            field.name(), field.schema(), field.doc(), nothing(field))
                        : new Schema.Field(field, field.schema())));
  }

  private static Object nothing(Schema.Field field) {
    return switch (field.schema().getType()) {
      case ARRAY -> List.of();
      case MAP -> Map.of();
      default ->
          throw new IllegalArgumentException(
              "Cannot skip column " + field.name() + ": it is neither a list nor a map");
    };
  }

  private static Schema record(Schema like, Stream<Schema.Field> fields) {
    return Schema.createRecord(
        like.getName(), like.getDoc(), like.getNamespace(), false, fields.toList());
  }

  /**
   * Returns the next row; empty after the last one. Lists that a file of an older release does not
   * have are empty.
   *
   * @throws IOException if the file is damaged; the message names it
   */
  public Optional<T> next() throws IOException {
    try {
      T row = reader.read();
      if (row != null) {
        absent.fill(row);
      }
      return Optional.ofNullable(row);
    } catch (IOException | RuntimeException e) {
      throw ReadFailure.of(file, e);
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** Returns the number of rows of a finished file, read from its footer. */
  public static long count(Path file) throws IOException {
    try (ParquetFileReader footer =
        ParquetFileReader.open(InputFiles.of(file), ReadOptions.ofFooters())) {
      return footer.getRecordCount();
    } catch (IOException | RuntimeException e) {
      throw ReadFailure.of(file, e);
    }
  }
}
