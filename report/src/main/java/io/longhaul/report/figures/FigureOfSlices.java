package io.longhaul.report.figures;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stability.MinimumEffect;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A figure that each slice of a run has.
 *
 * @param name tag of a metric, or name of another figure
 * @param statistic the statistic of a distribution; null if the figure is one number
 * @param unit display unit; empty if it has none
 * @param value returns the value of a slice in this unit; NaN if it has none
 * @param leastEffect the least change that matters
 */
public record FigureOfSlices(
    String name,
    @Nullable String statistic,
    String unit,
    ToDoubleFunction<SliceRow> value,
    MinimumEffect leastEffect) {

  private static final String PER_SECOND = "/sec";

  /** Half a percentage point. */
  private static final MinimumEffect OF_ERROR_RATES = new MinimumEffect(0, 0.5);

  /** Returns a figure that is one number. */
  static FigureOfSlices number(String name, String unit, ToDoubleFunction<SliceRow> value) {
    return new FigureOfSlices(name, null, unit, value, MinimumEffect.USUAL);
  }

  /** Returns a figure of a metric that rows of slices contain. */
  static FigureOfSlices of(Threshold.Figure figure) {
    Metric metric = figure.metric();
    Statistic statistic = figure.statistic();
    ToDoubleFunction<SliceRow> value =
        statistic == null
            ? slice -> number(slice, figure)
            : slice -> SliceColumn.summary(slice, metric).map(statistic::of).orElse(Double.NaN);
    return new FigureOfSlices(
        metric.tag(),
        statistic == null ? null : statistic.label(),
        metric.unit().display(),
        value,
        metric == Metric.REQUEST_ERROR_RATE ? OF_ERROR_RATES : MinimumEffect.USUAL);
  }

  /** A slice without requests has a rate of 0, and no error rate. */
  private static double number(SliceRow slice, Threshold.Figure figure) {
    boolean isRate = figure.metric().unit().display().endsWith(PER_SECOND);
    return figure
        .of(SliceFigures.statistics(slice, slice.getCoveredNs()))
        .orElse(isRate ? 0 : Double.NaN);
  }

  /** Returns the name with the statistic, as in conditions. */
  public String text() {
    return statistic == null ? name : name + "." + statistic;
  }
}
