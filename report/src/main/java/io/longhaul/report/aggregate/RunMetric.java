package io.longhaul.report.aggregate;

import io.longhaul.report.figures.Statistic;
import java.util.Map;

/**
 * A metric in a run's {@code profile_export_aiperf.json}.
 *
 * @param unit unit of its values
 * @param statistics the available statistics in that unit
 */
public record RunMetric(String unit, Map<Statistic, Double> statistics) {
  public RunMetric {
    statistics = Map.copyOf(statistics);
  }
}
