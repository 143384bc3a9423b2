package io.longhaul.cli;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.report.figures.FakePipeline;
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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsCommandTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path lake;

  @BeforeEach
  void writeRuns() throws IOException {
    lake = folder.resolve("lake");
    pipeline("fast", "llama", 100).finished(at(4_000));
    pipeline("slow", "mistral", 300).finished(at(4_000));
    FakePipeline killed = pipeline("killed", "llama", 100);
    killed.crashedAfter(killed.slicesUpTo(at(4_000)).subList(0, 2));
  }

  private FakePipeline pipeline(String runId, String model, int latency) {
    FakePipeline pipeline =
        new FakePipeline(lake, runId)
            .configuredBy(
                """
                {"input_config": {"models": {"items": [{"name": "%s"}]},
                  "endpoint": {"urls": ["http://gpu-1:8000"]},
                  "phases": [{"name": "profiling", "kind": "profiling", "type": "concurrency",
                    "concurrency": 3, "duration": 4.0}]}}"""
                    .formatted(model));
    for (int i = 0; i < 10; i++) {
      int start = 300 * i;
      pipeline.with(aRequest(runId, runId + "-" + i, start, start + latency));
    }
    return pipeline;
  }

  @Test
  void theTableHasARowForEachRun() {
    assertThat(run("runs", lake.toString())).isEqualTo(ExitCode.DONE.status());

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(out.toString(UTF_8).lines())
        .anyMatch(line -> line.matches(" *Run +Start \\(UTC\\) +Duration +Status +Trusted .*"))
        .anyMatch(line -> line.matches(" *fast .* complete +no +llama +concurrency 3 +10 +0 .*"))
        .anyMatch(line -> line.matches(" *slow .* complete +no +mistral .*"))
        .anyMatch(line -> line.matches(" *killed .* in progress +- .*"))
        .contains("3 of 3 runs");
  }

  @Test
  void wordsFilterTheRunsAndAColumnSortsThem() {
    assertThat(namesOf("--filter", "COMPLETE concurrency", "--sort", "ttft_p99"))
        .containsExactly("slow", "fast");
    assertThat(namesOf("--filter", "COMPLETE", "--sort", "ttft_p99", "--reverse"))
        .containsExactly("fast", "slow");
    assertThat(namesOf("--sort", "run")).containsExactly("fast", "killed", "slow");
    assertThat(namesOf("--filter", "no such words")).isEmpty();
  }

  private List<String> namesOf(String... options) {
    List<String> words = new ArrayList<>(List.of("runs", lake.toString(), "--format", "csv"));
    words.addAll(List.of(options));
    out.reset();
    assertThat(run(words.toArray(String[]::new))).isEqualTo(ExitCode.DONE.status());
    return out.toString(UTF_8).lines().skip(1).map(line -> line.replaceFirst(",.*", "")).toList();
  }

  @Test
  void otherToolsReadTheIndex() throws IOException, SQLException {
    String select =
        "SELECT run_id, status, trusted::VARCHAR, requests::BIGINT, errors::BIGINT,"
            + " time_to_first_token_p99_ms > 0 FROM %s WHERE run_id = 'fast'";
    run("runs", lake.toString(), "--format", "csv");
    Path csv = Files.write(folder.resolve("runs.csv"), out.toByteArray());
    out.reset();
    run("runs", lake.toString(), "--format", "json");
    Path json = Files.write(folder.resolve("runs.json"), out.toByteArray());

    List<Object> expected = List.of("fast", "complete", "false", 10L, 0L, true);
    assertThat(row(select.formatted("read_csv('" + csv + "')"))).isEqualTo(expected);
    assertThat(
            row(
                select.formatted(
                    "(SELECT unnest(runs, recursive := true) FROM read_json('" + json + "'))")))
        .isEqualTo(expected);
  }

  private static List<Object> row(String query) throws SQLException {
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      List<Object> row = new ArrayList<>();
      for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
        row.add(rows.getObject(column));
      }
      return row;
    }
  }

  @Test
  void theFolderOfARunIsRefusedWithItsLake() throws IOException {
    Path ofRun = Files.createDirectories(folder.resolve("run"));
    Files.writeString(ofRun.resolve("run.json"), "{\"run_id\":\"fast\",\"lake\":\"" + lake + "\"}");

    assertThat(run("runs", ofRun.toString())).isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8))
        .startsWith(
            "Invalid LAKE: %s (it is the folder of a run: give its lake, %s)\n"
                .formatted(ofRun, lake));
  }

  private int run(String... words) {
    return new Longhaul(
            new Terminal(
                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false))
        .run(List.of(words));
  }
}
