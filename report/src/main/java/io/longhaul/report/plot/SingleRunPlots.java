package io.longhaul.report.plot;

import io.longhaul.metrics.Metric;
import io.longhaul.report.console.Figures;
import io.longhaul.report.picture.Axis;
import io.longhaul.report.picture.Chart;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The plots of one run: those of {@code aiperf plot} under their names, also those that AIPerf
 * draws only on request, and further ones.
 */
public final class SingleRunPlots {
  private static final double MILLIS_PER_SECOND = 1e3;

  /** With more steps, vertical lines for deviations would cover each other. */
  private static final int MAX_DEVIATIONS = 120;

  /** Windows for percentiles if there are no slices. */
  private static final int MAX_WINDOWS = 40;

  private static final String NOT_STREAMED =
      "no request has one (without --streaming, there is none)";

  private final PlottedRun run;
  private final TimeAxis time;
  private final Plots plots = new Plots();

  private SingleRunPlots(PlottedRun run) {
    this.run = run;
    this.time =
        TimeAxis.until(
            DoubleStream.concat(
                    Arrays.stream(run.endSeconds()), Arrays.stream(run.tokens().edges()))
                .max()
                .orElse(0));
  }

  /** Draws a run. */
  public static Plots of(PlottedRun run) {
    return new SingleRunPlots(run).all();
  }

  private Plots all() {
    perRequest("ttft_over_time", "TTFT Per Request Over Time", Metric.TIME_TO_FIRST_TOKEN);
    perRequest(
        "itl_over_time", "Inter-Token Latency Per Request Over Time", Metric.INTER_TOKEN_LATENCY);
    latencyOverTime();
    plots.add(
        "dispersed_throughput_over_time",
        new Chart(
                "Output Token Throughput Over Time",
                note(run.tokensNote()),
                time.axis(),
                Axis.of("Output token throughput (tokens/s)"))
            .area("tokens per second", time.of(run.tokens().edges()), run.tokens().values(), 0),
        "the requests have no output tokens");
    timeline();
    slices("timeslices_ttft", Metric.TIME_TO_FIRST_TOKEN, NOT_STREAMED);
    slices("timeslices_itl", Metric.INTER_TOKEN_LATENCY, NOT_STREAMED);
    slices("timeslices_throughput", Metric.REQUEST_THROUGHPUT, "no request ended");
    slices("timeslices_latency", Metric.REQUEST_LATENCY, "no request ended");
    gpus();
    distributions();
    byLength(
        "ttft_by_input_length",
        "Time to First Token by Input Length",
        Metric.INPUT_SEQUENCE_LENGTH,
        Metric.TIME_TO_FIRST_TOKEN);
    byLength(
        "latency_by_output_length",
        "Request Latency by Output Length",
        Metric.OUTPUT_SEQUENCE_LENGTH,
        Metric.REQUEST_LATENCY);
    return plots;
  }

  /** Returns the subject of a plot, and a sentence about its values. */
  private String note(String sentence) {
    return run.subject().isEmpty() ? sentence : run.subject() + ". " + sentence;
  }

  private String sampled() {
    return PlottedRun.sampled(run.sample().requests().size(), run.sample().of());
  }

  private static String label(Metric metric) {
    return metric.header() + " (" + metric.unit().display() + ")";
  }

  private void perRequest(String name, String title, Metric metric) {
    plots.add(
        name,
        new Chart(
                title,
                note(sampled()),
                Axis.of("Request, in order of start"),
                Axis.of(label(metric)))
            .dots("", run.numbers(), run.sample().values(metric), 0),
        NOT_STREAMED);
  }

  private void latencyOverTime() {
    Metric metric = Metric.REQUEST_LATENCY;
    double[] ends = time.of(run.endSeconds());
    double[] values = run.sample().values(metric);
    Chart chart =
        new Chart(
                "Request Latency Over Time with Percentiles",
                note(sampled() + " Percentiles of the requests that ended at about this time."),
                time.axis(),
                Axis.of(label(metric)))
            .dots("request", ends, values, 6);
    SliceSpread spread = run.slices().get(metric);
    if (spread != null) {
      chart
          .line("p50", time.of(spread.p50().middles()), spread.p50().values(), 0)
          .line("p95", time.of(spread.p95().middles()), spread.p95().values(), 1)
          .line("p99", time.of(spread.p99().middles()), spread.p99().values(), 3);
    } else {
      windows(chart, ends, values);
    }
    plots.add("latency_over_time", chart, "no request has a latency");
  }

  /** Adds percentiles of groups of requests that ended one after another. */
  private static void windows(Chart chart, double[] ends, double[] values) {
    int[] order =
        IntStream.range(0, ends.length)
            .filter(i -> Double.isFinite(values[i]))
            .boxed()
            .sorted((a, b) -> Double.compare(ends[a], ends[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    int windows = Math.max(1, Math.min(MAX_WINDOWS, order.length / 10));
    double[] at = new double[windows];
    double[][] percentiles = new double[3][windows];
    for (int window = 0; window < windows; window++) {
      int[] its =
          Arrays.copyOfRange(
              order, window * order.length / windows, (window + 1) * order.length / windows);
      double[] sorted = Arrays.stream(its).mapToDouble(i -> values[i]).sorted().toArray();
      at[window] = Arrays.stream(its).mapToDouble(i -> ends[i]).average().orElse(Double.NaN);
      for (int i = 0; i < percentiles.length; i++) {
        double share = new double[] {0.5, 0.95, 0.99}[i];
        percentiles[i][window] =
            sorted.length == 0 ? Double.NaN : sorted[(int) Math.round(share * (sorted.length - 1))];
      }
    }
    chart
        .line("p50", at, percentiles[0], 0)
        .line("p95", at, percentiles[1], 1)
        .line("p99", at, percentiles[2], 3);
  }

  private void timeline() {
    double[] starts = run.startSeconds();
    double[] ttft = run.sample().values(Metric.TIME_TO_FIRST_TOKEN);
    double[] firsts = new double[starts.length];
    Arrays.setAll(firsts, i -> starts[i] + ttft[i] / MILLIS_PER_SECOND);
    plots.add(
        "ttft_timeline",
        new Chart(
                "Request Timeline: TTFT Phases Over Time",
                note(sampled() + " Each bar is a request at the height of its TTFT."),
                time.axis(),
                Axis.of(label(Metric.TIME_TO_FIRST_TOKEN)))
            .bars("until the first token", time.of(starts), time.of(firsts), ttft, 1)
            .bars("generation", time.of(firsts), time.of(run.endSeconds()), ttft, 0),
        NOT_STREAMED);
  }

  private void slices(String name, Metric metric, String reason) {
    SliceSpread spread = run.slices().get(metric);
    if (spread == null) {
      plots.skip(name, "there are no time slices (AIPerf writes them with --slice-duration)");
      return;
    }
    double[] at = time.of(spread.mean().middles());
    double[] means = spread.mean().values();
    boolean hasDeviations = !spread.deviation().isEmpty() && at.length <= MAX_DEVIATIONS;
    Chart chart =
        new Chart(
            metric.header() + " Across Time Slices",
            note(
                "The mean of each slice"
                    + (hasDeviations ? ", with the standard deviation as a vertical line." : ".")),
            time.axis(),
            Axis.of(label(metric)));
    if (hasDeviations) {
      chart.errors("", at, means, spread.deviation().values(), 6);
    }
    chart.line("mean of the slice", at, means, 0);
    if (at.length <= MAX_DEVIATIONS) {
      chart.dots("", at, means, 0);
    }
    double average = Arrays.stream(means).filter(Double::isFinite).average().orElse(Double.NaN);
    if (Double.isFinite(average)) {
      chart.level("mean of all slices: " + Figures.of(average), average, 1);
    }
    plots.add(name, chart, reason);
  }

  private void gpus() {
    String name = "gpu_utilization_and_throughput_over_time";
    if (run.gpuUtilization().isEmpty()) {
      plots.skip(name, "there are no samples of GPUs (see --gpu-telemetry)");
      return;
    }
    plots.add(
        name,
        new Chart(
                "Output Token Throughput with GPU Utilization",
                note(run.tokensNote()),
                time.axis(),
                Axis.of("Output token throughput (tokens/s)"))
            .area("tokens per second", time.of(run.tokens().edges()), run.tokens().values(), 0)
            .right(
                Axis.of("GPU utilization (%)"),
                "GPU utilization, mean of all GPUs (right)",
                time.of(run.gpuUtilization().edges()),
                run.gpuUtilization().values(),
                1),
        "the requests have no output tokens");
  }

  private void distributions() {
    Chart chart =
        new Chart(
            "Share of Requests by Latency",
            note("For each latency, the share of requests with at most this value."),
            Axis.logarithmic("Latency (ms)"),
            Axis.of("Share of requests (%)"));
    int color = 0;
    for (Metric metric : PlottedRun.LATENCIES) {
      double[] values = run.percentiles().get(metric);
      if (values != null) {
        chart.line(metric.header(), values, PlottedRun.PERCENTS, color);
      }
      color++;
    }
    plots.add("latency_distributions", chart, "no request has a latency");
  }

  private void byLength(String name, String title, Metric length, Metric latency) {
    double[] lengths = run.sample().values(length);
    if (Arrays.stream(lengths).filter(Double::isFinite).distinct().count() < 2) {
      plots.skip(name, "all requests have the same " + length.header());
      return;
    }
    plots.add(
        name,
        new Chart(title, note(sampled()), Axis.of(label(length)), Axis.of(label(latency)))
            .dots("", lengths, run.sample().values(latency), 0),
        NOT_STREAMED);
  }
}
