package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One metric as AIPerf's files have it.
 *
 * @param tag its name in files
 * @param header its name for people
 * @param unit of its statistics, as people read it; {@code count} of a bare number
 * @param statistics those that it has
 */
public record AiperfResult(
    String tag, String header, String unit, Map<Statistic, Double> statistics) {

  public AiperfResult {
    statistics = Collections.unmodifiableMap(new EnumMap<>(statistics));
  }

  /** A metric that has one number. */
  static AiperfResult ofNumber(String tag, String header, String unit, double value) {
    return new AiperfResult(tag, header, unit, Map.of(Statistic.AVG, value));
  }

  /** A metric that has all statistics. */
  static AiperfResult ofSummary(
      String tag, String header, String unit, DistributionSummary summary) {
    Map<Statistic, Double> statistics = new EnumMap<>(Statistic.class);
    for (Statistic statistic : Statistic.values()) {
      statistics.put(statistic, statistic.of(summary));
    }
    return new AiperfResult(tag, header, unit, statistics);
  }

  /** What AIPerf would export of a window, by tag. Metrics of ours are left out. */
  public static List<AiperfResult> of(WindowStatistics window) {
    List<AiperfResult> results = new ArrayList<>();
    window
        .distributions()
        .forEach(
            (metric, summary) -> {
              if (isExported(metric)) {
                results.add(
                    ofSummary(metric.tag(), metric.header(), metric.unit().display(), summary));
              }
            });
    window
        .values()
        .forEach(
            (metric, value) -> {
              if (isExported(metric)) {
                results.add(
                    ofNumber(metric.tag(), metric.header(), metric.unit().display(), value));
              }
            });
    results.sort(Comparator.comparing(AiperfResult::tag));
    return List.copyOf(results);
  }

  private static boolean isExported(Metric metric) {
    return !metric.isOurs() && !metric.is(Metric.Flag.INTERNAL);
  }

  /** Whether it is a distribution and not a single number. */
  public boolean hasPercentiles() {
    return Statistic.PERCENTILES.stream().anyMatch(statistics::containsKey);
  }
}
