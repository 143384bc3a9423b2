package io.longhaul.report.figures;

import io.longhaul.metrics.stability.Growth;
import io.longhaul.metrics.stability.GrowthState;
import io.longhaul.metrics.stability.Stability.Trend;
import io.longhaul.metrics.stats.NumberText;

/**
 * Whether a gauge of a server or a GPU grew during a run.
 *
 * @param gauge name of the gauge, and the GPU or the series
 * @param unit display unit; empty if it has none
 */
public record GaugeGrowth(String gauge, String unit, Growth growth) {

  /** Returns the result as a sentence without the name of the gauge. */
  public String text() {
    if (growth.state() == GrowthState.TOO_SHORT) {
      return FigureStability.tooShort(growth.slices());
    }
    String levels =
        "lowest "
            + withUnit(growth.start())
            + " in the first third, "
            + withUnit(growth.end())
            + " in the last";
    return growth.state() == GrowthState.GROWING
        ? levels + rate(growth.trend().orElseThrow())
        : levels;
  }

  private String rate(Trend trend) {
    return ", +" + withUnit(trend.slopePerHour()) + " per hour";
  }

  private String withUnit(double value) {
    return NumberText.grouped(value) + (unit.isEmpty() ? "" : " " + unit);
  }
}
