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
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares folders in AIPerf's format, which a test can write without a run. */
class CompareCommandTest {
  private static final int REQUESTS = 2_000;
  private static final long START = 1_795_270_000_000_000_000L;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;
  private String before;
  private String after;

  @BeforeEach
  void writeRuns() throws IOException {
    before = writeRun("before", 1, 80);
    after = writeRun("after", 2, 100);
  }

  @Test
  void aTableNamesTheDifferenceAndFitsIntoAHundredColumns() {
    assertThat(run("compare", before, after)).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8).lines())
        .anyMatch(line -> line.startsWith("  Time to First Token p50") && line.endsWith("A better"))
        .anyMatch(line -> line.startsWith("  Request Throughput") && line.endsWith("no difference"))
        .allMatch(line -> line.length() <= 100 || line.contains(folder.toString()));
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void severalRunsAreEachComparedWithTheFirst() {
    assertThat(run("compare", before, after, before)).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).contains("B compared with A", "C compared with A");
  }

  @Test
  void aRunThatIsWorseThanAllowedFails() {
    int status =
        run(
            "compare",
            before,
            after,
            "--fail-if-worse",
            "ttft.p50>5%",
            "--fail-if-worse",
            "rps>5%");

    assertThat(status).isEqualTo(ExitCode.THRESHOLD_MISSED.status());
    assertThat(err.toString(UTF_8))
        .startsWith("Fail condition true: time_to_first_token.p50>5% (B is 2")
        .hasLineCount(1);
  }

  @Test
  void aRunThatIsNotWorseThanAllowedPasses() {
    assertThat(run("compare", before, after, "--fail-if-worse", "ttft.p50>40%"))
        .isEqualTo(ExitCode.DONE.status());
    assertThat(run("compare", after, before, "--fail-if-worse", "ttft.p50>5%"))
        .isEqualTo(ExitCode.DONE.status());
  }

  @Test
  void jsonContainsFiguresAndConditions() throws IOException {
    run("compare", before, after, "--format", "json", "--fail-if-worse", "ttft.avg>5%");

    JsonNode json = new ObjectMapper().readTree(out.toByteArray());
    JsonNode average = json.at("/comparisons/0/figures/0");
    assertThat(average.path("figure").asText()).isEqualTo("time_to_first_token.avg");
    assertThat(average.path("verdict").asText()).isEqualTo("baseline_better");
    assertThat(average.path("difference_percent").asDouble()).isBetween(20.0, 30.0);
    assertThat(json.at("/fail_if_worse/0/missed").asBoolean()).isTrue();
    assertThat(json.at("/runs/1/name").asText()).isEqualTo(after);
  }

  @Test
  void markdownHasATable() {
    run("compare", before, after, "--format", "markdown");

    assertThat(out.toString(UTF_8))
        .contains("| Figure | A | B | Difference | Margin | Verdict |\n| --- | ---: |")
        .contains("| A better |");
  }

  @Test
  void aPageNeedsAFile() {
    Terminal screen =
        new Terminal(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, true);

    int status = new Longhaul(screen).run(List.of("compare", before, after, "--format", "html"));

    assertThat(status).isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8))
        .startsWith("Invalid --format: html (with a file for the page: > page.html)\n");
  }

  @Test
  void htmlIsOnePageWithTheVerdicts() {
    assertThat(run("compare", before, after, "--format", "html")).isZero();

    assertThat(out.toString(UTF_8))
        .startsWith("<!doctype html>")
        .contains("B compared with A: 2 figures are worse", "\"id\":\"time_to_first_token-p99\"")
        .endsWith("</html>\n");
  }

  @Test
  void everyProblemIsReportedBeforeAnythingIsRead() throws IOException {
    String empty = Files.createDirectory(folder.resolve("empty")).toString();
    int status =
        run(
            "compare",
            empty,
            "--min-effect",
            "-1",
            "--fail-if-worse",
            "ttft.p50>5",
            "--fail-if-worse",
            "itl.p98>5%",
            "--format",
            "x");

    assertThat(status).isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "Invalid --min-effect: -1 (a number from 0 to 100)",
            "Invalid --format: x (table, markdown, json or html)",
            "Invalid --fail-if-worse: ttft.p50>5 (METRIC.STATISTIC or METRIC, then >, then a"
                + " percentage, as in 'request_latency.p99>5%')",
            "Invalid --fail-if-worse: itl.p98>5% (inter_token_latency with one of avg, p50, p90,"
                + " p99)",
            "Invalid number of runs: 1 (from 2 to 26, the baseline first)",
            "Invalid run: "
                + empty
                + " (the folder of a run of Longhaul, with its lake, or of AIPerf 0.13, or a"
                + " benchmarks.json of GuideLLM 0.8)",
            "Nothing was started; see longhaul compare --help");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void aRunThatTheLakeLacksIsRefused() throws IOException {
    Path file = folder.resolve("lake/requests/2026-01-02.r1.part-a-0.parquet");
    Files.createDirectories(file.getParent());
    WrittenRows.requests(file, List.of(Rows.aRequest("r1", "id").build()));

    assertThat(run("compare", "--lake", folder + "/lake", "r1", "r2"))
        .isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8)).startsWith("Invalid run ID: r2 (one of r1)\n");
  }

  private String writeRun(String name, long seed, double ttftMs) throws IOException {
    Path run = Files.createDirectory(folder.resolve(name));
    Random random = new Random(seed);
    StringBuilder records = new StringBuilder();
    double sum = 0;
    for (int i = 0; i < REQUESTS; i++) {
      double ttft = ttftMs + 10 * random.nextGaussian();
      sum += ttft;
      long start = START + i * 50_000_000L;
      records.append(
          String.format(
              Locale.ROOT,
              "{\"metadata\":{\"request_start_ns\":%d,\"request_end_ns\":%d,"
                  + "\"benchmark_phase\":\"profiling\"},\"metrics\":{\"time_to_first_token\":"
                  + "{\"value\":%.6f,\"unit\":\"ms\"},\"output_sequence_length\":{\"value\":16,"
                  + "\"unit\":\"tokens\"}}}%n",
              start,
              start + 1_000_000_000,
              ttft));
    }
    double average = sum / REQUESTS;
    Files.writeString(run.resolve("profile_export.jsonl"), records, UTF_8);
    Files.writeString(
        run.resolve("profile_export_aiperf.json"),
        String.format(
            Locale.ROOT,
            "{\"aiperf_version\":\"0.13.0\",\"request_count\":{\"avg\":%d},"
                + "\"time_to_first_token\":{\"unit\":\"ms\",\"avg\":%.4f,\"p50\":%.4f},"
                + "\"request_throughput\":{\"unit\":\"requests/sec\",\"avg\":20.0}}",
            REQUESTS,
            average,
            average),
        UTF_8);
    return run.toString();
  }

  private int run(String... words) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
    return new Longhaul(terminal).run(List.of(words));
  }
}
