package io.longhaul.report;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.report.figures.FakePipeline;
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
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Percentiles of many slices from their sketches, by the recipe of {@code docs/lake.md} and by
 * {@code docs/examples/sketches.py}, compared with exact ones from the requests.
 */
class SketchesTest {
  private static final String ROOT = System.getProperty("longhaul.root");

  /** The error that the page states. */
  private static final double ERROR = 0.0005;

  /** The start of the second hour of the run, which begins at 03:04:05. */
  private static final long HOUR_MS = 3_355_000;

  private static final long ACTIVE_MS = 12_000;
  private static final int REQUESTS_PER_HOUR = 150;

  @TempDir Path folder;

  /** Percentiles of an hour in nanoseconds. */
  private record Hour(long values, List<Double> percentiles) {}

  @BeforeEach
  void writeALakeOfTwoHours() throws IOException {
    Random random = new Random(7);
    FakePipeline run = new FakePipeline(folder.resolve("lake"), "run");
    for (int i = 0; i < 2 * REQUESTS_PER_HOUR; i++) {
      long start = i % 2 * HOUR_MS + random.nextLong(ACTIVE_MS);
      long latency = Math.round(Math.exp(6 + random.nextGaussian()));
      run.with(aRequest("run", "r" + i, start, start + latency));
    }
    run.crashedAfter(
        run.slicesUpTo(at(HOUR_MS + 2 * ACTIVE_MS)).stream()
            .filter(slice -> slice.getRequestsEnded() > 0)
            .toList());
  }

  @Test
  void theRecipeFindsTheExactPercentilesWithinTheStatedError() throws IOException, SQLException {
    Matcher recipe =
        Pattern.compile("without reading the requests\\?.*?```sql\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of(ROOT, "docs/lake.md")));
    assertThat(recipe.find()).isTrue();

    List<Hour> found = query(recipe.group(1), 2, 1e6);

    double rounding = 0.05e6;
    assertThatTheyMatch(found, exact(0.5, 0.99), rounding);
  }

  @Test
  @EnabledIfSystemProperty(
      named = "longhaul.python",
      matches = ".+",
      disabledReason = "no Python with pandas and PySpark")
  void pandasAndSparkFindTheExactPercentilesWithinTheStatedError() throws Exception {
    List<Hour> exact = exact(0.5, 0.9, 0.99, 0.999);

    double rounding = 0.05;
    assertThatTheyMatch(printedBySketches(), exact, rounding);
    assertThatTheyMatch(printedBySketches("--spark"), exact, rounding);
  }

  private static void assertThatTheyMatch(List<Hour> found, List<Hour> exact, double rounding) {
    assertThat(exact).hasSize(2);
    assertThat(found).extracting(Hour::values).isEqualTo(exact.stream().map(Hour::values).toList());
    for (int hour = 0; hour < exact.size(); hour++) {
      List<Double> expected = exact.get(hour).percentiles();
      for (int i = 0; i < expected.size(); i++) {
        assertThat(found.get(hour).percentiles().get(i))
            .isCloseTo(expected.get(i), within(ERROR * expected.get(i) + rounding));
      }
    }
  }

  /** Computes percentiles by rank from the requests of the slices of each hour. */
  private List<Hour> exact(double... quantiles) throws SQLException {
    StringBuilder percentiles = new StringBuilder();
    for (double quantile : quantiles) {
      percentiles.append(", quantile_disc(time_to_first_token_ns, %s)".formatted(quantile));
    }
    return query(
        """
        SELECT time_bucket(INTERVAL 1 HOUR, start_time) AS hour, count(time_to_first_token_ns)%s
        FROM 'lake/requests/*.parquet' JOIN
             (SELECT run_id, slice_index, start_time FROM 'lake/slices/*.parquet' WHERE label_set = '')
             USING (run_id, slice_index)
        WHERE phase = 'profiling'
        GROUP BY hour ORDER BY hour
        """
            .formatted(percentiles),
        quantiles.length,
        1);
  }

  /**
   * Runs a query whose rows are hours.
   *
   * @param unit nanoseconds in the unit of the percentiles
   */
  private List<Hour> query(String sql, int percentiles, double unit) throws SQLException {
    List<Hour> hours = new ArrayList<>();
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet rows =
            statement.executeQuery(
                sql.replace("'lake/", "'" + folder.resolve("lake").toString() + "/"))) {
      while (rows.next()) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < percentiles; i++) {
          values.add(unit * rows.getDouble(3 + i));
        }
        hours.add(new Hour(rows.getLong(2), values));
      }
    }
    return hours;
  }

  private List<Hour> printedBySketches(String... options) throws Exception {
    Path output = folder.resolve("output.txt");
    String[] words =
        Stream.concat(Stream.of(folder.resolve("lake").toString()), Stream.of(options))
            .toArray(String[]::new);
    Process python =
        PythonExample.of("sketches.py", words)
            .redirectError(folder.resolve("errors.txt").toFile())
            .redirectOutput(output.toFile())
            .start();
    assertThat(python.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(python.exitValue()).as(Files.readString(folder.resolve("errors.txt"))).isZero();
    return Files.readAllLines(output).stream().skip(1).map(SketchesTest::hour).toList();
  }

  /** Reads a line such as {@code 2026-01-02 03:00 150 …}. */
  private static Hour hour(String line) {
    List<String> words = List.of(line.replace(",", "").strip().split(" +", -1));
    return new Hour(
        Long.parseLong(words.get(2)),
        words.subList(3, words.size()).stream().map(Double::valueOf).toList());
  }
}
