package io.longhaul.cli.api;

import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.Statistic;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.Locale;
import java.util.Map;

/**
 * AIPerf's metrics with the names of AIPerf 0.13, {@code aiperf_TAG_UNIT}. All values cover the run
 * so far.
 */
final class AiperfFamilies {
  private static final Map<Statistic, String> GAUGES =
      Map.of(
          Statistic.AVG, "average",
          Statistic.MIN, "minimum",
          Statistic.MAX, "maximum",
          Statistic.STD, "standard deviation");

  private static final Map<Statistic, Double> QUANTILES =
      Map.of(
          Statistic.P1, 0.01,
          Statistic.P5, 0.05,
          Statistic.P10, 0.1,
          Statistic.P25, 0.25,
          Statistic.P50, 0.5,
          Statistic.P75, 0.75,
          Statistic.P90, 0.9,
          Statistic.P95, 0.95,
          Statistic.P99, 0.99);

  private final MetricFamilies families;

  private AiperfFamilies(MetricFamilies families) {
    this.families = families;
  }

  /** Adds the metrics of a run: a distribution as summary and gauges, a single value as gauge. */
  static void addTo(MetricFamilies families, ApiRunInfo runInfo, RunState state) {
    families.gauge(
        "aiperf_info",
        "The run; version is the AIPerf version that defines these names",
        1,
        "version",
        StateJson.COMPATIBLE_VERSION,
        "longhaul_version",
        runInfo.toolVersion());
    state.metrics().forEach(new AiperfFamilies(families)::add);
  }

  private void add(AiperfResult result) {
    String base = "aiperf_" + named(result.tag());
    String unit = result.unit().isEmpty() ? "" : "_" + unitOf(result.unit());
    if (result.hasPercentiles()) {
      addSummary(base + unit, result);
    }
    result
        .statistics()
        .forEach(
            (statistic, value) -> {
              String name = base + "_" + statistic.label() + unit;
              if (GAUGES.containsKey(statistic)) {
                families.gauge(name, helpOf(result, " " + GAUGES.get(statistic)), value);
              } else if (!result.hasPercentiles() && !QUANTILES.containsKey(statistic)) {
                families.gauge(name, helpOf(result, " observation " + statistic.label()), value);
              }
            });
  }

  private void addSummary(String name, AiperfResult result) {
    Map<Statistic, Double> statistics = result.statistics();
    Quantiles.Builder quantiles = Quantiles.builder();
    statistics.forEach(
        (statistic, value) -> {
          Double quantile = QUANTILES.get(statistic);
          if (quantile != null) {
            quantiles.quantile(new Quantile(quantile, value));
          }
        });
    SummaryDataPointSnapshot.Builder summary =
        SummaryDataPointSnapshot.builder()
            .labels(families.runLabels())
            .quantiles(quantiles.build());
    Double sum = statistics.get(Statistic.SUM);
    if (sum != null) {
      summary.sum(sum);
    }
    Double count = statistics.get(Statistic.COUNT);
    if (count != null) {
      summary.count(Math.round(count));
    }
    families.add(
        SummarySnapshot.builder()
            .name(name)
            .help(helpOf(result, ""))
            .dataPoint(summary.build())
            .build());
  }

  private static String helpOf(AiperfResult result, String words) {
    return result.header() + words + " (in " + result.unit() + ")";
  }

  private static String named(String tag) {
    return tag.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
  }

  /** Converts a unit by AIPerf's rules, in AIPerf's order. */
  private static String unitOf(String unit) {
    return named(
        unit.replace("%", "percent")
            .replace("/", "_per_")
            .replace("tokens_per_sec", "tps")
            .replace("__", "_"));
  }
}
