package io.longhaul.sinks.compact;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.export.HandshakeRow;
import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowHash;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.manifest.Manifest;
import io.longhaul.sinks.parquet.ParquetRows;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionTest {
  private static final String RUN = "run";
  private static final int FILES = 20;
  private static final int ROWS_OF_FILE = 400;
  private static final int ROWS = FILES * ROWS_OF_FILE;

  /** Time between two requests; the times of a file overlap with those of its neighbours. */
  private static final long STEP_MILLIS = 30_000;

  private static final long FILE_BYTES = 200_000;
  private static final long ROW_GROUP_BYTES = 100_000;

  @TempDir Path folder;
  private Lake old;
  private Path into;

  @BeforeEach
  void writeLake() throws IOException {
    old = new Lake(folder.resolve("old"));
    into = folder.resolve("new").resolve("lake");
    Random random = new Random(7);
    for (int file = 0; file < FILES; file++) {
      List<RequestRow> rows = new ArrayList<>();
      for (int i = 0; i < ROWS_OF_FILE; i++) {
        long number = (long) file * ROWS_OF_FILE + i;
        long end = number * STEP_MILLIS + random.nextInt(100 * (int) STEP_MILLIS);
        rows.add(aRequest(RUN, "r" + number, end, end + 100).build());
      }
      // Names are not in order of time.
      int place = (file * 7) % FILES;
      Path path = old.folder().resolve("requests/2026-01-02.run.part-" + place + "-0.parquet");
      Files.createDirectories(path.getParent());
      WrittenRows.requests(path, rows);
    }
    writeHandshake();
    Path other = old.folder().resolve("requests/2026-01-02.other.part-a-0.parquet");
    WrittenRows.requests(other, List.of(aRequest("other", "r").build()));
    Manifest.open(old, RUN).catchUp();
  }

  private void writeHandshake() throws IOException {
    HandshakeRow row = new HandshakeRow();
    row.put("run_id", RUN);
    row.put("lane_id", "s");
    row.put("at_epoch_ns", at(5));
    row.put("url", "http://h");
    row.put("host", "h");
    Path path = old.folder().resolve("handshakes/2026-01-02.run.part-a-0.parquet");
    Files.createDirectories(path.getParent());
    WrittenRows.rows(Dataset.HANDSHAKES, path, List.of(row));
  }

  private Compaction compaction() {
    return new Compaction(old, RUN, into, FILE_BYTES, ROW_GROUP_BYTES);
  }

  @Test
  void fewLargeFilesContainTheSameRowsInOrderOfTime() throws IOException {
    Compaction.Result result = compaction().run();

    Lake compacted = new Lake(into);
    assertThat(result.rows()).isEqualTo(ROWS + 1);
    assertThat(result.filesBefore()).isEqualTo(FILES + 1);
    assertThat(result.filesAfter()).isBetween(3, FILES / 2);
    assertThat(RowHash.of(compacted, Dataset.REQUESTS, RUN))
        .hasToString(RowHash.of(old, Dataset.REQUESTS, RUN).toString());
    List<Long> times = new ArrayList<>();
    compacted.forEach(Dataset.REQUESTS, RUN, row -> times.add(row.getEndedEpochNs()));
    assertThat(times).hasSize(ROWS).isSorted();
    assertThat(compacted.runs()).containsExactly(RUN);
    assertThat(Manifest.open(compacted, RUN).lines()).hasSize(result.filesAfter());
  }

  @Test
  void rowsOfAnOlderVersionGetTheColumnsThatFollowFromOthers() throws IOException, SQLException {
    for (Path file : old.files(Dataset.REQUESTS, RUN)) {
      List<RequestRow> rows = new ArrayList<>();
      try (ParquetRows<RequestRow> reader = new ParquetRows<>(Dataset.REQUESTS, file, Set.of())) {
        for (var row = reader.next(); row.isPresent(); row = reader.next()) {
          rows.add(row.get());
        }
      }
      Files.delete(file);
      WrittenRows.withoutDay(Dataset.REQUESTS, file, rows);
    }

    compaction().run();

    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FILTER (epoch_us(ended_time) = ended_epoch_ns // 1000 AND dt = ended_time::DATE) FROM '"
                    + into
                    + "/requests/*.parquet'")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getInt(1)).isEqualTo(ROWS);
    }
  }

  @Test
  void aFilterByTimeReadsFewRowGroups() throws IOException, SQLException {
    compaction().run();

    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      String groups =
          "SELECT count(*), count(*) FILTER (stats_min_value::BIGINT <= %1$d AND stats_max_value::BIGINT >= %1$d)"
              + " FROM parquet_metadata('%2$s/requests/*.parquet')"
              + " WHERE path_in_schema = 'ended_epoch_ns'";
      long middle = at(ROWS / 2 * STEP_MILLIS);
      try (ResultSet row = statement.executeQuery(groups.formatted(middle, into))) {
        assertThat(row.next()).isTrue();
        assertThat(row.getInt(1)).isGreaterThan(10);
        assertThat(row.getInt(2)).isEqualTo(1);
      }
      String sums =
          "SELECT count(*), sum(request_latency_ns), quantile_disc(ended_epoch_ns, 0.9) FROM '%s/requests/*.run.*.parquet'";
      try (ResultSet before = statement.executeQuery(sums.formatted(old.folder()))) {
        assertThat(before.next()).isTrue();
        long count = before.getLong(1);
        long sum = before.getLong(2);
        long p90 = before.getLong(3);
        try (ResultSet after = statement.executeQuery(sums.formatted(into))) {
          assertThat(after.next()).isTrue();
          assertThat(List.of(after.getLong(1), after.getLong(2), after.getLong(3)))
              .containsExactly(count, sum, p90);
        }
      }
    }
  }

  @Test
  void twoCompactionsGiveTheSameBytes() throws IOException {
    compaction().run();
    Path again = folder.resolve("again");
    new Compaction(old, RUN, again, FILE_BYTES, ROW_GROUP_BYTES).run();

    assertThat(Files.readString(again.resolve("manifest.jsonl")))
        .isEqualTo(Files.readString(into.resolve("manifest.jsonl")));
  }

  @Test
  void memoryIsBoundedEvenIfRowsAreFarOutOfOrder() throws IOException {
    List<Long> times = new ArrayList<>();

    new TimeOrder<>(Dataset.REQUESTS, 10)
        .forEach(
            old.files(Dataset.REQUESTS, RUN),
            row -> {
              times.add(row.getEndedEpochNs());
            });

    assertThat(times).hasSize(ROWS).doesNotHaveDuplicates();
  }

  @Test
  void whatAnInterruptedCompactionLeftIsHiddenAndDeletedByTheNextOne() throws IOException {
    Path draft = into.resolveSibling(".lake.draft");
    Path left = draft.resolve("requests/2026-01-02.run.part-00000.parquet");
    Files.createDirectories(left.getParent());
    Files.writeString(left, "half");

    compaction().run();

    try (Stream<Path> files = Files.list(into.getParent())) {
      assertThat(files).containsExactly(into);
    }
    assertThat(new Lake(into).count(Dataset.REQUESTS, RUN)).isEqualTo(ROWS);
  }

  @Test
  void aDamagedFileGivesNoNewLakeAndLeavesNoDraft() throws IOException {
    WrittenRows.damage(old.files(Dataset.REQUESTS, RUN).get(3), "plan_index");

    assertThatThrownBy(() -> compaction().run()).isInstanceOf(IOException.class);
    assertThat(into.getParent()).isEmptyDirectory();
  }

  @Test
  void aRunWithoutASummaryIsNotFinished() throws IOException {
    assertThat(compaction().isFinished()).isFalse();
  }
}
