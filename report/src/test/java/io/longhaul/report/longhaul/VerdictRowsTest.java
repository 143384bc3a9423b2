package io.longhaul.report.longhaul;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.metrics.stability.Growth;
import io.longhaul.metrics.stability.GrowthState;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.GaugeGrowth;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.RunStability;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the verdicts of a run with DuckDB. */
class VerdictRowsTest {
  private static final int SECONDS = 200;

  /** A run whose latency rises in the middle. */
  private static RunReport risen;

  private static RunStability stability;

  @TempDir Path folder;

  @BeforeAll
  static void analyzeRun(@TempDir Path ofRun) throws IOException {
    risen = aRun(ofRun, SECONDS, SECONDS / 2);
    stability = RunStability.of(risen);
  }

  @Test
  void aShiftIsARowThatNamesItsSlice() throws IOException, SQLException {
    VerdictRows.write(verdicts(), risen, stability, List.of());

    assertThat(
            query(
                "select run_id, kind, unit, verdict, mean > 100, slope_low <= slope_per_hour,"
                    + " shifts[1].slice_index, round(shifts[1]['from'], -1),"
                    + " round(shifts[1]['to'], -1), len(shifts)"
                    + " from verdicts where name = 'request_latency' and statistic = 'p50'"))
        .isEqualTo("run figure ms SHIFT true true 100 100.0 150.0 1");
    assertThat(query("select verdict, shifts from verdicts where name = 'request_throughput'"))
        .isEqualTo("STEADY []");
  }

  @Test
  void aGaugeIsARowWithItsLevels() throws IOException, SQLException {
    Growth growth = new Growth(GrowthState.BOUNDED, 180, 4, 5.5, Optional.empty());
    VerdictRows.write(
        verdicts(), risen, stability, List.of(new GaugeGrowth("memory of GPU 0", "GiB", growth)));

    assertThat(
            query(
                "select name, verdict, slices, mean, slope_per_hour, lowest_at_start,"
                    + " lowest_at_end from verdicts where kind = 'gauge'"))
        .isEqualTo("memory of GPU 0 BOUNDED 180 null null 4.0 5.5");
  }

  @Test
  void aRunThatIsTooShortHasAFileWithoutRows() throws IOException, SQLException {
    RunReport report = aRun(folder, 10, 10);
    VerdictRows.write(verdicts(), report, RunStability.of(report), List.of());

    assertThat(query("select count(*) from verdicts")).isEqualTo("0");
  }

  private Path verdicts() {
    return folder.resolve("verdicts.parquet");
  }

  private static RunReport aRun(Path folder, int seconds, int rises) throws IOException {
    Random random = new Random(4);
    FakePipeline pipeline = new FakePipeline(folder.resolve("lake"), "run");
    for (int second = 0; second < seconds; second++) {
      for (int i = 0; i < 2; i++) {
        long started = second * 1000L + 100 + 200L * i;
        long latency =
            Math.round((second < rises ? 100 : 150) * (1 + 0.05 * random.nextGaussian()));
        pipeline.with(aRequest("run", "r" + second + "-" + i, started, started + latency));
      }
    }
    Lake lake = pipeline.finished(at(seconds * 1000L));
    return RunReport.read(lake, "run");
  }

  /** Returns the values of the only row. */
  private String query(String sql) throws SQLException {
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet rows =
            statement.executeQuery(sql.replace("from verdicts", "from '" + verdicts() + "'"))) {
      assertThat(rows.next()).as(sql).isTrue();
      StringBuilder values = new StringBuilder();
      for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
        values.append(column == 1 ? "" : " ").append(rows.getObject(column));
      }
      assertThat(rows.next()).as("another row of " + sql).isFalse();
      return values.toString();
    }
  }
}
