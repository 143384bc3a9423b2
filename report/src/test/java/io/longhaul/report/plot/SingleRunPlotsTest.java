package io.longhaul.report.plot;

import static io.longhaul.sinks.Rows.aGpuSlice;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.picture.ColorTheme;
import io.longhaul.report.picture.DrawnChart;
import io.longhaul.report.picture.PictureFormat;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingleRunPlotsTest {
  private static final int REQUESTS = 40;

  @TempDir Path folder;

  @Test
  void everyPlotThatTheDataAllowIsDrawn() throws IOException {
    Plots plots = SingleRunPlots.of(read(lake()));

    assertThat(plots.drawn())
        .extracting(Plot::name)
        .containsExactly(
            "ttft_over_time",
            "itl_over_time",
            "latency_over_time",
            "dispersed_throughput_over_time",
            "ttft_timeline",
            "timeslices_ttft",
            "timeslices_itl",
            "timeslices_throughput",
            "timeslices_latency",
            "latency_distributions",
            "ttft_by_input_length");
    assertThat(plots.skipped())
        .containsExactly(
            "gpu_utilization_and_throughput_over_time: there are no samples of GPUs (see"
                + " --gpu-telemetry)",
            "latency_by_output_length: all requests have the same Output Sequence Length");
  }

  @Test
  void dotsAreTheRequestsInTheOrderOfTheirStarts() throws IOException {
    DrawnChart drawn = drawn("ttft_over_time");
    List<DrawnChart.Circle> dots = drawn.circles("");

    assertThat(dots).hasSize(REQUESTS);
    assertThat(dots.stream().map(DrawnChart.Circle::x).distinct()).hasSize(REQUESTS);
    assertThat(drawn.texts())
        .contains(
            "TTFT Per Request Over Time",
            "demo-model, concurrency 3. All 40 valid requests.",
            "Request, in order of start",
            "Time to First Token (ms)");
  }

  @Test
  void latenciesThatGrowAreHigherLaterInEachPlot() throws IOException {
    List<DrawnChart.Circle> dots =
        drawn("latency_over_time").circles("request").stream()
            .sorted((a, b) -> Double.compare(a.x(), b.x()))
            .toList();

    assertThat(dots.get(0).y()).isGreaterThan(dots.get(REQUESTS - 1).y() + 100);
    assertThat(drawn("latency_over_time").texts()).contains("p50", "p95", "p99");
    double[] means = read(lake()).slices().get(Metric.REQUEST_LATENCY).mean().values();
    assertThat(means[0]).isCloseTo(225.5, within(30.0));
    assertThat(means[means.length - 1]).isGreaterThan(means[0]);
  }

  @Test
  void theTimelineHasABarForEachPhaseOfEachRequest() throws IOException {
    DrawnChart drawn = drawn("ttft_timeline");

    for (String phase : List.of("until the first token", "generation")) {
      assertThat(drawn.paths(phase)).hasSize(1);
      assertThat(drawn.paths(phase).get(0).chars().filter(each -> each == 'M').count())
          .as(phase)
          .isEqualTo(REQUESTS);
    }
  }

  @Test
  void tokensPerSecondAreThoseOfTheSlices() throws IOException {
    PlottedRun run = read(lake());

    assertThat(run.tokens().edges()).startsWith(0, 1, 2);
    assertThat(Arrays.stream(run.tokens().values()).sum()).isGreaterThan(0);
  }

  @Test
  void theUtilizationOfGpusHasItsOwnAxis() throws IOException {
    FakePipeline run = run();
    for (int slice = 0; slice < 12; slice++) {
      GpuSliceRow row = aGpuSlice("run", slice, 60);
      run.with(GpuSliceRow.newBuilder(row).setGpuUtilizationPercent(row.getPowerWatts()).build());
    }
    Plots plots = SingleRunPlots.of(read(run.finished(at(12_000))));
    Plot gpus =
        plots.drawn().stream()
            .filter(plot -> plot.name().startsWith("gpu_"))
            .findFirst()
            .orElseThrow();

    assertThat(new DrawnChart(gpus.chart()).texts())
        .contains(
            "GPU utilization (%)",
            "GPU utilization, mean of all GPUs (right)", "Output token throughput (tokens/s)");
  }

  @Test
  void aLongRunIsDrawnFromASampleThatThePlotStates() throws IOException {
    FakePipeline run = new FakePipeline(folder.resolve("long"), "run");
    for (int i = 0; i < PlottedRun.MAX_REQUESTS + 100; i++) {
      run.with(aRequest("run", "r" + i, 10L * i, 10L * i + 50));
    }
    Plots plots = SingleRunPlots.of(read(run.finished(at(30_000))));
    DrawnChart drawn = new DrawnChart(plots.drawn().get(0).chart());

    assertThat(drawn.circles("")).hasSize(PlottedRun.MAX_REQUESTS);
    assertThat(drawn.texts()).contains("A random sample of 2,000 of the 2,100 valid requests.");
  }

  @Test
  void aRunWithoutStreamingSaysWhyPlotsAreMissing() throws IOException {
    FakePipeline run = new FakePipeline(folder.resolve("whole"), "run");
    for (int i = 0; i < 10; i++) {
      run.with(
          aRequest("run", "r" + i, 100L * i, 100L * i + 80)
              .setTimeToFirstTokenNs(null)
              .setInterTokenLatencyPs(null));
    }
    Plots plots = SingleRunPlots.of(read(run.finished(at(2_000))));

    assertThat(plots.drawn()).extracting(Plot::name).doesNotContain("ttft_over_time");
    assertThat(plots.skipped())
        .contains("ttft_over_time: no request has one (without --streaming, there is none)");
  }

  @Test
  void filesOfBothFormatsAreWrittenAndReplaceEarlierOnes() throws IOException {
    Path out = folder.resolve("plots");
    Plots plots = SingleRunPlots.of(read(lake()));
    plots.write(out, ColorTheme.LIGHT, List.of(PictureFormat.PNG, PictureFormat.SVG));
    byte[] first = Files.readAllBytes(out.resolve("ttft_over_time.png"));

    List<Path> files =
        plots.write(out, ColorTheme.LIGHT, List.of(PictureFormat.PNG, PictureFormat.SVG));

    assertThat(files).hasSize(22).allSatisfy(file -> assertThat(file).isNotEmptyFile());
    assertThat(out.resolve("ttft_over_time.png")).hasBinaryContent(first);
    try (var left = Files.list(out)) {
      assertThat(left).hasSize(22);
    }
  }

  @Test
  void requestedPlotsAreInTheirFolder() throws IOException {
    Lake lake = lake();
    RunReport report = RunReport.read(lake, "run");
    ExportLayout layout =
        new ExportLayout(
            folder.resolve("out"),
            ExportLayout.DEFAULT_PREFIX,
            Set.of(OptionalExport.PLOTS, OptionalExport.GENAI_PERF_PLOTS));

    assertThat(RunDocuments.drawPlots(report, lake, layout)).isEmpty();

    assertThat(layout.plots().resolve("ttft_over_time.png")).isNotEmptyFile();
    assertThat(layout.plots().resolve("time_to_first_token.jpeg")).isNotEmptyFile();
    assertThat(layout.plots().resolve("time_to_first_token.html"))
        .content()
        .contains("<svg", "Time to First Token");
  }

  @Test
  void plotsThatCannotBeWrittenFailTheRunOnlyIfTheyAreRequired() throws IOException {
    Lake lake = lake();
    RunReport report = RunReport.read(lake, "run");
    Path out = Files.createDirectory(folder.resolve("out"));
    Files.createFile(out.resolve("plots"));
    ExportLayout wanted =
        new ExportLayout(out, ExportLayout.DEFAULT_PREFIX, Set.of(OptionalExport.PLOTS));
    ExportLayout required =
        new ExportLayout(out, ExportLayout.DEFAULT_PREFIX, Set.of(OptionalExport.REQUIRED_PLOTS));

    assertThat(RunDocuments.drawPlots(report, lake, wanted))
        .singleElement()
        .asString()
        .startsWith("the plots are not in ")
        .endsWith(" (longhaul plot " + out + " draws them)");
    assertThat(catchThrowable(() -> RunDocuments.drawPlots(report, lake, required)))
        .isInstanceOf(IOException.class);
  }

  private DrawnChart drawn(String name) throws IOException {
    return new DrawnChart(
        SingleRunPlots.of(read(lake())).drawn().stream()
            .filter(plot -> plot.name().equals(name))
            .findFirst()
            .orElseThrow()
            .chart());
  }

  private static PlottedRun read(Lake lake) throws IOException {
    return LakePlots.read(lake, RunReport.read(lake, "run"));
  }

  private Lake lake() throws IOException {
    return run().finished(at(12_000));
  }

  /** Requests of 200 ms and, one after another, 17 ms more. */
  private FakePipeline run() throws IOException {
    Path lake = Files.createTempDirectory(folder, "lake");
    FakePipeline run =
        new FakePipeline(lake, "run")
            .configuredBy(
                """
                {"input_config": {"models": {"items": [{"name": "demo-model"}]},
                  "phases": [{"name": "profiling", "concurrency": 3}]}}""");
    for (int i = 0; i < REQUESTS; i++) {
      run.with(aRequest("run", "r" + i, 280L * i, 280L * i + 200 + 17L * i).setInputTokens(10 + i));
    }
    return run;
  }
}
