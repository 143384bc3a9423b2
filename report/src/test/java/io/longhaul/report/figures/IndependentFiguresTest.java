package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.RUN_START_EPOCH_NS;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.MetricUnit;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.metrics.stats.DistributionSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A seeded run of 2,000 requests, also computed by a script in DuckDB: {@code
 * independent-figures.sql} reads times, chunks, counts and outcomes, but no column with a figure.
 * Every figure agrees to 10^-9 of its value or half a stored unit.
 */
class IndependentFiguresTest {
  private static final String RUN = "run";
  private static final int REQUESTS = 2_000;
  private static final long RUN_MILLIS = 20_000;
  private static final String SLOS = "request_latency:250 output_token_throughput_per_user:150";

  @TempDir static Path folder;
  private static RunReport report;
  private static Connection duckdb;

  @BeforeAll
  static void computeWithBoth() throws IOException, SQLException {
    SeededRequests seeded = new SeededRequests(7, SloSet.parse(SLOS));
    FakePipeline pipeline = new FakePipeline(folder, RUN);
    for (int i = 0; i < REQUESTS; i++) {
      pipeline.with(seeded.next(RUN, i, (RUN_MILLIS - 1_500) * i / REQUESTS));
    }
    report = RunReport.read(pipeline.finished(at(RUN_MILLIS)), RUN);

    duckdb = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement script = duckdb.createStatement()) {
      script.execute(
          text("independent-figures.sql")
              .replace(":requests", "'" + folder + "/requests/*.parquet'")
              .replace(":window_start", Long.toString(RUN_START_EPOCH_NS))
              .replace(":window_end", Long.toString(at(RUN_MILLIS))));
    }
  }

  @AfterAll
  static void close() throws SQLException {
    duckdb.close();
  }

  @Test
  void statisticsOfRequests() throws SQLException {
    Set<Metric> compared = EnumSet.noneOf(Metric.class);
    try (Statement statement = duckdb.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM statistics")) {
      while (row.next()) {
        Metric metric = metric(row.getString("tag"));
        assertSummary(metric, row);
        compared.add(metric);
      }
    }
    assertThat(compared)
        .isEqualTo(metricsOf(Metric.Kind.RECORD, Metric.Kind.LIST, Metric.Kind.NETWORK));
  }

  /** Returns the metrics of these kinds that have statistics. */
  private static Set<Metric> metricsOf(Metric.Kind... kinds) {
    Set<Metric> metrics = EnumSet.copyOf(report.statistics().distributions().keySet());
    metrics.removeIf(metric -> !Set.of(kinds).contains(metric.kind()));
    return metrics;
  }

  private static void assertSummary(Metric metric, ResultSet row) throws SQLException {
    DistributionSummary ours = report.statistics().distributions().get(metric);
    assertThat(ours).as(metric.tag()).isNotNull();
    assertThat(ours.count()).as(metric.tag()).isEqualTo(row.getLong("n"));
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("avg", ours.avg());
    figures.put("min", ours.min());
    figures.put("max", ours.max());
    figures.put("std", ours.std());
    figures.put("p1", ours.p1());
    figures.put("p5", ours.p5());
    figures.put("p10", ours.p10());
    figures.put("p25", ours.p25());
    figures.put("p50", ours.p50());
    figures.put("p75", ours.p75());
    figures.put("p90", ours.p90());
    figures.put("p95", ours.p95());
    figures.put("p99", ours.p99());
    figures.put("p99_9", ours.p999());
    for (Map.Entry<String, Double> figure : figures.entrySet()) {
      double theirs = row.getDouble(figure.getKey());
      assertThat(figure.getValue())
          .as("%s of %s", figure.getKey(), metric.tag())
          .isCloseTo(theirs, agreement(metric, theirs));
    }
    assertThat(ours.sum())
        .as("sum of %s", metric.tag())
        .isCloseTo(
            row.getDouble("sum"),
            within(ours.count() * 0.5 / metric.unit().storedPerDisplay() + 1e-9 * ours.sum()));
  }

  @Test
  void countsTotalsAndRates() throws SQLException {
    Set<Metric> compared = EnumSet.noneOf(Metric.class);
    try (Statement statement = duckdb.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM totals")) {
      while (row.next()) {
        Metric metric = metric(row.getString("tag"));
        double theirs = row.getDouble("value");
        assertThat(report.statistics().values().get(metric))
            .as(metric.tag())
            .isCloseTo(theirs, agreement(metric, theirs));
        compared.add(metric);
      }
    }
    // Rows do not contain the window in which each token arrived.
    compared.add(Metric.ARRIVED_OUTPUT_TOKENS);
    compared.add(Metric.ARRIVED_TOKEN_THROUGHPUT);
    assertThat(compared).isEqualTo(report.statistics().values().keySet());
  }

  @Test
  void timeWeightedStatistics() throws SQLException {
    Set<Metric> compared = EnumSet.noneOf(Metric.class);
    try (Statement statement = duckdb.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM sweeps")) {
      while (row.next()) {
        Metric metric = metric(row.getString("tag"));
        DistributionSummary ours = report.statistics().distributions().get(metric);
        assertSweep(metric, "avg", ours.avg(), row);
        assertSweep(metric, "min", ours.min(), row);
        assertSweep(metric, "max", ours.max(), row);
        assertSweep(metric, "std", ours.std(), row);
        assertSweep(metric, "p50", ours.p50(), row);
        assertSweep(metric, "p90", ours.p90(), row);
        assertSweep(metric, "p95", ours.p95(), row);
        assertSweep(metric, "p99", ours.p99(), row);
        compared.add(metric);
      }
    }
    assertThat(compared).isEqualTo(metricsOf(Metric.Kind.SWEEP)).hasSize(14);
  }

  /** Each of some fifty rates that add up is rounded to 10^-6 by itself. */
  private static void assertSweep(Metric metric, String statistic, double ours, ResultSet row)
      throws SQLException {
    double theirs = row.getDouble(statistic);
    assertThat(ours)
        .as("%s of %s", statistic, metric.tag())
        .isCloseTo(theirs, within(1e-4 + 1e-9 * Math.abs(theirs)));
  }

  @Test
  void errorAdjustedTwins() throws SQLException {
    int compared = 0;
    try (Statement statement = duckdb.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM adjusted")) {
      while (row.next()) {
        Metric metric = metric(row.getString("tag"));
        DistributionSummary ours = report.statistics().distributions().get(metric);
        assertThat(ours.count()).isEqualTo(row.getLong("n"));
        assertThat(ours.p50())
            .as(metric.tag())
            .isCloseTo(row.getDouble("p50"), agreement(metric, ours.p50()));
        assertThat(ours.p90())
            .as(metric.tag())
            .isCloseTo(row.getDouble("p90"), agreement(metric, ours.p90()));
        assertThat(ours.p99()).as(metric.tag()).isInfinite();
        compared++;
      }
    }
    assertThat(compared).isEqualTo(metricsOf(Metric.Kind.ADJUSTED).size()).isEqualTo(4);
  }

  private static Offset<Double> agreement(Metric metric, double value) {
    MetricUnit unit = metric.unit();
    return within(Math.max(0.5000001 / unit.storedPerDisplay(), 1e-9 * Math.abs(value)));
  }

  private static Metric metric(String tag) {
    return Metric.ofTag(tag).orElseThrow(() -> new AssertionError("No such metric: " + tag));
  }

  private static String text(String resource) throws IOException {
    try (var in = IndependentFiguresTest.class.getResourceAsStream("/" + resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
