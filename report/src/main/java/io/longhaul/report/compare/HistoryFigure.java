package io.longhaul.report.compare;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stability.MinimumEffect;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.Threshold.Figure;
import java.util.OptionalDouble;

/** The figure whose history is shown. */
public record HistoryFigure(Figure figure) {

  /** Returns the name in files, such as {@code time_to_first_token.p99}. */
  public String text() {
    return figure.text();
  }

  /** Returns the name in tables, such as {@code Time to First Token p99 (ms)}. */
  public String label() {
    var statistic = figure.statistic();
    String name = figure.metric().header() + (statistic == null ? "" : " " + statistic.label());
    return name + " (" + unit() + ")";
  }

  /** Returns the unit of its values. */
  public String unit() {
    return figure.metric().unit().display();
  }

  /** Returns whether differences are in percentage points. */
  public boolean isInPoints() {
    return figure.metric() == Metric.REQUEST_ERROR_RATE;
  }

  /** Returns the least change that matters. */
  public MinimumEffect effect(double percent) {
    return isInPoints()
        ? new MinimumEffect(0, Math.min(FigureDifference.MIN_EFFECT_POINTS, percent))
        : new MinimumEffect(percent / 100, 0);
  }

  /** Returns a change in percent of the value before, or in points; NaN if unknown. */
  public double change(double before, double after) {
    if (isInPoints()) {
      return after - before;
    }
    return before == 0 ? Double.NaN : 100 * (after - before) / Math.abs(before);
  }

  OptionalDouble of(RunReport report) {
    return figure.of(report.statistics());
  }
}
