package io.longhaul.report.plot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads AIPerf's files: small ones of this test, and AIPerf's own with {@code
 * -Dlonghaul.samples=…}.
 */
class AiperfPlotsTest {
  private static final long START = 1_795_270_000_000_000_000L;

  @TempDir Path folder;

  @Test
  void warmUpAndFailedRequestsAreNotDrawn() throws IOException {
    write(
        line("warmup", -500, 400, "\"metrics\": " + metrics(9, 16)),
        line("profiling", 0, 100, "\"metrics\": " + metrics(30, 16)),
        line("profiling", 100, 300, "\"metrics\": {}, \"error\": {\"code\": 503}"),
        line("profiling", 200, 400, "\"metrics\": " + metrics(50, 32)));

    PlottedRun run = AiperfPlots.read(folder);

    assertThat(run.sample().of()).isEqualTo(2);
    assertThat(run.startEpochNanos()).isEqualTo(START);
    assertThat(run.sample().values(Metric.TIME_TO_FIRST_TOKEN)).containsExactlyInAnyOrder(30, 50);
    assertThat(run.subject()).isEqualTo("m, concurrency 4");
  }

  @Test
  void tokensAreSpreadFromTheFirstTokenToTheEnd() throws IOException {
    write(line("profiling", 0, 400, "\"metrics\": " + metrics(200, 100)));
    Course tokens = AiperfPlots.read(folder).tokens();

    assertThat(tokens.values()[100]).isZero();
    assertThat(tokens.values()[300]).isCloseTo(500, within(0.01));
    double step = tokens.edges()[1];
    assertThat(Arrays.stream(tokens.values()).sum() * step).isCloseTo(100, within(0.01));
  }

  @Test
  void theHoursOfALongRunAreReadTogether() throws IOException {
    write(line("profiling", 0, 100, "\"metrics\": " + metrics(30, 16)));
    Path file = folder.resolve("profile_export.jsonl");
    Files.move(file, folder.resolve("profile_export.2026-11-21T13.jsonl"));
    write(line("profiling", 200, 400, "\"metrics\": " + metrics(50, 32)));
    Files.move(file, folder.resolve("profile_export.2026-11-21T14.jsonl"));

    assertThat(RunFolders.in(List.of(folder))).containsExactly(folder);
    assertThat(AiperfPlots.read(folder).sample().of()).isEqualTo(2);
  }

  @Test
  void aFolderWithoutValidRequestsIsRefused() throws IOException {
    write(line("profiling", 0, 400, "\"metrics\": {}, \"error\": {\"code\": 503}"));

    assertThatThrownBy(() -> AiperfPlots.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("profile_export.jsonl contains no valid request");
  }

  @Test
  void foldersOfRunsAreFoundAtAnyDepthAndAggregatesReplaceTheirRuns() throws IOException {
    Path cell = Files.createDirectories(folder.resolve("sweep/concurrency_2"));
    Path aggregate = Files.createDirectories(folder.resolve("sweep/aggregate/concurrency_2"));
    Path series = folder.resolve("series");
    Path ofSeries = Files.createDirectories(series.resolve("aggregate"));
    Path trial = Files.createDirectories(series.resolve("profile_runs/run_0001"));
    for (Path run : List.of(cell, trial)) {
      Files.createFile(run.resolve("profile_export.jsonl"));
      Files.createFile(run.resolve("profile_export_aiperf.json"));
    }
    for (Path of : List.of(aggregate, ofSeries)) {
      Files.createFile(of.resolve("profile_export_aiperf_aggregate.json"));
    }
    Path lake = Files.createDirectories(folder.resolve("ours/lake/requests"));

    assertThat(RunFolders.in(List.of(folder, cell)))
        .containsExactly(lake.getParent().getParent(), ofSeries, cell);
  }

  @Test
  void aiperfsOwnFolderGivesItsPlots() throws IOException {
    Plots plots = SingleRunPlots.of(AiperfPlots.read(samples().resolve("full")));

    assertThat(plots.drawn())
        .extracting(Plot::name)
        .contains(
            "ttft_over_time",
            "ttft_timeline",
            "timeslices_ttft",
            "timeslices_itl",
            "gpu_utilization_and_throughput_over_time");
  }

  @Test
  void aiperfsRunsAndAggregatesAreCompared() throws IOException {
    RunFigures full = RunFigures.read(samples().resolve("full"));
    RunFigures aggregate = RunFigures.read(samples().resolve("sweep/aggregate/concurrency_2"));

    assertThat(full.model()).isEqualTo("m");
    assertThat(full.label()).isEqualTo("concurrency 4");
    assertThat(full.gpus()).isEqualTo(2);
    assertThat(aggregate.label()).isEqualTo("concurrency=2");
    assertThat(aggregate.averages().get("request_latency").value())
        .isCloseTo(79.211371875, within(1e-9));
  }

  private static Path samples() {
    String place = System.getProperty("longhaul.samples", "");
    assumeTrue(!place.isEmpty(), "AIPerf's own files are not here: give -Dlonghaul.samples=FOLDER");
    return Path.of(place);
  }

  private void write(String... lines) throws IOException {
    Files.writeString(folder.resolve("profile_export.jsonl"), String.join("\n", lines), UTF_8);
    Files.writeString(
        folder.resolve("profile_export_aiperf.json"),
        """
        {"input_config": {"models": {"items": [{"name": "m"}]},
          "phases": [{"name": "profiling", "concurrency": 4}]}}""",
        UTF_8);
  }

  private static String metrics(double ttft, int tokens) {
    return """
    {"time_to_first_token": {"value": %s, "unit": "ms"}, "output_sequence_length": {"value": %d, "unit": "tokens"}}"""
        .formatted(ttft, tokens);
  }

  private static String line(String phase, long fromMillis, long untilMillis, String rest) {
    return """
    {"metadata": {"benchmark_phase": "%s", "request_start_ns": %d, "request_end_ns": %d, "was_cancelled": false}, %s}"""
        .formatted(phase, START + fromMillis * 1_000_000, START + untilMillis * 1_000_000, rest);
  }
}
