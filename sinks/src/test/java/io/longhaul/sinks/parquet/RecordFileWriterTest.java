package io.longhaul.sinks.parquet;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.IntArrayList;
import io.longhaul.sinks.LongArrayList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordFileWriterTest {
  private static final int ROWS = 400;

  @TempDir Path folder;
  private final Random random = new Random(7);

  static List<Dataset<?>> datasets() {
    return Dataset.ALL;
  }

  @ParameterizedTest
  @MethodSource("datasets")
  <T extends SpecificRecordBase> void parquetAvroWritesTheSameColumnsOfRowsAndReadsTheSameRows(
      Dataset<T> dataset) throws IOException {
    List<T> rows = drawnRows(dataset);
    Path ours = folder.resolve("ours.parquet");
    try (RecordFileWriter<T> writer =
        RowWriters.writer(dataset, new LocalOutputFile(ours), 30_000)) {
      for (T row : rows) {
        writer.write(row);
      }
    }
    Path theirs = folder.resolve("theirs.parquet");
    WrittenRows.withoutDay(dataset, theirs, rows);

    assertThat(read(dataset, ours)).isEqualTo(read(dataset, theirs)).isEqualTo(rows);
    List<String> columns = new ArrayList<>(columns(theirs));
    columns.add("[dt] required int32 dt (DATE) 0 0");
    assertThat(columns(ours).stream().filter(column -> !isDerived(dataset, column)))
        .containsExactlyElementsOf(columns);
  }

  private static boolean isDerived(Dataset<?> dataset, String column) {
    boolean hasLabelSets = dataset.equals(Dataset.SLICES) || dataset.equals(Dataset.RUNS);
    return column.contains("TIMESTAMP")
        || column.contains("sum_of_squares_double")
        || (hasLabelSets && column.contains("labels"));
  }

  /** Read as parquet-avro reads any file: by the schema in the footer. */
  @ParameterizedTest
  @MethodSource("datasets")
  <T extends SpecificRecordBase> void parquetAvroReadsTheDerivedColumns(Dataset<T> dataset)
      throws IOException {
    Path file = WrittenRows.rows(dataset, folder.resolve("rows.parquet"), drawnRows(dataset));

    int derived = 0;
    try (ParquetReader<GenericRecord> reader =
        AvroParquetReader.<GenericRecord>builder(new LocalInputFile(file))
            .withDataModel(GenericData.get())
            .build()) {
      for (GenericRecord row = reader.read(); row != null; row = reader.read()) {
        derived += checkedColumns(row);
      }
    }
    assertThat(derived).isGreaterThanOrEqualTo(ROWS);
  }

  private static int checkedColumns(GenericRecord record) {
    int checked = 0;
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      Optional<DerivedColumn> derived =
          field.schema().getLogicalType() == null ? DerivedColumn.of(field) : Optional.empty();
      if (derived.isPresent()) {
        Object expected = value == null ? null : derived.get().value(value);
        Object found = record.get(derived.get().nameAfter(field.name()));
        assertThat(found instanceof Map<?, ?> map ? texts(map) : found).isEqualTo(expected);
        checked++;
      } else if (value instanceof GenericRecord nested) {
        checked += checkedColumns(nested);
      } else if (value instanceof List<?> list) {
        for (Object element : list) {
          checked += element instanceof GenericRecord nested ? checkedColumns(nested) : 0;
        }
      }
    }
    return checked;
  }

  private static Map<String, String> texts(Map<?, ?> map) {
    Map<String, String> texts = new LinkedHashMap<>();
    map.forEach((key, value) -> texts.put(key.toString(), value.toString()));
    return texts;
  }

  @Test
  void listsOverArraysAreWrittenLikeOtherLists() throws IOException {
    List<Long> times = List.of(1L << 40, -1L, 7L);
    List<Integer> reads = List.of(3, 1, 2);
    RequestRow boxed =
        aRequest("run", "a")
            .setChunkAfterStartNs(times)
            .setChunkReads(reads)
            .setChunkTokens(List.of())
            .build();
    RequestRow unboxed =
        aRequest("run", "a")
            .setChunkAfterStartNs(new LongArrayList(new long[] {1L << 40, -1, 7}))
            .setChunkReads(new IntArrayList(new int[] {3, 1, 2}))
            .setChunkTokens(new IntArrayList(new int[0]))
            .build();

    Path file =
        WrittenRows.requests(folder.resolve("rows.parquet"), List.of(boxed, unboxed, boxed));

    assertThat(unboxed).isEqualTo(boxed);
    assertThat(read(Dataset.REQUESTS, file)).containsExactly(boxed, boxed, boxed);
  }

  @Test
  void aRowGroupEndsWhenItIsFull() throws IOException {
    Path file = folder.resolve("rows.parquet");
    try (RecordFileWriter<RequestRow> writer =
        RowWriters.writer(Dataset.REQUESTS, new LocalOutputFile(file), 30_000)) {
      for (RequestRow row : drawnRows(Dataset.REQUESTS)) {
        writer.write(row);
      }
      assertThat(writer.bytes()).isPositive();
    }

    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      assertThat(reader.getRowGroups()).hasSizeGreaterThan(1);
      assertThat(reader.getRecordCount()).isEqualTo(ROWS);
      assertThat(reader.getFileMetaData().getKeyValueMetaData())
          .containsEntry("longhaul.dataset", "requests")
          .containsEntry("writer.model.name", "avro")
          .hasEntrySatisfying(
              "parquet.avro.schema", schema -> assertThat(schema).doesNotContain("\"doc\""));
    }
  }

  @Test
  void aRecordWithoutAMandatoryValueIsRejectedAndItsFileCannotBeRead() throws IOException {
    Path file = folder.resolve("rows.parquet");
    RequestRow incomplete = new RequestRow();

    try (RecordFileWriter<RequestRow> writer =
        RowWriters.writer(Dataset.REQUESTS, new LocalOutputFile(file))) {
      writer.write(drawnRows(Dataset.REQUESTS).get(0));
      assertThatThrownBy(() -> writer.write(incomplete))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Invalid record: null in a column that is not nullable");
    }

    assertThatThrownBy(() -> ParquetRows.count(file)).isInstanceOf(IOException.class);
  }

  /** Returns each column of values with its levels. */
  private static List<String> columns(Path file) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      return reader.getFileMetaData().getSchema().getColumns().stream()
          .map(
              column ->
                  "%s %d %d"
                      .formatted(
                          column, column.getMaxRepetitionLevel(), column.getMaxDefinitionLevel()))
          .toList();
    }
  }

  private static <T extends SpecificRecordBase> List<T> read(Dataset<T> dataset, Path file)
      throws IOException {
    List<T> rows = new ArrayList<>();
    try (ParquetRows<T> reader = new ParquetRows<>(dataset, file, Set.of())) {
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        rows.add(next.get());
      }
    }
    return rows;
  }

  /** Returns rows with nulls, empty lists and maps, and extreme numbers. */
  private <T extends SpecificRecordBase> List<T> drawnRows(Dataset<T> dataset) {
    Schema schema = SpecificData.get().getSchema(dataset.rowClass());
    return IntStream.range(0, ROWS).mapToObj(i -> dataset.rowClass().cast(drawn(schema))).toList();
  }

  private Object drawn(Schema schema) {
    return switch (schema.getType()) {
      case LONG -> random.nextInt(5) == 0 ? random.nextLong() >> 20 : random.nextInt(100);
      case INT -> random.nextInt(5) == 0 ? random.nextInt() : random.nextInt(100);
      case DOUBLE -> random.nextGaussian();
      case BOOLEAN -> random.nextBoolean();
      case STRING -> "text=ä " + random.nextInt(20);
      case BYTES -> ByteBuffer.wrap(new byte[] {1, (byte) random.nextInt()});
      case UNION -> random.nextInt(3) == 0 ? null : drawn(schema.getTypes().get(1));
      case ARRAY ->
          IntStream.range(0, random.nextInt(4))
              .mapToObj(i -> drawn(schema.getElementType()))
              .toList();
      case MAP -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          map.put("key " + i, drawn(schema.getValueType()));
        }
        yield map;
      }
      case RECORD -> {
        SpecificRecordBase record =
            (SpecificRecordBase) SpecificData.newInstance(classOf(schema), schema);
        for (Schema.Field field : schema.getFields()) {
          record.put(field.pos(), drawn(field.schema()));
        }
        yield record;
      }
      default -> throw new IllegalArgumentException("Unknown type: " + schema);
    };
  }

  private static Class<?> classOf(Schema schema) {
    return SpecificData.get().getClass(schema);
  }
}
