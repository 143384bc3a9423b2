package io.longhaul.report.html;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.report.html.Limits.Limit;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The charts whose lines are figures of slices, in {@code report.html} and in the live view. */
final class SliceCharts {
  static final List<Metric> LATENCIES =
      List.of(Metric.TIME_TO_FIRST_TOKEN, Metric.INTER_TOKEN_LATENCY, Metric.REQUEST_LATENCY);

  /** Explains a heat map of a latency. */
  static final String DISTRIBUTION_EXPLANATION =
      "All values by time and size on a logarithmic axis. Separate bands, if there are any, are"
          + " different kinds of requests.";

  /** The pipeline does not trust a slice with less idle CPU. */
  private static final double LEAST_IDLE_PERCENT = 20;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double PERCENT = 100;

  private final Limits limits;

  /**
   * @param limits limits that are drawn in the charts
   */
  SliceCharts(Limits limits) {
    this.limits = limits;
  }

  /**
   * A chart of slices.
   *
   * @param id ID in the page, unique
   * @param title what the chart shows
   * @param unit unit of all lines
   * @param explanation one or a few sentences
   */
  record SliceChart(
      String id,
      String title,
      String unit,
      String explanation,
      List<SliceLine> lines,
      List<Limit> limits) {

    SliceChart {
      lines = List.copyOf(lines);
      limits = List.copyOf(limits);
    }

    /** Returns the same chart with a longer explanation. */
    SliceChart explained(String further) {
      return new SliceChart(id, title, unit, explanation + further, lines, limits);
    }
  }

  /**
   * A line of a chart.
   *
   * @param figure figure of a slice in the unit of the chart; NaN if the slice does not have it
   */
  record SliceLine(String name, ToDoubleFunction<SliceRow> figure) {}

  /** Returns the ID of the heat map of a latency in a page. */
  static String distributionId(Metric metric) {
    return metric.tag() + "-heat";
  }

  /** Returns the title of the heat map of a latency. */
  static String distributionTitle(Metric metric) {
    return "Distribution of " + metric.header();
  }

  /** Returns the chart of the percentiles of a latency. */
  SliceChart latency(Metric metric) {
    return new SliceChart(
        metric.tag(),
        metric.header(),
        metric.unit().display(),
        (metric == Metric.INTER_TOKEN_LATENCY
                ? "One value per request: the mean gap between its tokens, which hides single"
                    + " pauses. "
                : "")
            + "Half of the requests of a slice are at or below p50, 99 of 100 at or below p99. A"
            + " request counts in the slice in which it ended, so a delay shows in later slices,"
            + " too.",
        List.of(
            line("p50", metric, DistributionSummary::p50),
            line("p90", metric, DistributionSummary::p90),
            line("p99", metric, DistributionSummary::p99)),
        limits.of(metric));
  }

  private static SliceLine line(
      String name, Metric metric, ToDoubleFunction<DistributionSummary> statistic) {
    return new SliceLine(
        name,
        slice ->
            SliceColumn.summary(slice, metric).map(statistic::applyAsDouble).orElse(Double.NaN));
  }

  /** Returns the chart of the longest gaps within responses. */
  SliceChart chunkGaps() {
    Metric metric = Metric.INTER_CHUNK_LATENCY;
    return new SliceChart(
        "chunk-gap",
        "Gaps between chunks",
        metric.unit().display(),
        "The time from one chunk of a response to the next. A long gap is a pause that a user"
            + " sees.",
        List.of(
            line("p99", metric, DistributionSummary::p99),
            line("longest", metric, DistributionSummary::max)),
        limits.of(metric));
  }

  /**
   * Returns the chart of completed requests.
   *
   * @param hasObjectives whether the run has SLOs, so that requests can be good
   */
  SliceChart requests(boolean hasObjectives) {
    SliceLine valid =
        new SliceLine("valid", slice -> SliceFigures.perSecond(slice, slice.getValidRequests()));
    SliceLine failed =
        new SliceLine("failed", slice -> SliceFigures.perSecond(slice, SliceFigures.errors(slice)));
    SliceLine good =
        new SliceLine("good", slice -> SliceFigures.perSecond(slice, slice.getGoodRequests()));
    return new SliceChart(
        "requests",
        "Requests by result",
        "requests/s",
        hasObjectives
            ? "A request counts in the slice in which it ended. Good requests met every objective:"
                + " their rate is the goodput."
            : "A request counts in the slice in which it ended.",
        hasObjectives ? List.of(valid, failed, good) : List.of(valid, failed),
        limits.of(Metric.REQUEST_THROUGHPUT, Metric.GOODPUT));
  }

  /** Returns the chart of arriving tokens. */
  SliceChart tokens() {
    return new SliceChart(
        "tokens",
        "Output tokens",
        "tokens/s",
        "A token counts in the slice in which it arrived.",
        List.of(
            new SliceLine(
                "arrived",
                slice ->
                    SliceFigures.values(slice)
                        .getOrDefault(Metric.ARRIVED_TOKEN_THROUGHPUT, Double.NaN))),
        limits.of(Metric.ARRIVED_TOKEN_THROUGHPUT, Metric.OUTPUT_TOKEN_THROUGHPUT));
  }

  /** Returns the chart of the requests in flight. */
  SliceChart inFlight() {
    return new SliceChart(
        "in-flight",
        "Requests in flight",
        "requests",
        "If the rate of requests is constant and their number in flight grows, the server cannot"
            + " keep up.",
        List.of(
            new SliceLine("in flight, mean", SliceFigures::meanInFlight),
            new SliceLine("in flight, maximum", SliceRow::getInFlightMax),
            new SliceLine("waiting in the client, maximum", SliceRow::getBacklogMax)),
        List.of());
  }

  /** Returns the charts of the load generators themselves. */
  List<SliceChart> health() {
    return List.of(
        new SliceChart(
            "tester-delays",
            "Delays in the load generator",
            "ms",
            "Latencies that grow together with these delays are the load generator's fault, not the"
                + " server's.",
            List.of(
                new SliceLine(
                    "send lag, p99",
                    slice ->
                        slice.getSendLagP99Ns() == null
                            ? Double.NaN
                            : slice.getSendLagP99Ns() / NANOS_PER_MILLI),
                new SliceLine(
                    "event loop, maximum", slice -> slice.getLoopLagMaxNs() / NANOS_PER_MILLI),
                new SliceLine(
                    "pause of the process, maximum",
                    slice -> slice.getPauseMaxNs() / NANOS_PER_MILLI)),
            List.of()),
        new SliceChart(
            "tester-idle",
            "Idle CPU of the load generator's machine",
            "%",
            "The lowest of all machines.",
            List.of(
                new SliceLine(
                    "idle",
                    slice ->
                        slice.getHostIdleMinRatio() == null
                            ? Double.NaN
                            : slice.getHostIdleMinRatio() * PERCENT)),
            List.of(new Limit(LEAST_IDLE_PERCENT, "least idle CPU of a trusted slice: 20 %"))),
        new SliceChart(
            "tester-cpu",
            "CPU of the load generator",
            "cores",
            "The CPU of its process. One event loop cannot use more than one core; what is neither"
                + " idle nor used by generators went to other processes.",
            List.of(new SliceLine("busiest generator", SliceRow::getProcessCpuMaxCores)),
            List.of()));
  }
}
