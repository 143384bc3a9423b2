package io.longhaul.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.report.picture.DrawnChart;
import io.longhaul.report.plot.RunFigures.Estimate;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeveralRunsPlotsTest {
  @TempDir Path folder;

  @Test
  void runsWithGpusHaveAiperfsPlots() {
    Plots plots = SeveralRunsPlots.of(List.of(run("4", 2, 100, 400), run("8", 2, 150, 600)));

    assertThat(plots.drawn())
        .extracting(Plot::name)
        .containsExactly(
            "pareto_curve_throughput_per_gpu_vs_latency",
            "pareto_curve_throughput_per_gpu_vs_interactivity",
            "ttft_vs_throughput");
    assertThat(plots.skipped())
        .containsExactly(
            "latency_throughput_uncertainty: no setting was run several times (see"
                + " --num-profile-runs)");
    DrawnChart drawn = new DrawnChart(plots.drawn().get(0).chart());
    assertThat(drawn.texts())
        .contains(
            "Pareto Curve: Token Throughput per GPU vs Latency",
            "Output Token Throughput Per GPU AVG (tokens/sec/gpu)",
            "Request Latency AVG (ms)",
            "4",
            "8",
            "model");
    assertThat(drawn.circles("model")).hasSize(2);
  }

  @Test
  void withoutGpusTheThroughputIsThatOfTheServer() {
    Plots plots = SeveralRunsPlots.of(List.of(run("4", 0, 100, 400), run("8", 1, 150, 600)));

    assertThat(plots.drawn())
        .extracting(Plot::name)
        .contains("pareto_curve_throughput_vs_latency", "pareto_curve_throughput_vs_interactivity");
  }

  @Test
  void theFrontierHasNoRunThanWhichAnotherIsBetterInBothFigures() {
    List<double[]> runs =
        List.of(
            new double[] {1, 10},
            new double[] {2, 8},
            new double[] {3, 30},
            new double[] {4, 30},
            new double[] {5, 50});

    assertThat(SeveralRunsPlots.frontier(runs, run -> run[0], run -> run[1], true))
        .containsExactly(runs.get(0), runs.get(2), runs.get(4));
    assertThat(SeveralRunsPlots.frontier(runs, run -> run[0], run -> run[1], false))
        .containsExactly(runs.get(4));
  }

  @Test
  void repeatedRunsAreOnePointWithItsConfidenceInterval() {
    Plots plots =
        SeveralRunsPlots.of(
            List.of(run("4", 0, 100, 400), run("4", 0, 110, 420), run("8", 0, 150, 600)));
    Plot uncertainty = plots.drawn().get(3);
    DrawnChart drawn = new DrawnChart(uncertainty.chart());

    assertThat(uncertainty.name()).isEqualTo("latency_throughput_uncertainty");
    assertThat(drawn.circles("model")).hasSize(2);
  }

  @Test
  void runsOfTheSameLoadAreNotRepetitionsIfTheirSettingsDiffer() {
    RunFigures one = run("4", 0, 100, 400);
    RunFigures other =
        new RunFigures(one.model(), one.label(), "isl=512", 0, run("4", 0, 300, 100).averages());

    assertThat(SeveralRunsPlots.of(List.of(one, other)).drawn())
        .extracting(Plot::name)
        .doesNotContain("latency_throughput_uncertainty");
  }

  @Test
  void theLabelOfACellNamesEachOfItsParameters() throws IOException {
    Path cell = Files.createDirectories(folder.resolve("cell"));
    Files.writeString(
        ExportLayout.aggregateJson(cell),
        """
        {"metadata": {"variation_label": "input.isl=128, phases.profiling.rate=5.0"},
         "metrics": {"request_latency_avg": {"mean": 5}}}""");

    assertThat(RunFigures.read(cell).label()).isEqualTo("isl=128, rate=5.0");
  }

  @Test
  void onlyTheRunsOfARepeatedRunAreRepetitions() throws IOException {
    List<String> settings = new ArrayList<>();
    for (String name : List.of("profile_runs/run_0001", "profile_runs/run_0002", "alone")) {
      Path run = Files.createDirectories(folder.resolve(name));
      Files.writeString(new ExportLayout(run).profileJson(), "{\"request_latency\": {\"avg\": 5}}");
      settings.add(RunFigures.read(run).setting());
    }

    assertThat(settings.get(0)).isEqualTo(settings.get(1)).isNotEqualTo(settings.get(2));
  }

  @Test
  void anAggregateBringsItsOwnInterval() {
    RunFigures aggregate =
        new RunFigures(
            "model",
            "concurrency=4",
            "concurrency=4",
            0,
            Map.of(
                "request_latency",
                new Estimate(100, 90, 110),
                "output_token_throughput",
                new Estimate(400, 380, 420)));

    assertThat(SeveralRunsPlots.of(List.of(aggregate)).drawn())
        .extracting(Plot::name)
        .contains("latency_throughput_uncertainty");
  }

  @Test
  void runsWithoutTimeToFirstTokenAreLeftOut() {
    RunFigures whole =
        new RunFigures("model", "4", "4", 0, Map.of("request_throughput", new Estimate(3, 3, 3)));
    Plots plots = SeveralRunsPlots.of(List.of(whole, run("8", 0, 150, 600)));
    DrawnChart drawn =
        new DrawnChart(
            plots.drawn().stream()
                .filter(plot -> plot.name().equals("ttft_vs_throughput"))
                .findFirst()
                .orElseThrow()
                .chart());

    assertThat(drawn.circles("model")).hasSize(1);
    assertThat(drawn.texts()).contains("8").doesNotContain("concurrency 4");
  }

  private static RunFigures run(
      String label, int gpus, double latencyMillis, double tokensPerSecond) {
    return new RunFigures(
        "model",
        label,
        label,
        gpus,
        Map.of(
            "request_latency", exactly(latencyMillis),
            "time_to_first_token", exactly(latencyMillis / 10),
            "request_throughput", exactly(tokensPerSecond / 50),
            "output_token_throughput", exactly(tokensPerSecond),
            "output_token_throughput_per_user", exactly(1000 / latencyMillis)));
  }

  private static Estimate exactly(double value) {
    return new Estimate(value, value, value);
  }
}
