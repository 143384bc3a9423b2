package io.longhaul.report.genaiperf;

import io.longhaul.metrics.genaiperf.GenAiPerfMetric;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.CsvText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code profile_export_genai_perf.csv} as GenAI-Perf 0.0.16 writes it: requests, totals, GPUs and
 * constants of GPUs. A missing value is {@code N/A}.
 */
final class GenAiPerfCsv {
  private static final String NO_VALUE = "N/A";

  private final CsvText csv = new CsvText();
  private final GenAiPerfFigures figures;

  private GenAiPerfCsv(GenAiPerfFigures figures) {
    this.figures = figures;
  }

  static CsvText of(GenAiPerfFigures figures) {
    GenAiPerfCsv all = new GenAiPerfCsv(figures);
    all.writeRequests();
    all.writeTotals();
    if (!figures.gpus().isEmpty()) {
      all.writeGpus();
    }
    return all.csv;
  }

  private void writeRequests() {
    csv.text("Metric").texts(names()).endLine();
    for (GenAiPerfMetric metric : GenAiPerfMetric.values()) {
      if (!metric.isOfRun() && figures.shows(metric)) {
        csv.text(metric.label());
        writeStatistics(figures.metrics().getOrDefault(metric, Map.of()));
      }
    }
    csv.endLine();
  }

  private void writeTotals() {
    csv.text("Metric").text("Value").endLine();
    for (GenAiPerfMetric metric : GenAiPerfMetric.values()) {
      if (metric.isOfRun() && figures.shows(metric)) {
        csv.text(metric.label());
        writeNumber(figures.metrics().getOrDefault(metric, Map.of()).get(Statistic.AVG));
        csv.endLine();
      }
    }
  }

  private void writeGpus() {
    csv.endLine();
    csv.text("Metric").text("GPU").texts(names()).endLine();
    for (var figure : figures.gpus().entrySet()) {
      if (!figure.getKey().isConstant()) {
        for (var gpu : figure.getValue().entrySet()) {
          csv.text(figure.getKey().label()).text(gpu.getKey());
          writeStatistics(gpu.getValue());
        }
      }
    }
    csv.endLine();
    csv.text("Metric").text("GPU").text("Value").endLine();
    for (GpuFigure figure : figures.gpus().keySet()) {
      if (figure.isConstant()) {
        for (var gpu : figures.gpus().get(figure).entrySet()) {
          csv.text(figure.label()).text(gpu.getKey());
          csv.number(gpu.getValue().get(Statistic.AVG)).endLine();
        }
      }
    }
  }

  private void writeStatistics(Map<Statistic, Double> statistics) {
    Statistic.GENAI_PERF_COLUMNS.forEach(column -> writeNumber(statistics.get(column)));
    csv.endLine();
  }

  private void writeNumber(@Nullable Double value) {
    if (value == null) {
      csv.text(NO_VALUE);
    } else {
      csv.groupedNumber(value);
    }
  }

  private static List<String> names() {
    return Statistic.GENAI_PERF_COLUMNS.stream().map(Statistic::label).toList();
  }
}
