package io.longhaul.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.HeatMap;
import io.longhaul.report.figures.RequestSample;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.report.html.RunEvents.Event;
import io.longhaul.report.runs.TestedLoad;
import io.longhaul.sinks.folder.AtomicFile;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Writes {@code report.html}. */
public final class HtmlReport {
  private static final List<Metric> SAMPLED =
      List.of(
          Metric.INPUT_SEQUENCE_LENGTH,
          Metric.OUTPUT_SEQUENCE_LENGTH,
          Metric.TIME_TO_FIRST_TOKEN,
          Metric.REQUEST_LATENCY);

  private static final int MAX_SAMPLED_REQUESTS = 2_000;
  private static final int MAX_HEAT_MAP_COLUMNS = 400;

  private final JsonNode run;
  private final TestedLoad load;
  private final RunReport report;
  private final TimeBuckets buckets;
  private final Map<Metric, HeatMap> heatMaps;
  private final Map<Metric, TimeChart> latencies;
  private final TimeCharts charts;
  private final RequestSample sample;
  private final List<CdfChart> distributions;
  private final List<Scatter> scatters;
  private final List<TimeChart> drawn = new ArrayList<>();
  private final HtmlText html = new HtmlText();

  private HtmlReport(JsonNode run, RunReport report, Lake lake, ServerCurves servers)
      throws IOException {
    this.run = run;
    this.load = new TestedLoad(run);
    this.report = report;
    this.buckets = TimeBuckets.of(report);
    this.heatMaps = HeatMap.read(lake, report, SliceCharts.LATENCIES, MAX_HEAT_MAP_COLUMNS);
    this.charts = new TimeCharts(report, buckets, servers, new SliceCharts(Limits.of(run)));
    this.latencies = charts.latencies();
    this.sample = RequestSample.read(lake, report, SAMPLED, MAX_SAMPLED_REQUESTS);
    this.distributions = List.of(distribution());
    this.scatters = scatters();
  }

  /**
   * Writes the page, replacing an earlier one atomically.
   *
   * @param run content of {@code longhaul.json}, the source of all texts and tables
   * @param report the same run, the source of the charts
   * @param lake lake of the run, which is read for distributions and for the sample of requests
   * @param servers what the servers measured
   */
  public static void write(
      Path file, JsonNode run, RunReport report, Lake lake, ServerCurves servers)
      throws IOException {
    byte[] page = new HtmlReport(run, report, lake, servers).page().getBytes(UTF_8);
    AtomicFile.replace(file, out -> out.write(page));
  }

  private String page() throws IOException {
    html.open("main");
    new MainFigures(run).write(html);
    new ObjectivesSection(run).write(html);
    new TrustSection(run).write(html);
    new StabilitySection(run).write(html);
    timeCharts();
    distributions();
    new Details(run).write(html);
    html.close("main");
    PageData data = new PageData(report, run, buckets, drawn, heatMaps, distributions, scatters);
    Overview overview = new Overview(run);
    HtmlText page = new HtmlText();
    overview.write(page);
    page.withContents(html);
    return new HtmlPage("Load test of " + overview.models(), page, data.json()).text();
  }

  private void timeCharts() {
    html.section(
        "time",
        "Over time",
        () -> {
          html.element("p", resolution());
          legend();
          events();
          html.markup(TimeChart.TOOLBAR);
          latencies.forEach(
              (metric, chart) -> {
                draw(chart);
                drawHeatMap(metric);
                if (metric == Metric.INTER_TOKEN_LATENCY) {
                  draw(charts.chunkGaps());
                }
              });
          charts.load().forEach(this::draw);
          group("gpu-time", "GPUs over time", charts.gpus());
          group("server-time", "The servers' own metrics over time", charts.serverMetrics());
          group("tester-time", "The load generator over time", charts.health());
        });
  }

  private void group(String id, String heading, List<TimeChart> group) {
    if (group.stream().anyMatch(chart -> !chart.isEmpty())) {
      html.section(id, heading, () -> group.forEach(this::draw));
    }
  }

  private void draw(TimeChart chart) {
    if (!chart.isEmpty()) {
      chart.write(html, buckets);
      drawn.add(chart);
    }
  }

  private String resolution() {
    return (buckets.slicesPerBucket() == 1
            ? "Each point is one slice of the run."
            : "Each point covers %d slices (%s s): lines show the mean of their figures, and the shaded band around a line their range, so that no peak is lost."
                .formatted(buckets.slicesPerBucket(), Figures.chosen(buckets.bucketSeconds())))
        + " All charts have the same time axis: drag to select a period, double-click to return.";
  }

  /** Explains the marks of the charts. */
  private void legend() {
    html.open("ul", "class", "marks");
    html.open("li").markup("<span class=\"mark strip\"></span>");
    html.text("slices that cannot be trusted").close("li");
    html.open("li").markup("<span class=\"mark hatched\"></span>");
    html.text("heavily disturbed slices").close("li");
    html.open("li").markup("<span class=\"mark gray\"></span>");
    html.text("the load begins or has ended: rates are low").close("li");
    html.open("li").markup("<span class=\"mark event\">1</span>");
    html.text("events, with their number in the table").close("li");
    if (!report.marks().isEmpty()) {
      html.open("li").markup("<span class=\"mark event added\">2 text</span>");
      html.text("marks that were added during the run").close("li");
    }
    html.close("ul");
  }

  private void events() {
    List<Event> events = new RunEvents(run).all();
    if (events.isEmpty()) {
      html.element("p", "No events.");
    } else {
      html.openTable("Events", List.of("Number", "time since the start", "event"));
      for (int i = 0; i < events.size(); i++) {
        Event event = events.get(i);
        html.row(List.of(String.valueOf(i + 1), event.time(), event.sentence()));
      }
      html.closeTable();
    }
  }

  private void drawHeatMap(Metric metric) {
    HeatMap map = heatMaps.get(metric);
    if (map != null) {
      String title = SliceCharts.distributionTitle(metric);
      html.open("figure", "id", SliceCharts.distributionId(metric), "class", "drawn");
      html.open("figcaption");
      html.element("h3", title + " (" + metric.unit().display() + ")");
      html.element("p", SliceCharts.DISTRIBUTION_EXPLANATION + zeros(map));
      html.close("figcaption");
      html.element(
          "div",
          "",
          "class",
          "plot",
          "data-heat",
          SliceCharts.distributionId(metric),
          "role",
          "img",
          "aria-label",
          title
              + " over time as a heat map. The table of the chart before it has its percentiles.");
      html.open("p", "class", "scale").text("1 value ");
      html.markup("<span class=\"gradient\"></span>");
      long most = most(map);
      html.text(" " + Figures.count(most) + (most == 1 ? " value" : " values") + " per cell");
      html.close("p");
      html.close("figure");
    }
  }

  private static String zeros(HeatMap map) {
    return map.zeros() == 0
        ? ""
        : " %s values of 0, which a logarithmic axis does not have, are left out."
            .formatted(Figures.count(map.zeros()));
  }

  private static long most(HeatMap map) {
    return Arrays.stream(map.counts()).flatMapToLong(Arrays::stream).max().orElse(0);
  }

  private void distributions() {
    html.section(
        "distributions",
        "Distributions",
        () -> {
          distributions.forEach(chart -> chart.write(html));
          scatters.forEach(scatter -> scatter.write(html));
          constants();
        });
  }

  private CdfChart distribution() {
    List<CdfChart.Curve> curves = new ArrayList<>();
    for (Metric metric : SliceCharts.LATENCIES) {
      SliceColumn.percentiles(report.run().getTotals(), metric, CdfChart.PERCENTS)
          .ifPresent(values -> curves.add(new CdfChart.Curve(metric.header(), values)));
    }
    return new CdfChart(
        "cdf",
        "Share of requests by latency",
        CdfChart.AXIS
            + " Steep curves are constant latencies; long tails to the right are slow requests.",
        "The table of all metrics has the percentiles.",
        curves);
  }

  /** Writes a sentence instead of each chart that would show nothing. */
  private void constants() {
    constant(Metric.INPUT_SEQUENCE_LENGTH, "input", "time to first token");
    constant(Metric.OUTPUT_SEQUENCE_LENGTH, "output", "request latency");
    if (load.isConstant()) {
      html.element(
          "p",
          "The planned load was constant (%s), so there is no chart of latency by throughput."
              .formatted(load.phaseText()));
    }
  }

  private void constant(Metric metric, String what, String latency) {
    double[] lengths =
        Arrays.stream(sample.values(metric)).filter(Double::isFinite).distinct().toArray();
    if (lengths.length == 1) {
      html.element(
          "p",
          "All requests had %s %s tokens, so there is no chart of %s by %s length."
              .formatted(Figures.count((long) lengths[0]), what, latency, what));
    }
  }

  private List<Scatter> scatters() {
    String sampled =
        sample.requests().size() < sample.of()
            ? "A random sample of %s of the %s valid requests."
                .formatted(Figures.count(sample.requests().size()), Figures.count(sample.of()))
            : "All %s valid requests.".formatted(Figures.count(sample.of()));
    TimeChart latency = latencies.get(Metric.REQUEST_LATENCY);
    TimeChart requests = charts.load().get(0);
    List<Scatter> all = new ArrayList<>();
    all.add(
        Scatter.of(
            "input-ttft",
            "Time to first token by input length",
            "requests",
            "input tokens",
            "time to first token, ms",
            sampled,
            sample.values(Metric.INPUT_SEQUENCE_LENGTH),
            sample.values(Metric.TIME_TO_FIRST_TOKEN)));
    all.add(
        Scatter.of(
            "output-latency",
            "Request latency by output length",
            "requests",
            "output tokens",
            "request latency, ms",
            sampled,
            sample.values(Metric.OUTPUT_SEQUENCE_LENGTH),
            sample.values(Metric.REQUEST_LATENCY)));
    if (latency != null && !latency.isEmpty() && !requests.isEmpty() && !load.isConstant()) {
      all.add(
          Scatter.of(
              "throughput-latency",
              "Request latency by throughput",
              "points",
              "valid requests/s",
              "request latency p99, ms",
              "One dot for each point of the charts over time. Latency that grows with the rate shows"
                  + " the limit of the server.",
              requests.lines().get(0).means(),
              latency.lines().get(latency.lines().size() - 1).means()));
    }
    return all.stream().filter(scatter -> !scatter.isEmpty()).toList();
  }
}
