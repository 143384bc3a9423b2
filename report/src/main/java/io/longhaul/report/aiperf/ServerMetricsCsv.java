package io.longhaul.report.aiperf;

import io.longhaul.report.figures.RunReport;
import io.longhaul.report.json.CsvText;
import io.longhaul.report.servers.SeriesFigures;
import io.longhaul.report.servers.ServerFigures;
import io.longhaul.sinks.servers.MetricUnits;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code server_metrics_export.csv} in the format of AIPerf 0.13: one table per type of metric with
 * one column per label. Numbers have four decimals, counts none.
 */
final class ServerMetricsCsv {
  private static final int DECIMALS = 4;
  private static final List<String> GAUGE =
      List.of(
          "avg", "min", "max", "std", "p1", "p5", "p10", "p25", "p50", "p75", "p90", "p95", "p99");
  private static final List<String> COUNTER =
      List.of("total", "rate", "rate_avg", "rate_min", "rate_max", "rate_std");
  private static final List<String> HISTOGRAM =
      Stream.concat(
              Stream.of("count", "count_rate", "sum", "sum_rate", "avg"),
              Stream.of("p1", "p5", "p10", "p25", "p50", "p75", "p90", "p95", "p99")
                  .map(percentile -> percentile + "_estimate"))
          .toList();

  private final CsvText csv = new CsvText();
  private boolean anySection;

  private ServerMetricsCsv() {}

  static CsvText of(RunReport report, ServerFigures figures) {
    ServerMetricsCsv file = new ServerMetricsCsv();
    file.csv.comment("AIPerf Server Metrics Export (CSV)");
    file.csv.comment("aiperf_version: " + ProfileJson.COMPATIBLE_VERSION);
    file.csv.comment("schema_version: 1.0");
    file.csv.comment("benchmark_id: " + report.run().getRunId());
    file.csv.comment("Note: Same benchmark_id and version appear in JSON and Parquet exports");
    file.csv.comment("");
    file.addSection("gauge", GAUGE, figures);
    file.addSection("counter", COUNTER, figures);
    file.addSection("histogram", HISTOGRAM, figures);
    file.addSection("unknown", GAUGE, figures);
    file.addInfo(figures);
    return file.csv;
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
    csv.texts(List.of("Endpoint", "Type", "Metric", "Unit")).texts(statistics).texts(labels);
    csv.text("Description");
    if (histogram) {
      csv.text("buckets");
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
    csv.text(ExporterName.of(series.id().url())).text(type).text(name);
    csv.text(MetricUnits.of(name, series.help()).orElse(""));
    statistics.forEach(statistic -> csv.text(text(series.statistics().get(statistic))));
    labels.forEach(label -> csv.text(series.id().labels().getOrDefault(label, "")));
    csv.text(series.help());
    if (histogram) {
      csv.text(
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
    csv.texts(List.of("Endpoint", "Metric", "Key", "Value", "Description")).endLine();
    for (SeriesFigures info : infos) {
      info.id()
          .labels()
          .forEach(
              (key, value) -> {
                csv.text(ExporterName.of(info.id().url())).text(info.id().aiperfName());
                csv.text(key).text(value).text(info.help()).endLine();
              });
    }
  }

  private static boolean isInfo(SeriesFigures series) {
    return series.id().isInfo() && series.id().type().equals("gauge");
  }

  private static String text(@Nullable Number statistic) {
    if (statistic == null) {
      return "";
    }
    return statistic instanceof Long whole
        ? Long.toString(whole)
        : new BigDecimal(statistic.doubleValue())
            .setScale(DECIMALS, RoundingMode.HALF_EVEN)
            .toPlainString();
  }

  /** Returns which label columns have a value, to group lines with the same labels. */
  private static String pattern(SeriesFigures series, List<String> labels) {
    return labels.stream()
        .map(label -> series.id().labels().containsKey(label) ? "1" : "0")
        .collect(Collectors.joining());
  }

  /**
   * Returns all labels, grouped by labels that occur together; within a group, labels of a single
   * series come first.
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
      family.stream().filter(label -> uses.getOrDefault(label, 0) == 1).forEach(columns::add);
      family.stream().filter(label -> uses.getOrDefault(label, 0) > 1).forEach(columns::add);
    }
    return columns;
  }
}
