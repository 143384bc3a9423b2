package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One metric in AIPerf's files.
 *
 * @param tag name in files
 * @param header name for people
 * @param unit display unit of the statistics; {@code count} for a plain number
 * @param statistics the available ones
 */
public record AiperfResult(
    String tag, String header, String unit, Map<Statistic, Double> statistics) {

  public AiperfResult {
    statistics = Collections.unmodifiableMap(new EnumMap<>(statistics));
  }

  /** Creates a metric with one number. */
  static AiperfResult ofNumber(String tag, String header, String unit, double value) {
    return new AiperfResult(tag, header, unit, Map.of(Statistic.AVG, value));
  }

  /** Creates a metric with all statistics. */
  static AiperfResult ofSummary(
      String tag, String header, String unit, DistributionSummary summary) {
    Map<Statistic, Double> statistics = new EnumMap<>(Statistic.class);
    for (Statistic statistic : Statistic.values()) {
      statistics.put(statistic, statistic.of(summary));
    }
    return new AiperfResult(tag, header, unit, statistics);
  }

  /**
   * Returns the metrics that AIPerf would export for a run, by tag; without Longhaul's own metrics.
   */
  public static List<AiperfResult> of(WindowStatistics window) {
    return of(window, AiperfResult::isExported);
  }

  /** Returns the metrics that AIPerf would export for one of its time slices, by tag. */
  public static List<AiperfResult> ofSlice(WindowStatistics window) {
    return of(window, metric -> isExported(metric) && !metric.is(Metric.Flag.NOT_IN_SLICES));
  }

  private static List<AiperfResult> of(WindowStatistics window, Predicate<Metric> exported) {
    List<AiperfResult> results = new ArrayList<>();
    window
        .aiperfDistributions()
        .forEach((metric, summary) -> results.add(of(metric, finiteOf(metric, summary))));
    window
        .values()
        .forEach((metric, value) -> results.add(of(metric, Map.of(Statistic.AVG, value))));
    results.removeIf(result -> !exported.test(Metric.ofTag(result.tag()).orElseThrow()));
    results.sort(Comparator.comparing(AiperfResult::tag));
    return List.copyOf(results);
  }

  private static AiperfResult of(Metric metric, Map<Statistic, Double> statistics) {
    return new AiperfResult(metric.tag(), metric.header(), metric.unit().display(), statistics);
  }

  /** Returns the finite statistics: like AIPerf, omits infinite ones. */
  private static Map<Statistic, Double> finiteOf(Metric metric, DistributionSummary summary) {
    Map<Statistic, Double> statistics = new EnumMap<>(Statistic.class);
    for (Statistic statistic : Statistic.values()) {
      double value = statistic.of(summary);
      if (Double.isFinite(value)) {
        statistics.put(statistic, value);
      }
    }
    if (metric.kind() == Metric.Kind.NETWORK) {
      statistics.remove(Statistic.COUNT); // AIPerf exports one value per run
    }
    return statistics;
  }

  /** Returns whether AIPerf writes the metric to its files. */
  static boolean isExported(Metric metric) {
    return !metric.isOurs() && !metric.is(Metric.Flag.INTERNAL);
  }

  /** Returns whether it is a distribution and not a single number. */
  public boolean hasPercentiles() {
    return Statistic.PERCENTILES.stream().anyMatch(statistics::containsKey);
  }
}
