package io.longhaul.report.longhaul;

import io.longhaul.metrics.stability.Growth;
import io.longhaul.metrics.stability.Stability;
import io.longhaul.metrics.stability.Stability.Shift;
import io.longhaul.metrics.stability.Stability.Trend;
import io.longhaul.report.figures.FigureStability;
import io.longhaul.report.figures.FigureStability.Change;
import io.longhaul.report.figures.FigureStability.ExplainedShift;
import io.longhaul.report.figures.GaugeGrowth;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.RunStability;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** How stable the figures of a run were: the member {@code stability} of {@code longhaul.json}. */
final class StabilityJson {
  private static final int MOST_OUTLIERS = 10;
  private static final double NANOS_PER_SECOND = 1e9;

  private final JsonDocument json;
  private final long startEpochNanos;

  private StabilityJson(JsonDocument json, long startEpochNanos) {
    this.json = json;
    this.startEpochNanos = startEpochNanos;
  }

  static void write(
      JsonDocument json, RunReport report, RunStability stability, List<GaugeGrowth> gauges)
      throws IOException {
    json.integer("slices", stability.slices());
    json.integer("slices_needed", Stability.SLICES_NEEDED);
    StabilityJson writer = new StabilityJson(json, report.startEpochNanos());
    json.objects("figures", stability.figures(), writer::writeFigure);
    json.objects("gauges", gauges, writer::writeGauge);
  }

  private void writeGauge(GaugeGrowth gauge) throws IOException {
    Growth growth = gauge.growth();
    json.text("gauge", gauge.gauge());
    json.text("unit", gauge.unit());
    json.text("state", growth.state().name());
    json.text("text", gauge.text());
    json.integer("slices", growth.slices());
    json.number("start", growth.start());
    json.number("end", growth.end());
    if (growth.trend().isPresent()) {
      json.number("p_value", growth.trend().get().p());
      json.number("slope_per_hour", growth.trend().get().slopePerHour());
    }
  }

  private void writeFigure(FigureStability figure) throws IOException {
    Stability stability = figure.stability();
    json.text("figure", figure.figure().name());
    json.textIfAny("statistic", figure.figure().statistic());
    json.text("unit", figure.figure().unit());
    json.text("state", stability.state().name());
    json.text("text", figure.text());
    json.integer("slices", stability.slices());
    json.number("mean", stability.mean());
    json.number("settling_seconds", stability.settlingSeconds());
    json.number("cov", stability.cov());
    json.integer("outliers", stability.outliers().size());
    json.plainIntegers(
        "first_outliers",
        stability.outliers().stream().limit(MOST_OUTLIERS).mapToLong(Integer::longValue).toArray());
    if (stability.trend().isPresent()) {
      json.object("trend", () -> writeTrend(stability, stability.trend().get()));
    }
    if (stability.season().isPresent()) {
      json.object("season", () -> json.number("amplitude", stability.season().get().amplitude()));
    }
    json.objects("shifts", figure.shifts(), this::writeShift);
  }

  private void writeTrend(Stability stability, Trend trend) throws IOException {
    json.text("direction", trend.direction().name().toLowerCase(Locale.ROOT));
    json.number("p_value", trend.p());
    json.number("slope_per_hour", trend.slopePerHour());
    json.number("slope_low", trend.slopeLow());
    json.number("slope_high", trend.slopeHigh());
    json.number("percent_per_hour", stability.slopePercentPerHour());
    json.number("rel_drift", stability.relativeDrift());
    json.number("projected", trend.projected());
  }

  private void writeShift(ExplainedShift explained) throws IOException {
    Shift shift = explained.shift();
    json.integer("slice", shift.slice());
    json.number("seconds", shift.seconds());
    json.time("time", startEpochNanos + Math.round(shift.seconds() * NANOS_PER_SECOND));
    json.number("from", shift.from());
    json.number("to", shift.to());
    json.number("percent", 100 * (shift.to() - shift.from()) / Math.abs(shift.from()));
    json.objects("also_changed", explained.changed(), this::writeChange);
    if (!explained.marks().isEmpty()) {
      json.texts("marks", explained.marks());
    }
  }

  private void writeChange(Change change) throws IOException {
    json.text("figure", change.figure());
    json.textIfAny("gpu", change.gpu());
    json.textIfAny("unit", change.unit());
    json.number("from", change.from());
    json.number("to", change.to());
  }
}
