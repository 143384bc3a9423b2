package io.longhaul.cli.dashboard;

import static java.util.Objects.requireNonNull;

import io.longhaul.cli.dashboard.SlicePoint.Percentiles;
import io.longhaul.control.coordinator.LiveLoad;
import io.longhaul.metrics.Metric;
import io.longhaul.report.console.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jline.utils.AttributedStyle;

/**
 * The rows of figures: the newest slice, and a sparkline of the last ones. All sparklines show the
 * same slices at the same columns.
 */
final class FigureRows {
  private static final int LABEL = 18;
  private static final int FIGURE = 10;
  private static final int REMARK_AT = LABEL + FIGURE + 2;
  private static final int CHART_AT = LABEL + 3 * FIGURE + 2;

  private final DashboardState state;
  private final Glyphs glyphs;
  private final Styles styles;

  /** Number of slices in the sparklines. */
  private final int charted;

  private final List<Row> rows = new ArrayList<>();

  private FigureRows(DashboardState state, int columns, Glyphs glyphs, Styles styles) {
    this.state = state;
    this.glyphs = glyphs;
    this.styles = styles;
    this.charted = (int) Math.min(columns - CHART_AT - 1L, newestIndex() + 1);
  }

  static List<Row> of(DashboardState state, int columns, Glyphs glyphs, Styles styles) {
    FigureRows figures = new FigureRows(state, columns, glyphs, styles);
    figures.addAll();
    return figures.rows;
  }

  private void addAll() {
    addHeading();
    LiveLoad load = state.progress().load();
    addRate(
        "Requests/s", SlicePoint::requestsPerSecond, Figures.count(load.issued()) + " sent so far");
    addRate("Output tokens/s", SlicePoint::tokensPerSecond, "");
    if (state.slices().stream().anyMatch(slice -> !Double.isNaN(slice.goodput()))) {
      addRate("Goodput/s", SlicePoint::goodput, goodShare());
    }
    addCount("In flight", load.inFlight(), "now", SlicePoint::inFlight);
    addCount("Waiting", load.backlog(), "now", SlicePoint::waiting);
    addErrors();
    addTrust();
    if (!state.slices().isEmpty()) {
      addLatencyHeading();
      addLatency("TTFT", Metric.TIME_TO_FIRST_TOKEN);
      addLatency("ITL", Metric.INTER_TOKEN_LATENCY);
      addLatency("Request latency", Metric.REQUEST_LATENCY);
    }
    addPower();
  }

  private long newestIndex() {
    return state.slices().isEmpty() ? -1 : newest().index();
  }

  private SlicePoint newest() {
    return state.slices().get(state.slices().size() - 1);
  }

  private void addHeading() {
    Row row = new Row();
    if (state.slices().isEmpty()) {
      rows.add(row.add("No slice has finished yet", styles.heading()));
      return;
    }
    row.add("Slice " + newest().index(), styles.heading());
    String which = charted == 1 ? "this slice" : "last " + charted + " slices";
    rows.add(row.to(CHART_AT).add(which, styles.heading()));
  }

  private void addLatencyHeading() {
    Row row = new Row().add("Latency in ms", styles.heading());
    row.endingAt(LABEL + FIGURE, "p50", styles.heading());
    row.endingAt(LABEL + 2 * FIGURE, "p90", styles.heading());
    row.endingAt(LABEL + 3 * FIGURE, "p99", styles.heading());
    rows.add(row.to(CHART_AT).add("p99", styles.heading()));
  }

  /** Adds the percentiles of a latency, unless no slice has them. */
  private void addLatency(String label, Metric metric) {
    if (state.slices().stream().noneMatch(slice -> slice.latencies().containsKey(metric))) {
      return;
    }
    Row row = new Row().add(label);
    Percentiles now = newest().latencies().get(metric);
    row.endingAt(LABEL + FIGURE, now == null ? Figures.NONE : Figures.of(now.p50()), figure());
    row.endingAt(LABEL + 2 * FIGURE, now == null ? Figures.NONE : Figures.of(now.p90()), figure());
    row.endingAt(LABEL + 3 * FIGURE, now == null ? Figures.NONE : Figures.of(now.p99()), figure());
    addChart(
        row,
        slice ->
            slice.latencies().containsKey(metric)
                ? requireNonNull(slice.latencies().get(metric)).p99()
                : Double.NaN);
  }

  private void addRate(String label, ToDoubleFunction<SlicePoint> rate, String remark) {
    addFigure(label, ofNewest(rate), remark, figure(), rate);
  }

  private void addCount(
      String label, long now, String remark, ToDoubleFunction<SlicePoint> ofSlice) {
    addFigure(label, Figures.count(now), remark, figure(), ofSlice);
  }

  private void addErrors() {
    long all = state.totals().errors();
    addFigure(
        "Errors",
        state.slices().isEmpty() ? Figures.NONE : Figures.count(newest().errors()),
        Figures.count(all) + " so far",
        all == 0 ? figure() : styles.warning(),
        SlicePoint::errors);
  }

  private void addPower() {
    if (!state.gpus().isEmpty()) {
      int gpus = state.gpus().size();
      addRate("GPU power W", SlicePoint::gpuWatts, gpus == 1 ? "1 GPU" : gpus + " GPUs");
    }
  }

  /** Adds a mark for each slice: whether it can be trusted. */
  private void addTrust() {
    long all = state.totals().slices();
    long untrusted = state.totals().untrusted();
    Row row = new Row().add("Trusted slices");
    row.endingAt(
        LABEL + FIGURE,
        Figures.count(all - untrusted),
        untrusted == 0 ? figure() : styles.warning());
    row.to(REMARK_AT).add("of " + Figures.count(all)).to(CHART_AT);
    for (double trusted : series(slice -> slice.isTrusted() ? 1 : 0)) {
      if (trusted == 0) {
        row.add("!", styles.warning());
      } else {
        row.add(Double.isNaN(trusted) ? " " : String.valueOf(glyphs.trusted()), styles.chart());
      }
    }
    rows.add(row);
  }

  private void addFigure(
      String label,
      String now,
      String remark,
      AttributedStyle style,
      ToDoubleFunction<SlicePoint> ofSlice) {
    Row row = new Row().add(label).endingAt(LABEL + FIGURE, now, style);
    addChart(remark.isEmpty() ? row : row.to(REMARK_AT).add(remark), ofSlice);
  }

  private void addChart(Row row, ToDoubleFunction<SlicePoint> figure) {
    rows.add(
        charted == 0
            ? row
            : row.to(CHART_AT).add(Sparkline.of(series(figure), glyphs), styles.chart()));
  }

  /** Returns a figure of the last slices; NaN for a slice that is missing. */
  private double[] series(ToDoubleFunction<SlicePoint> figure) {
    double[] values = new double[charted];
    Arrays.fill(values, Double.NaN);
    long first = newestIndex() + 1 - charted;
    for (SlicePoint slice : state.slices()) {
      if (slice.index() >= first) {
        values[(int) (slice.index() - first)] = figure.applyAsDouble(slice);
      }
    }
    return values;
  }

  private String ofNewest(ToDoubleFunction<SlicePoint> rate) {
    double now = state.slices().isEmpty() ? Double.NaN : rate.applyAsDouble(newest());
    return Double.isNaN(now) ? Figures.NONE : Figures.of(now);
  }

  private String goodShare() {
    double share = newest().goodShare();
    return Double.isNaN(share) ? "" : Math.round(100 * share) + " % are good";
  }

  private AttributedStyle figure() {
    return styles.figure();
  }
}
