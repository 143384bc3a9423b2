package io.longhaul.sinks.parquet;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParquetRowsTest {
  @TempDir Path folder;

  @Test
  void rowsAreReadAsTheyWereWritten() throws IOException {
    RequestRow first = aRequest("run", "a").build();
    RequestRow failed =
        aRequest("run", "b")
            .setOutcome("http_error")
            .setStatus(503)
            .setChunkTokens(List.of())
            .build();

    Path file = written(first, failed);

    assertThat(readBack(file)).containsExactly(first, failed);
    assertThat(ParquetRows.count(file)).isEqualTo(2);
  }

  @Test
  void skippedListsAreEmptyAndAllOtherColumnsAreRead() throws IOException {
    Path file = written(aRequest("run", "a").build());

    try (ParquetRows<RequestRow> rows =
        new ParquetRows<>(Dataset.REQUESTS, file, Set.of("chunk_tokens", "labels"))) {
      assertThat(rows.next())
          .contains(aRequest("run", "a").setChunkTokens(List.of()).setLabels(Map.of()).build());
      assertThat(rows.next()).isEmpty();
    }
  }

  @Test
  void aRequiredColumnCannotBeSkipped() throws IOException {
    Path file = written(aRequest("run", "a").build());

    assertThatThrownBy(() -> new ParquetRows<>(Dataset.REQUESTS, file, Set.of("run_id")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot skip column run_id: it is neither a list nor a map");
  }

  @Test
  void duckDbReadsTheFiles() throws Exception {
    Path file = written(aRequest("run", "a").build());

    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT request_id, time_to_first_token_ns, len(chunk_after_start_ns),"
                    + " chunk_after_start_ns[3], labels['model'] FROM '"
                    + file
                    + "'")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("a");
      assertThat(row.getLong(2)).isEqualTo(40_000_000);
      assertThat(row.getInt(3)).isEqualTo(3);
      assertThat(row.getLong(4)).isEqualTo(70_000_000);
      assertThat(row.getString(5)).contains("m");
      assertThat(row.next()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("datasets")
  <T extends SpecificRecordBase> void everyFileHasColumnsForTheRunAndTheDay(Dataset<T> dataset)
      throws Exception {
    Path file = WrittenRows.rows(dataset, folder.resolve("part-0.parquet"), List.of());

    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet columns =
            statement.executeQuery("DESCRIBE SELECT run_id, dt FROM '" + file + "'")) {
      columns.next();
      assertThat(columns.getString("column_type")).isEqualTo("VARCHAR");
      columns.next();
      assertThat(columns.getString("column_type")).isEqualTo("DATE");
    }
  }

  static List<Dataset<?>> datasets() {
    return Dataset.ALL;
  }

  @Test
  void theDayIsTheDayOfTheEventInUtc() throws Exception {
    long midnight = Instant.parse("2026-01-03T00:00:00Z").getEpochSecond() * 1_000_000_000;
    Path file =
        written(
            aRequest("run", "a").setEndedEpochNs(midnight - 1).build(),
            aRequest("run", "b").setEndedEpochNs(midnight).build());

    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet days = statement.executeQuery("SELECT dt::varchar FROM '" + file + "'")) {
      days.next();
      assertThat(days.getString(1)).isEqualTo("2026-01-02");
      days.next();
      assertThat(days.getString(1)).isEqualTo("2026-01-03");
    }
  }

  @Test
  void aFlippedBitIsDetected() throws IOException {
    Path file = written(aRequest("run", "a").build());
    WrittenRows.damage(file, "plan_index");

    assertThatThrownBy(() -> readBack(file)).isInstanceOf(IOException.class);
  }

  @Test
  void aTruncatedFileIsRejected() throws IOException {
    Path file = written(aRequest("run", "a").build());
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 5));

    assertThatThrownBy(() -> ParquetRows.count(file)).hasMessageContaining("is not a Parquet file");
  }

  private Path written(RequestRow... rows) throws IOException {
    return WrittenRows.requests(folder.resolve("part-0.parquet"), List.of(rows));
  }

  private static List<RequestRow> readBack(Path file) throws IOException {
    List<RequestRow> rows = new ArrayList<>();
    try (ParquetRows<RequestRow> reader = new ParquetRows<>(Dataset.REQUESTS, file, Set.of())) {
      for (var row = reader.next(); row.isPresent(); row = reader.next()) {
        rows.add(row.get());
      }
    }
    return rows;
  }
}
