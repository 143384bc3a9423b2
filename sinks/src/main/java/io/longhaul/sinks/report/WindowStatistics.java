package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.EnumMap;
import java.util.Map;

/**
 * Figures of one window: a run or a slice.
 *
 * @param distributions per metric its statistics in display units
 * @param values per metric its one value in display units (counts, totals, rates)
 */
public record WindowStatistics(
    Map<Metric, DistributionSummary> distributions, Map<Metric, Double> values) {

  /** The figures of nothing. */
  static final WindowStatistics NONE = new WindowStatistics(Map.of(), Map.of());

  public boolean isEmpty() {
    return distributions.isEmpty() && values.isEmpty();
  }

  /** The figures of this one, and of the other those that this one lacks. */
  WindowStatistics completedBy(WindowStatistics other) {
    Map<Metric, DistributionSummary> allDistributions = new EnumMap<>(Metric.class);
    allDistributions.putAll(other.distributions);
    allDistributions.putAll(distributions);
    Map<Metric, Double> allValues = new EnumMap<>(Metric.class);
    allValues.putAll(other.values);
    allValues.putAll(values);
    return new WindowStatistics(allDistributions, allValues);
  }
}
