package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same figures from the same files by a tool that we did not write: DuckDB. */
class AnotherToolsFiguresTest {
  private static final String RUN = "run";
  private static final double RELATIVE = 1e-12;

  @TempDir Path folder;
  private RunReport report;

  @BeforeEach
  void aRunOfManyRequests() throws IOException {
    Random random = new Random(1);
    FakePipeline pipeline = new FakePipeline(folder, RUN);
    for (int i = 0; i < 1000; i++) {
      long start = random.nextInt(20_000);
      long length = 2 + (long) Math.min(9_000, Math.exp(4 + 2 * random.nextGaussian()));
      boolean fails = random.nextInt(20) == 0;
      pipeline.with(
          fails
              ? anError(RUN, "e" + i, start, start + 1)
              : uneven(aRequest(RUN, "r" + i, start, start + length), random));
    }
    Lake lake = pipeline.finished(at(30_000));
    report = RunReport.read(lake, RUN);
  }

  private static RequestRow.Builder uneven(RequestRow.Builder request, Random random) {
    long latency = request.getRequestLatencyNs() + random.nextInt(1_000_000);
    long first = 1 + (long) (random.nextDouble() * (latency - 1));
    return request
        .setRequestLatencyNs(latency)
        .setTimeToFirstTokenNs(first)
        .setInterTokenLatencyPs((latency - first) * 1000)
        .setChunkAfterStartNs(List.of(first, first + (latency - first) / 3, latency))
        .setOutputSequenceLength(1 + random.nextInt(300));
  }

  @Test
  void statisticsOfStoredColumns() throws SQLException {
    assertSame(Metric.REQUEST_LATENCY, "request_latency_ns / 1e6");
    assertSame(Metric.TIME_TO_FIRST_TOKEN, "time_to_first_token_ns / 1e6");
    assertSame(Metric.INTER_TOKEN_LATENCY, "inter_token_latency_ps / 1e9");
    assertSame(Metric.OUTPUT_SEQUENCE_LENGTH, "output_sequence_length");
  }

  @Test
  void statisticsOfDerivedMetrics() throws SQLException {
    assertSame(Metric.DECODE_DURATION, "(request_latency_ns - time_to_first_token_ns) / 1e6");
  }

  @Test
  void statisticsOfGapsInLists() throws SQLException {
    assertSame(
        Metric.INTER_CHUNK_LATENCY,
        "unnest(list_transform(generate_series(2, len(chunk_after_start_ns)),"
            + " i -> chunk_after_start_ns[i] - chunk_after_start_ns[i - 1])) / 1e6");
  }

  @Test
  void figuresOfSlicesAndTotals() throws SQLException {
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT sum(valid_requests), sum(output_tokens_completed),"
                    + " (SELECT totals.valid_requests FROM '%1$s/runs/*.parquet')".formatted(folder)
                    + " FROM '%s/slices/*.parquet'".formatted(folder))) {
      assertThat(row.next()).isTrue();
      assertThat(report.statistics().values())
          .containsEntry(Metric.REQUEST_COUNT, row.getDouble(1))
          .containsEntry(Metric.TOTAL_OSL, row.getDouble(2));
      assertThat(row.getLong(3)).isEqualTo(row.getLong(1));
    }
  }

  private void assertSame(Metric metric, String expression) throws SQLException {
    DistributionSummary ours = report.statistics().distributions().get(metric);
    String query =
        "SELECT count(v), avg(v), min(v), max(v), stddev_pop(v), quantile_cont(v, 0.01),"
            + " quantile_cont(v, 0.25), quantile_cont(v, 0.5), quantile_cont(v, 0.9),"
            + " quantile_cont(v, 0.99), quantile_cont(v, 0.999) FROM (SELECT "
            + expression
            + " AS v FROM '"
            + folder
            + "/requests/*.parquet' WHERE outcome = 'ok') WHERE v IS NOT NULL";
    double[] values = {
      ours.count(),
      ours.avg(),
      ours.min(),
      ours.max(),
      ours.std(),
      ours.p1(),
      ours.p25(),
      ours.p50(),
      ours.p90(),
      ours.p99(),
      ours.p999()
    };
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      for (int i = 0; i < values.length; i++) {
        double theirs = row.getDouble(i + 1);
        assertThat(values[i])
            .as("%s, column %d", metric, i + 1)
            .isCloseTo(theirs, within(RELATIVE * Math.max(1, Math.abs(theirs))));
      }
      assertThat(ours.count()).isGreaterThan(900);
    }
  }
}
