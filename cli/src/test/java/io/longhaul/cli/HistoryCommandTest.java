package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.control.ExitCode;
import io.longhaul.sinks.Rows;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void everyProblemIsReportedBeforeAnythingIsRead() {
    String missing = folder.resolve("missing").toString();

    assertThat(run("history", missing, "--metric", "ttft.p98", "--min-effect", "-1"))
        .isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "Invalid --min-effect: -1 (a number from 0 to 100)",
            "Invalid --metric: ttft.p98 (time_to_first_token with one of its statistics: avg, p1,"
                + " p5, p10, p25, p50, p75, p90, p95, p99, min, max, std, count, sum)",
            "Invalid FOLDER: "
                + missing
                + " (a lake, or the folder of a run of Longhaul, with its lake)",
            "Nothing was started; see longhaul history --help");
  }

  @Test
  void runsWithoutASummaryAreListedButNotCounted() throws IOException {
    Path lake = lake();

    assertThat(run("history", lake.toString(), "--metric", "request_latency.p50")).isZero();
    assertThat(out.toString(UTF_8))
        .startsWith("Request Latency p50 (ms), 2 runs\n")
        .contains("in progress or killed", "Too few runs to find a change of the level: 10");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void jsonNamesTheRunsInOrder() throws IOException {
    run("history", lake().toString(), "--metric", "request_latency.p50", "--format", "json");

    JsonNode json = new ObjectMapper().readTree(out.toByteArray());
    assertThat(json.path("figure").asText()).isEqualTo("request_latency.p50");
    assertThat(json.at("/series/0/runs").findValuesAsText("name")).containsExactly("r1", "r2");
  }

  @Test
  void aModelThatNoRunHasIsRefused() throws IOException {
    int status =
        run(
            "history",
            lake().toString(),
            "--metric",
            "goodput",
            "--model",
            "m",
            "--format",
            "html");

    assertThat(status).isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8))
        .startsWith("Invalid --model: m (the runs do not name their models)\n");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  private Path lake() throws IOException {
    Path lake = folder.resolve("lake");
    for (String run : List.of("r1", "r2")) {
      Path file = lake.resolve("requests/2026-01-02." + run + ".part-a-0.parquet");
      Files.createDirectories(file.getParent());
      WrittenRows.requests(file, List.of(Rows.aRequest(run, "id").build()));
    }
    return lake;
  }

  private int run(String... words) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
    return new Longhaul(terminal).run(List.of(words));
  }
}
