package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.EnumMap;
import java.util.Map;

/**
 * The figures of one window: a run or a slice. All are in display units.
 *
 * @param distributions statistics per metric: error-adjusted twins only with errors, {@link
 *     Metric.Kind#SWEEP} metrics only if there are not too many requests
 * @param values single values per metric (counts, totals, rates)
 * @param asAiperf distributions that AIPerf defines differently
 */
public record WindowStatistics(
    Map<Metric, DistributionSummary> distributions,
    Map<Metric, Double> values,
    Map<Metric, DistributionSummary> asAiperf) {

  /** No figures. */
  static final WindowStatistics NONE = new WindowStatistics(Map.of(), Map.of());

  /** Creates figures without those that AIPerf defines differently. */
  public WindowStatistics(
      Map<Metric, DistributionSummary> distributions, Map<Metric, Double> values) {
    this(distributions, values, Map.of());
  }

  /** Returns whether there are no figures of requests; curves are 0 without requests. */
  public boolean isEmpty() {
    return values.isEmpty()
        && distributions.keySet().stream().allMatch(metric -> metric.kind() == Metric.Kind.SWEEP);
  }

  /** Returns a copy with the figures of the other one that this one lacks. */
  WindowStatistics completedBy(WindowStatistics other) {
    return new WindowStatistics(
        both(distributions, other.distributions),
        both(values, other.values),
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
