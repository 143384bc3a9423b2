package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;

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

  /** What AIPerf would export of a run, by tag. Metrics of ours are left out. */
  public static List<AiperfResult> of(WindowStatistics window) {
    return of(window, AiperfResult::isExported);
  }

  /** What AIPerf would export of one of its time slices, by tag. */
  public static List<AiperfResult> ofSlice(WindowStatistics window) {
    return of(window, metric -> isExported(metric) && !metric.is(Metric.Flag.NOT_IN_SLICES));
  }

  private static List<AiperfResult> of(WindowStatistics window, Predicate<Metric> exported) {
    List<AiperfResult> results = new ArrayList<>();
    window
        .aiperfDistributions()
        .forEach((metric, all) -> results.add(of(metric, all, Statistic::of)));
    window.adjusted().forEach((metric, all) -> results.add(of(metric, all, Statistic::of)));
    window.sweeps().forEach((metric, all) -> results.add(of(metric, all, Statistic::of)));
    window
        .values()
        .forEach(
            (metric, value) ->
                results.add(
                    ofNumber(metric.tag(), metric.header(), metric.unit().display(), value)));
    results.removeIf(result -> !exported.test(Metric.ofTag(result.tag()).orElseThrow()));
    results.sort(Comparator.comparing(AiperfResult::tag));
    return List.copyOf(results);
  }

  /** Those statistics that are numbers: an infinite one is told by its absence, as in AIPerf. */
  private static <T> AiperfResult of(
      Metric metric, T summary, ToDoubleBiFunction<Statistic, T> statisticOf) {
    Map<Statistic, Double> statistics = new EnumMap<>(Statistic.class);
    for (Statistic statistic : Statistic.values()) {
      double value = statisticOf.applyAsDouble(statistic, summary);
      if (Double.isFinite(value) && isTold(metric, statistic)) {
        statistics.put(statistic, value);
      }
    }
    return new AiperfResult(metric.tag(), metric.header(), metric.unit().display(), statistics);
  }

  /** AIPerf has figures of the network as one value of a run each, which is not counted. */
  private static boolean isTold(Metric metric, Statistic statistic) {
    return metric.kind() != Metric.Kind.NETWORK || statistic != Statistic.COUNT;
  }

  /** Whether AIPerf writes it into its files. */
  static boolean isExported(Metric metric) {
    return !metric.isOurs() && !metric.is(Metric.Flag.INTERNAL);
  }

  /** Whether it is a distribution and not a single number. */
  public boolean hasPercentiles() {
    return Statistic.PERCENTILES.stream().anyMatch(statistics::containsKey);
  }
}
