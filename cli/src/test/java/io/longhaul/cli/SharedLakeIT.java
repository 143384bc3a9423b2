package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs of one machine that write to one lake at the same time, and a third that is killed. */
class SharedLakeIT {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void runsOfOneLakeAreWholeWhateverHappensToTheOthers() throws Exception {
    Lake lake = new Lake(folder.resolve("lake"));
    MockServerOptions server =
        MockServerOptions.builder()
            .timeToFirstToken("20ms")
            .interTokenLatency("2ms")
            .outputTokens("8")
            .build();
    try (MockServer mock = MockServer.start(server);
        RunningProfile killed = start("killed", mock, 600);
        RunningProfile first = start("first", mock, 20);
        RunningProfile second = start("second", mock, 20)) {
      killed.await(() -> holdsRows(lake, "killed"));
      killed.kill();
      while (first.isRunning() || second.isRunning()) {
        requestsByRun(lake);
        first.awaitEnd(Duration.ofSeconds(1));
        second.awaitEnd(Duration.ofSeconds(1));
      }
      assertThat(first.exitStatus()).as(first.err()).isZero();
      assertThat(second.exitStatus()).as(second.err()).isZero();
    }

    assertThat(lake.runs()).containsExactly("first", "killed", "second");
    for (String run : List.of("first", "second")) {
      assertThat(longhaul("verify", artifacts(run))).as(out.toString(UTF_8)).isZero();
      assertThat(folder.resolve(run).resolve("lake")).doesNotExist();
      assertThat(requestsByRun(lake).get(run))
          .isEqualTo(lake.count(Dataset.REQUESTS, run))
          .isGreaterThan(50);
    }
    assertThat(longhaul("runs", lake.folder().toString())).isZero();
    assertThat(out.toString(UTF_8).lines())
        .anyMatch(line -> line.matches(" *killed .* abandoned .*"))
        .anyMatch(line -> line.matches(" *first .* complete .*"));

    assertThat(longhaul("resume", "--no-load", artifacts("killed"))).isEqualTo(5);
    assertThat(longhaul("verify", artifacts("killed"))).isEqualTo(5);
    assertThat(out.toString(UTF_8)).doesNotContain("wrong");
    assertThat(longhaul("verify", artifacts("first"))).as(out.toString(UTF_8)).isZero();
  }

  private static boolean holdsRows(Lake lake, String run) {
    try {
      return lake.count(Dataset.SLICES, run) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  private RunningProfile start(String run, MockServer mock, int seconds) throws IOException {
    return RunningProfile.start(
        Files.createDirectories(folder.resolve("output-" + run)),
        List.of(
            "profile",
            "--model",
            "mock-model",
            "--tokenizer",
            "builtin",
            "--url",
            "http://127.0.0.1:" + mock.llmPort(),
            "--no-gpu-telemetry",
            "--streaming",
            "--isl",
            "16",
            "--request-rate",
            "5",
            "--benchmark-duration",
            Integer.toString(seconds),
            "--slice-duration",
            "1",
            "--rehearsal-requests",
            "20",
            "--run-id",
            run,
            "--artifact-dir",
            artifacts(run),
            "--lake",
            folder.resolve("lake").toString()));
  }

  private String artifacts(String run) {
    return folder.resolve(run).toString();
  }

  /** Counts the requests with DuckDB, each of which must be there once. */
  private static Map<String, Long> requestsByRun(Lake lake) throws SQLException, IOException {
    Map<String, Long> requests = new TreeMap<>();
    if (lake.files(Dataset.REQUESTS).isEmpty()) {
      return requests;
    }
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT run_id, count(*), count(DISTINCT request_id) FROM '%s/requests/*.parquet' GROUP BY run_id"
                    .formatted(lake.folder()))) {
      while (rows.next()) {
        assertThat(rows.getLong(2)).isEqualTo(rows.getLong(3));
        requests.put(rows.getString(1), rows.getLong(2));
      }
    }
    return requests;
  }

  private int longhaul(String... words) {
    out.reset();
    PrintStream printed = new PrintStream(out, true, UTF_8);
    return new Longhaul(new Terminal(printed, printed, false, false)).run(List.of(words));
  }
}
