package io.longhaul.sinks.parquet;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.ServerSliceRow;
import io.longhaul.export.VerdictRow;
import io.longhaul.sinks.Dataset;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.parquet.column.statistics.LongStatistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DerivedColumnTest {
  private static final long MIDNIGHT_NS =
      Instant.parse("2026-01-03T00:00:00Z").getEpochSecond() * 1_000_000_000;

  @TempDir Path folder;

  @Test
  void onlyPointsWithinARequestHaveNoTimestamp() {
    Set<String> without = new TreeSet<>();
    Set<Schema> seen = new HashSet<>();
    Stream.concat(
            Dataset.ALL.stream().map(Dataset::rowClass),
            Stream.of(ServerSliceRow.class, VerdictRow.class))
        .map(row -> DerivedColumn.inFileOf(SpecificData.get().getSchema(row)))
        .forEach(schema -> pointsWithoutTimestamp(schema, seen, without));

    assertThat(without)
        .containsExactly(
            "RequestRow.cancelled_epoch_ns",
            "RequestRow.connect_started_epoch_ns",
            "RequestRow.connected_epoch_ns",
            "RequestRow.first_byte_epoch_ns",
            "RequestRow.headers_epoch_ns",
            "RequestRow.scheduled_epoch_ns",
            "RequestRow.sent_epoch_ns",
            "RequestRow.written_epoch_ns");
  }

  private static void pointsWithoutTimestamp(Schema schema, Set<Schema> seen, Set<String> without) {
    switch (schema.getType()) {
      case RECORD -> {
        if (!seen.add(schema)) {
          return;
        }
        for (Schema.Field field : schema.getFields()) {
          if (field.name().contains("_epoch_")
              && schema.getField(field.name().replaceFirst("_epoch_.*", "_time")) == null) {
            without.add(schema.getName() + "." + field.name());
          }
          pointsWithoutTimestamp(field.schema(), seen, without);
        }
      }
      case UNION -> schema.getTypes().forEach(type -> pointsWithoutTimestamp(type, seen, without));
      case ARRAY -> pointsWithoutTimestamp(schema.getElementType(), seen, without);
      default -> {}
    }
  }

  @Test
  void aPointInTimeIsATimestampInUtc() throws Exception {
    Path file =
        WrittenRows.requests(
            folder.resolve("rows.parquet"),
            List.of(
                aRequest("run", "a").setEndedEpochNs(MIDNIGHT_NS - 1).build(),
                aRequest("run", "b").setEndedEpochNs(MIDNIGHT_NS + 1_234_567).build()));

    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT ended_time, dt FROM '" + file + "' ORDER BY 1")) {
      List<Instant> times = new ArrayList<>();
      while (rows.next()) {
        times.add(rows.getObject(1, OffsetDateTime.class).toInstant());
      }
      assertThat(rows.getMetaData().getColumnTypeName(1)).isEqualTo("TIMESTAMP WITH TIME ZONE");
      assertThat(times)
          .containsExactly(
              Instant.parse("2026-01-02T23:59:59.999999Z"),
              Instant.parse("2026-01-03T00:00:00.001234Z"));
    }
  }

  @Test
  void theFooterHasTheRangeOfTimestampsSoThatFiltersSkipRowGroups() throws Exception {
    Path file =
        WrittenRows.requests(
            folder.resolve("rows.parquet"),
            List.of(
                aRequest("run", "a").setEndedEpochNs(MIDNIGHT_NS).build(),
                aRequest("run", "b").setEndedEpochNs(MIDNIGHT_NS + 5_000).build()));

    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      LongStatistics range =
          reader.getRowGroups().get(0).getColumns().stream()
              .filter(column -> column.getPath().equals(ColumnPath.get("ended_time")))
              .map(column -> (LongStatistics) column.getStatistics())
              .findFirst()
              .orElseThrow();
      assertThat(range.genericGetMin()).isEqualTo(MIDNIGHT_NS / 1_000);
      assertThat(range.genericGetMax()).isEqualTo(MIDNIGHT_NS / 1_000 + 5);
    }
  }

  @Test
  void timesBefore1970AreRoundedDownToo() {
    assertThat(DerivedColumn.TIME_OF_NANOS.value(-1L)).isEqualTo(-1L);
    assertThat(DerivedColumn.TIME_OF_NANOS.value(-1_000L)).isEqualTo(-1L);
    assertThat(DerivedColumn.TIME_OF_MILLIS.value(-3L)).isEqualTo(-3_000L);
  }

  @Test
  void aSumOfMoreThan64BitsIsRoundedAndStaysAsItIs() {
    BigInteger sum = BigInteger.TWO.pow(100).add(BigInteger.ONE);
    ByteBuffer bytes = ByteBuffer.wrap(sum.toByteArray());

    assertThat(DerivedColumn.ROUNDED_SUM.value(bytes)).isEqualTo(0x1p100);
    assertThat(new BigInteger(bytes.array())).isEqualTo(sum);
    assertThat(bytes.remaining()).isEqualTo(13);
  }

  @Test
  void aLabelSetIsAMapWhoseValueMayContainAnything() {
    assertThat(DerivedColumn.LABELS.value("")).isEqualTo(Map.of());
    assertThat(DerivedColumn.LABELS.value("url=http://server:8000/?a=b"))
        .isEqualTo(Map.of("url", "http://server:8000/?a=b"));
  }

  @Test
  void aFileInTheFormatOfAiperfHasNoDerivedColumns() throws Exception {
    Path file = folder.resolve("columns.parquet");
    Schema schema =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"schema\",\"fields\":["
                    + "{\"name\":\"label_set\",\"type\":\"string\"}]}");
    try (var document = ParquetDocument.ofColumns(file, schema, Map.of())) {
      document.publish();
    }

    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      assertThat(reader.getFileMetaData().getSchema().getFields()).hasSize(1);
    }
  }
}
