package io.longhaul.sinks.aggregate;

import io.longhaul.sinks.report.Statistic;
import java.util.Map;

/**
 * A metric as a run's {@code profile_export_aiperf.json} tells it.
 *
 * @param unit of its values
 * @param statistics those that it has, in that unit
 */
public record RunMetric(String unit, Map<Statistic, Double> statistics) {
  public RunMetric {
    statistics = Map.copyOf(statistics);
  }
}
