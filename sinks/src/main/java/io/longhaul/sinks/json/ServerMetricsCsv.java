package io.longhaul.sinks.json;

import io.longhaul.sinks.report.RunReport;
import io.longhaul.sinks.servers.MetricUnits;
import io.longhaul.sinks.servers.SeriesFigures;
import io.longhaul.sinks.servers.ServerFigures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * {@code server_metrics_export.csv} in the shape of AIPerf 0.13: a table for each type of metric,
 * with a column for each label. Numbers have four decimals, counts none.
 */
final class ServerMetricsCsv {
  private static final int DECIMALS = 4;
  private static final List<String> GAUGE =
      List.of(
          "avg", "min", "max", "std", "p1", "p5", "p10", "p25", "p50", "p75", "p90", "p95", "p99");
  private static final List<String> COUNTER =
      List.of("total", "rate", "rate_avg", "rate_min", "rate_max", "rate_std");
  private static final List<String> HISTOGRAM =
      List.of(
          "count",
          "count_rate",
          "sum",
          "sum_rate",
          "avg",
          "p1_estimate",
          "p5_estimate",
          "p10_estimate",
          "p25_estimate",
          "p50_estimate",
          "p75_estimate",
          "p90_estimate",
          "p95_estimate",
          "p99_estimate");

  private final CsvText csv = new CsvText();
  private boolean anySection;

  private ServerMetricsCsv() {}

  static CsvText of(RunReport report, ServerFigures figures) {
    ServerMetricsCsv made = new ServerMetricsCsv();
    made.csv.comment("AIPerf Server Metrics Export (CSV)");
    made.csv.comment("aiperf_version: " + ProfileJson.COMPATIBLE_VERSION);
    made.csv.comment("schema_version: 1.0");
    made.csv.comment("benchmark_id: " + report.run().getRunId());
    made.csv.comment("Note: Same benchmark_id and version appear in JSON and Parquet exports");
    made.csv.comment("");
    made.addSection("gauge", GAUGE, figures);
    made.addSection("counter", COUNTER, figures);
    made.addSection("histogram", HISTOGRAM, figures);
    made.addSection("unknown", GAUGE, figures);
    made.addInfo(figures);
    return made.csv;
  }

  private void addSection(String type, List<String> statistics, ServerFigures figures) {
    List<SeriesFigures> series =
        figures.series().stream()
            .filter(each -> each.id().type().equals(type) && !isInfo(each))
            .toList();
    if (series.isEmpty()) {
      return;
    }
    beginSection();
    List<String> labels = labelColumns(series);
    boolean histogram = type.equals("histogram");
    csv.words(List.of("Endpoint", "Type", "Metric", "Unit")).words(statistics).words(labels);
    csv.word("Description");
    if (histogram) {
      csv.word("buckets");
    }
    csv.endLine();
    series.stream()
        .sorted(
            Comparator.comparing((SeriesFigures each) -> pattern(each, labels))
                .thenComparing(SeriesFigures::id))
        .forEach(each -> addLine(each, type, statistics, labels, histogram));
  }

  private void beginSection() {
    if (anySection) {
      csv.endLine();
    }
    anySection = true;
  }

  private void addLine(
      SeriesFigures series,
      String type,
      List<String> statistics,
      List<String> labels,
      boolean histogram) {
    String name = series.id().aiperfName();
    csv.word(ExporterName.of(series.id().url())).word(type).word(name);
    csv.word(MetricUnits.of(name, series.help()).orElse(""));
    statistics.forEach(statistic -> csv.word(text(series.statistics().get(statistic))));
    labels.forEach(label -> csv.word(series.id().labels().getOrDefault(label, "")));
    csv.word(series.help());
    if (histogram) {
      csv.word(
          series.buckets().entrySet().stream()
              .map(bucket -> bucket.getKey() + "=" + bucket.getValue())
              .collect(Collectors.joining(";")));
    }
    csv.endLine();
  }

  private void addInfo(ServerFigures figures) {
    List<SeriesFigures> infos = figures.series().stream().filter(ServerMetricsCsv::isInfo).toList();
    if (infos.isEmpty()) {
      return;
    }
    beginSection();
    csv.words(List.of("Endpoint", "Metric", "Key", "Value", "Description")).endLine();
    for (SeriesFigures info : infos) {
      info.id()
          .labels()
          .forEach(
              (key, value) -> {
                csv.word(ExporterName.of(info.id().url())).word(info.id().aiperfName());
                csv.word(key).word(value).word(info.help()).endLine();
              });
    }
  }

  private static boolean isInfo(SeriesFigures series) {
    return series.id().isInfo() && series.id().type().equals("gauge");
  }

  private static String text(Number statistic) {
    if (statistic == null) {
      return "";
    }
    return statistic instanceof Long whole
        ? Long.toString(whole)
        : new BigDecimal(statistic.doubleValue())
            .setScale(DECIMALS, RoundingMode.HALF_EVEN)
            .toPlainString();
  }

  /** Which of the label columns have a value: lines that are filled alike stand together. */
  private static String pattern(SeriesFigures series, List<String> labels) {
    return labels.stream()
        .map(label -> series.id().labels().containsKey(label) ? "1" : "0")
        .collect(Collectors.joining());
  }

  /**
   * All labels, by families of those that occur together; in a family those of one series only come
   * first.
   */
  private static List<String> labelColumns(List<SeriesFigures> series) {
    Map<String, Set<String>> families = new TreeMap<>();
    Map<String, Integer> uses = new TreeMap<>();
    for (SeriesFigures each : series) {
      Set<String> family = new TreeSet<>();
      for (String label : each.id().labels().keySet()) {
        uses.merge(label, 1, Integer::sum);
        family.add(label);
        family.addAll(families.getOrDefault(label, Set.of()));
      }
      family.forEach(label -> families.put(label, family));
    }
    List<String> columns = new ArrayList<>();
    for (Set<String> family : new LinkedHashSet<>(families.values())) {
      family.stream().filter(label -> uses.get(label) == 1).forEach(columns::add);
      family.stream().filter(label -> uses.get(label) > 1).forEach(columns::add);
    }
    return columns;
  }
}
