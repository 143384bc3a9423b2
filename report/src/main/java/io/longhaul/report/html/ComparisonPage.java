package io.longhaul.report.html;

import io.longhaul.metrics.Metric;
import io.longhaul.report.compare.ComparedFigure;
import io.longhaul.report.compare.ComparedRun;
import io.longhaul.report.compare.ConfigurationChange;
import io.longhaul.report.compare.FigureDifference;
import io.longhaul.report.compare.RunBins;
import io.longhaul.report.compare.RunComparison;
import io.longhaul.report.compare.Verdict;
import io.longhaul.report.compare.WorseCondition;
import io.longhaul.report.console.ComparisonText;
import io.longhaul.report.html.CdfChart.Curve;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A comparison of runs as a page: the tables of the console, and charts in which each line is a
 * run. For one thread.
 */
public final class ComparisonPage {
  /** What is drawn over time. */
  private static final List<ComparedFigure> OVER_TIME =
      List.of(
          ComparedFigure.TTFT_P50,
          ComparedFigure.TTFT_P99,
          ComparedFigure.INTER_TOKEN_LATENCY_P50,
          ComparedFigure.INTER_TOKEN_LATENCY_P99,
          ComparedFigure.REQUEST_LATENCY_P50,
          ComparedFigure.REQUEST_LATENCY_P99,
          ComparedFigure.REQUEST_THROUGHPUT,
          ComparedFigure.OUTPUT_TOKEN_THROUGHPUT,
          ComparedFigure.GOODPUT,
          ComparedFigure.REQUEST_ERROR_RATE,
          ComparedFigure.ENERGY_PER_OUTPUT_TOKEN);

  /** Members of a figure in the JSON document whose values are cells of its row. */
  private static final List<String> MEMBERS =
      List.of("figure", "baseline", "other", "difference", "margin", "verdict");

  /** Lengths of a point of the charts; longer ones are multiples of the last. */
  private static final int[] POINT_SECONDS = {
    2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600
  };

  private static final int MAX_POINTS = 100;

  /** Bins per point, so that none is empty because bins and points have other edges. */
  private static final int LEAST_BINS = 2;

  private static final int LONGEST_NAME = 32;

  private final List<ComparedRun> runs;
  private final List<RunComparison> comparisons;
  private final List<WorseCondition.Result> results;
  private final ComparisonText text;
  private final TimeBuckets points;
  private final List<TimeChart> charts;
  private final List<CdfChart> distributions;
  private final HtmlText html = new HtmlText();

  /**
   * Creates a page.
   *
   * @param runs the runs, the baseline first
   * @param comparisons each of the other runs with the baseline
   * @param minEffectPercent the minimum effect
   * @param results results of the conditions of {@code --fail-if-worse}
   */
  public ComparisonPage(
      List<ComparedRun> runs,
      List<RunComparison> comparisons,
      double minEffectPercent,
      List<WorseCondition.Result> results) {
    this.runs = List.copyOf(runs);
    this.comparisons = List.copyOf(comparisons);
    this.results = List.copyOf(results);
    this.text = new ComparisonText(runs, comparisons, minEffectPercent);
    this.points = points(runs);
    this.charts = OVER_TIME.stream().map(this::chart).filter(chart -> !chart.isEmpty()).toList();
    this.distributions =
        RunBins.LATENCIES.stream()
            .map(this::distribution)
            .filter(chart -> !chart.curves().isEmpty())
            .toList();
  }

  /** Returns the page. */
  public String text() throws IOException {
    html.open("header").element("h1", "Comparison of runs").close("header");
    html.open("main");
    comparisons.forEach(this::summary);
    conditions();
    html.section("runs", "Runs", this::runs);
    html.section("figures", "Differences", this::differences);
    html.section("configuration", "Configuration", this::configuration);
    html.section("time", "Over time", this::overTime);
    html.section(
        "distributions", "Distributions", () -> distributions.forEach(chart -> chart.write(html)));
    html.close("main");
    return new HtmlPage("Comparison of runs", html, JsonDocument.compact(this::writeData)).text();
  }

  private void summary(RunComparison comparison) {
    html.element(
        "p",
        "%s: %d figures are worse, %d are better, %d show no difference, and %d have too little data."
            .formatted(
                ComparisonText.title(comparison),
                count(comparison, Verdict.BASELINE_BETTER),
                count(comparison, Verdict.OTHER_BETTER),
                count(comparison, Verdict.NO_DIFFERENCE),
                count(comparison, Verdict.TOO_LITTLE_DATA)),
        "class",
        style(comparison));
  }

  /** Green would say that nothing is worse, which is unknown without enough data. */
  private static String style(RunComparison comparison) {
    if (count(comparison, Verdict.BASELINE_BETTER) > 0) {
      return "verdict bad";
    }
    boolean isUnknown = count(comparison, Verdict.TOO_LITTLE_DATA) == comparison.figures().size();
    return isUnknown ? "verdict neutral" : "verdict";
  }

  private static long count(RunComparison comparison, Verdict verdict) {
    return comparison.figures().stream().filter(each -> each.verdict() == verdict).count();
  }

  private void conditions() {
    if (!results.isEmpty()) {
      html.element("p", "Conditions under which the comparison fails:", "class", "incidents");
      html.open("ul");
      results.forEach(
          result ->
              html.element(
                  "li",
                  "%s is %s: %s"
                      .formatted(result.condition().text(), result.missed(), result.text()),
                  "class",
                  result.missed() ? "bad" : ""));
      html.close("ul");
    }
  }

  private void runs() {
    html.openTable("Runs; A is the baseline", ComparisonText.RUN_COLUMNS);
    for (int i = 0; i < runs.size(); i++) {
      html.row(text.ofRun(i));
    }
    html.closeTable();
    List<String> warnings =
        comparisons.stream()
            .flatMap(comparison -> comparison.warnings().stream())
            .distinct()
            .toList();
    if (!warnings.isEmpty()) {
      html.element("p", "The runs may not be comparable:");
      html.list(warnings);
    }
  }

  private void differences() {
    for (int i = 0; i < comparisons.size(); i++) {
      RunComparison comparison = comparisons.get(i);
      html.openTable(ComparisonText.title(comparison), ComparisonText.header(comparison));
      for (int figure = 0; figure < comparison.figures().size(); figure++) {
        difference(
            comparison,
            comparison.figures().get(figure),
            "/comparisons/" + i + "/figures/" + figure + "/");
      }
      html.closeTable();
    }
    html.element("p", text.footnote());
  }

  /**
   * Writes the row of a figure. The attribute {@code data-figure} contains the place of each cell
   * in the JSON document.
   */
  private void difference(RunComparison comparison, FigureDifference figure, String pointer) {
    List<String> cells = ComparisonText.row(comparison, figure);
    String mark =
        switch (figure.verdict()) {
          case BASELINE_BETTER -> "bad";
          case OTHER_BETTER -> "good";
          default -> "";
        };
    html.markup("<tr>").element("th", cells.get(0), "scope", "row");
    for (int cell = 1; cell < cells.size(); cell++) {
      html.element(
          "td", cells.get(cell), "data-figure", pointer + MEMBERS.get(cell), "class", mark);
    }
    html.markup("</tr>\n");
  }

  private void configuration() {
    for (RunComparison comparison : comparisons) {
      String both = comparison.baselineLetter() + " and " + comparison.otherLetter();
      if (comparison.changes().isEmpty()) {
        html.element("p", "The configurations of " + both + " do not differ.");
      } else {
        html.openTable(
            "Differences between the configurations of " + both,
            List.of("Value", comparison.baselineLetter(), comparison.otherLetter()));
        for (ConfigurationChange change : comparison.changes()) {
          html.row(List.of(change.path(), orNone(change.before()), orNone(change.after())));
        }
        html.closeTable();
      }
    }
  }

  private static String orNone(String value) {
    return value.isEmpty() ? "none" : value;
  }

  private void overTime() {
    html.element(
        "p",
        ("Each line is a run, from its own start. Each point covers %s s, in which a response"
                + " counts when it ended; the 99th percentile of a point with few requests is near its"
                + " maximum. Tables show the mean of several points, and their range in parentheses."
                + " All charts have the same time axis: drag to select a period, double-click to"
                + " return.")
            .formatted(Math.round(points.bucketSeconds())));
    html.markup(TimeChart.TOOLBAR);
    charts.forEach(chart -> chart.write(html, points));
  }

  private static TimeBuckets points(List<ComparedRun> runs) {
    double end = runs.stream().mapToDouble(run -> run.bins().seconds()).max().orElse(0);
    double bin = runs.stream().mapToDouble(run -> run.bins().binSeconds()).max().orElse(0);
    double least = Math.max(end / MAX_POINTS, LEAST_BINS * bin);
    int longest = POINT_SECONDS[POINT_SECONDS.length - 1];
    double seconds =
        Arrays.stream(POINT_SECONDS)
            .filter(each -> each >= least)
            .findFirst()
            .orElse((int) Math.ceil(least / longest) * longest);
    return new TimeBuckets((int) Math.max(1, Math.ceil(end / seconds)), 1, seconds, end);
  }

  private TimeChart chart(ComparedFigure figure) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      Line line = new Line(name(i), points);
      for (int point = 0; point < points.count(); point++) {
        double value =
            runs.get(i)
                .bins()
                .figure(figure, points.startSeconds(point), points.startSeconds(point + 1));
        line.add(point, value);
      }
      lines.add(line);
    }
    boolean isShown =
        figure != ComparedFigure.REQUEST_ERROR_RATE
            || lines.stream().anyMatch(line -> line.sum(0, points.count()) > 0);
    return new TimeChart(
        figure.text().replace('.', '-'),
        figure.title(),
        figure.isInPoints() ? "% of requests" : figure.unit(),
        explanation(figure),
        isShown ? lines : List.of());
  }

  private static String explanation(ComparedFigure figure) {
    return switch (figure) {
      case REQUEST_THROUGHPUT -> "Valid responses by the time at which they ended.";
      case OUTPUT_TOKEN_THROUGHPUT -> "Output tokens of the responses that ended in each point.";
      case GOODPUT -> "Responses that met every SLO.";
      case REQUEST_ERROR_RATE -> "Failed requests among those that ended in each point.";
      case ENERGY_PER_OUTPUT_TOKEN -> "Energy of all GPUs, divided by the output tokens.";
      default -> "Over the valid responses that ended in each point.";
    };
  }

  private CdfChart distribution(Metric latency) {
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      double[] values = runs.get(i).bins().percentiles(latency, CdfChart.PERCENTS);
      if (Double.isFinite(values[values.length - 1])) {
        curves.add(new Curve(name(i), values));
      }
    }
    return new CdfChart(
        latency.tag() + "-cdf",
        latency.header(),
        CdfChart.AXIS + " Each curve is a run; curves further to the left are faster.",
        "The table of differences has the percentiles.",
        curves);
  }

  /** Returns the name of a run in legends: its letter and the end of its name. */
  private String name(int run) {
    String name = runs.get(run).name();
    int cut = name.length() - LONGEST_NAME;
    return RunComparison.letter(run) + "  " + (cut > 0 ? "…" + name.substring(cut + 1) : name);
  }

  private void writeData(JsonDocument json) throws IOException {
    json.number("end", points.endSeconds());
    json.number("bucket", points.bucketSeconds());
    json.integer("buckets", points.count());
    // The charts mark no slices: it would be unclear to which of the runs a mark belongs.
    for (String mark : List.of("untrusted", "heavy", "partial")) {
      json.numbers(mark, new double[0]);
    }
    json.objects("events", List.of(), event -> {});
    json.objects("charts", charts, chart -> chart.writeData(json));
    json.objects("cdf", distributions, chart -> chart.writeData(json));
    json.numbers("percents", CdfChart.PERCENTS);
  }
}
