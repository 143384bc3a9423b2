package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.embedded.EmbeddedFlink;
import io.longhaul.cli.embedded.EmbeddedJob;
import io.longhaul.export.RejectedRow;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.pipeline.types.AvroRowTypeInfo;
import io.longhaul.report.PythonExample;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetRows;
import io.longhaul.sinks.parquet.ParquetSinks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Interleaved rows of several runs and days, and the files that contain them. */
@TestInstance(Lifecycle.PER_CLASS)
class LakeFilesIT {
  /** Run IDs that tools could parse as numbers or dates, and rows without a run. */
  private static final List<String> RUNS = List.of("42", "007", "1e5", "2026-01-01", "soak", "");

  private static final int ROUNDS = 500;
  private static final long ROWS = (long) RUNS.size() * ROUNDS;
  private static final long LAST_MOMENT = Instant.parse("2026-01-02T23:59:59Z").toEpochMilli();
  private static final Duration DEADLINE = Duration.ofSeconds(90);

  private Lake lake;

  @BeforeAll
  void writeRows(@TempDir Path folder) throws Exception {
    lake = new Lake(folder.resolve("lake"));
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(
            JobConfiguration.of(
                JobConfiguration.uriOf(folder.resolve("checkpoints")), Duration.ofMillis(200), 1));
    environment
        .fromData(rows(), new AvroRowTypeInfo<>(RejectedRow.class))
        .uid("rows")
        .setParallelism(1)
        .rebalance()
        .sinkTo(new ParquetSinks(lake.folder()).sink(Dataset.REJECTED))
        .uid("files")
        .setParallelism(2);
    try (EmbeddedFlink flink = EmbeddedFlink.start(folder, 2)) {
      EmbeddedJob job = flink.submit(environment);
      long deadline = System.nanoTime() + DEADLINE.toNanos();
      while (rowsInFooters() < ROWS) {
        assertThat(System.nanoTime())
            .as("%d rows, job: %s", rowsInFooters(), job.ended().getNow("still runs"))
            .isLessThan(deadline);
        TimeUnit.MILLISECONDS.sleep(50);
      }
      assertThat(job.ended().get()).isEmpty();
    }
  }

  private static List<RejectedRow> rows() {
    List<RejectedRow> rows = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (String run : RUNS) {
        rows.add(
            RejectedRow.newBuilder()
                .setRunId(run)
                .setTopic("longhaul.timing")
                .setPartition(0)
                .setOffset(rows.size())
                .setAppendEpochMs(LAST_MOMENT + 500L * (round % 4))
                .setReason("a test")
                .setLaneId("")
                .setKind("")
                .setSeq(0)
                .setKey(ByteBuffer.allocate(0))
                .setPayload(ByteBuffer.allocate(0))
                .build());
      }
    }
    return rows;
  }

  private long rowsInFooters() throws IOException {
    long rows = 0;
    for (Path file : lake.files(Dataset.REJECTED)) {
      rows += ParquetRows.count(file);
    }
    return rows;
  }

  @Test
  void everyFileContainsOneRunAndOneDay() throws Exception {
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
      for (Path file : lake.files(Dataset.REJECTED)) {
        Map<String, Long> runs =
            counts(
                duckdb,
                "SELECT dt::varchar || (CASE run_id WHEN '' THEN '' ELSE '.' || run_id END),"
                    + " count(*) FROM '"
                    + file
                    + "'");
        assertThat(runs).hasSize(1);
        String dayAndRun = runs.keySet().iterator().next();

        assertThat(file.getFileName().toString()).startsWith(dayAndRun + ".part-");
      }
    }
  }

  @Test
  void theDatasetIsOneFolderWithoutFolders() throws IOException {
    try (Stream<Path> files = Files.list(lake.folder().resolve("rejected"))) {
      assertThat(files).isNotEmpty().allMatch(Files::isRegularFile);
    }
  }

  @Test
  void duckDbReadsEveryRowOnceAndTheRunIds() throws SQLException {
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
      String all = "'" + lake.folder() + "/rejected/*.parquet'";

      assertThat(counts(duckdb, "SELECT run_id, count(DISTINCT \"offset\") FROM " + all))
          .containsOnlyKeys(RUNS)
          .allSatisfy((run, rows) -> assertThat(rows).isEqualTo((long) ROUNDS));
      assertThat(counts(duckdb, "SELECT dt::varchar, count(*) FROM " + all))
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "2026-01-02", ROWS / 2,
                  "2026-01-03", ROWS / 2));
    }
  }

  @Test
  void lakeReadsTheRowsOfEachRun() throws IOException {
    assertThat(lake.runs()).containsExactly("007", "1e5", "2026-01-01", "42", "soak");
    for (String run : lake.runs()) {
      assertThat(lake.rows(Dataset.REJECTED, run))
          .hasSize(ROUNDS)
          .allMatch(row -> row.getRunId().equals(run));
    }
  }

  @Test
  @EnabledIfSystemProperty(
      named = "longhaul.python",
      matches = ".+",
      disabledReason = "no Python with the libraries of docs/examples/read_lake.py")
  void pythonsReadersFindTheSameRows(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("output.txt");
    Process reader =
        PythonExample.of("read_lake.py", lake.folder().toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(reader.waitFor(5, TimeUnit.MINUTES)).isTrue();

    assertThat(Files.readString(output))
        .contains(
            "DuckDB     3,000 rows of 1 datasets\n",
            "pandas     3,000 rows of 1 datasets\n",
            "PyArrow    3,000 rows of 1 datasets\n",
            "Polars     3,000 rows of 1 datasets\n",
            "Delta      3,000 rows of 1 datasets\n",
            "PyIceberg  3,000 rows of 1 datasets\n",
            "Spark      3,000 rows of 1 datasets\n");
    assertThat(reader.exitValue()).isZero();
  }

  private static Map<String, Long> counts(Connection duckdb, String query) throws SQLException {
    Map<String, Long> counts = new TreeMap<>();
    try (Statement statement = duckdb.createStatement();
        ResultSet rows = statement.executeQuery(query + " GROUP BY 1")) {
      while (rows.next()) {
        counts.put(rows.getString(1), rows.getLong(2));
      }
    }
    return counts;
  }
}
