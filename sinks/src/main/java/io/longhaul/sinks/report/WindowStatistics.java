package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ErrorAdjusted;
import io.longhaul.metrics.sweep.TimeWeighted;
import java.util.EnumMap;
import java.util.Map;

/**
 * Figures of one window: a run or a slice. All are in display units.
 *
 * @param distributions per metric its statistics
 * @param values per metric its one value (counts, totals, rates)
 * @param adjusted per error-adjusted twin its statistics; none without errors
 * @param sweeps per metric of what was under way its statistics over time; empty when there were
 *     more requests than can be swept
 * @param asAiperf those distributions that AIPerf has otherwise
 */
public record WindowStatistics(
    Map<Metric, DistributionSummary> distributions,
    Map<Metric, Double> values,
    Map<Metric, ErrorAdjusted> adjusted,
    Map<Metric, TimeWeighted> sweeps,
    Map<Metric, DistributionSummary> asAiperf) {

  /** The figures of nothing. */
  static final WindowStatistics NONE = new WindowStatistics(Map.of(), Map.of());

  /** Figures of requests alone. */
  public WindowStatistics(
      Map<Metric, DistributionSummary> distributions, Map<Metric, Double> values) {
    this(distributions, values, Map.of(), Map.of(), Map.of());
  }

  public boolean isEmpty() {
    return distributions.isEmpty() && values.isEmpty();
  }

  /** The same with what was under way. */
  WindowStatistics with(Map<Metric, TimeWeighted> swept) {
    return new WindowStatistics(distributions, values, adjusted, swept, asAiperf);
  }

  /** The figures of this one, and of the other those that this one lacks. */
  WindowStatistics completedBy(WindowStatistics other) {
    return new WindowStatistics(
        both(distributions, other.distributions),
        both(values, other.values),
        both(adjusted, other.adjusted),
        both(sweeps, other.sweeps),
        both(asAiperf, other.asAiperf));
  }

  /** The distributions as AIPerf has them. */
  Map<Metric, DistributionSummary> aiperfDistributions() {
    return both(asAiperf, distributions);
  }

  private static <T> Map<Metric, T> both(Map<Metric, T> mine, Map<Metric, T> other) {
    Map<Metric, T> all = new EnumMap<>(Metric.class);
    all.putAll(other);
    all.putAll(mine);
    return all;
  }
}
