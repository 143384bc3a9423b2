package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ErrorAdjusted;
import io.longhaul.metrics.sweep.TimeWeighted;
import java.util.EnumMap;
import java.util.Map;

/**
 * The figures of one window: a run or a slice. All are in display units.
 *
 * @param distributions statistics per metric
 * @param values single values per metric (counts, totals, rates)
 * @param adjusted statistics per error-adjusted twin; none without errors
 * @param sweeps time-weighted statistics per {@link Metric.Kind#SWEEP} metric; empty if there are
 *     too many requests
 * @param asAiperf distributions that AIPerf defines differently
 */
public record WindowStatistics(
    Map<Metric, DistributionSummary> distributions,
    Map<Metric, Double> values,
    Map<Metric, ErrorAdjusted> adjusted,
    Map<Metric, TimeWeighted> sweeps,
    Map<Metric, DistributionSummary> asAiperf) {

  /** No figures. */
  static final WindowStatistics NONE = new WindowStatistics(Map.of(), Map.of());

  /** Creates figures of requests only. */
  public WindowStatistics(
      Map<Metric, DistributionSummary> distributions, Map<Metric, Double> values) {
    this(distributions, values, Map.of(), Map.of(), Map.of());
  }

  public boolean isEmpty() {
    return distributions.isEmpty() && values.isEmpty();
  }

  /** Returns a copy with time-weighted statistics. */
  WindowStatistics with(Map<Metric, TimeWeighted> swept) {
    return new WindowStatistics(distributions, values, adjusted, swept, asAiperf);
  }

  /** Returns a copy with the figures of the other one that this one lacks. */
  WindowStatistics completedBy(WindowStatistics other) {
    return new WindowStatistics(
        both(distributions, other.distributions),
        both(values, other.values),
        both(adjusted, other.adjusted),
        both(sweeps, other.sweeps),
        both(asAiperf, other.asAiperf));
  }

  /** Returns the distributions as AIPerf defines them. */
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
