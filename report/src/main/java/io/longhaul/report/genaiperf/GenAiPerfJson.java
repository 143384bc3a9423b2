package io.longhaul.report.genaiperf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.metrics.genaiperf.GenAiPerfMetric;
import io.longhaul.metrics.genaiperf.SessionFolds;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.Map;

/** {@code profile_export_genai_perf.json} as GenAI-Perf 0.0.16 writes it. */
final class GenAiPerfJson {
  static final String UNIT = "unit";
  static final String TELEMETRY = "telemetry_stats";
  static final String INPUT_CONFIG = "input_config";

  private static final String LEFT_OUT =
      "there are more sessions: the first "
          + SessionFolds.MAX_SESSIONS
          + " by name are here, the requests of all in the record";

  private GenAiPerfJson() {}

  static void write(JsonDocument json, GenAiPerfFigures figures, ObjectNode configuration)
      throws IOException {
    writeMetrics(json, figures.metrics());
    if (!figures.gpus().isEmpty()) {
      json.object(TELEMETRY, () -> writeGpus(json, figures));
    }
    json.tree(INPUT_CONFIG, configuration);
    if (!figures.sessions().isEmpty()) {
      json.object(
          "sessions",
          figures.sessions(),
          (name, metrics) -> json.object(name, () -> writeMetrics(json, metrics)));
    }
    if (figures.omittedSessions()) {
      json.text("sessions_note", LEFT_OUT);
    }
  }

  private static void writeMetrics(
      JsonDocument json, Map<GenAiPerfMetric, Map<Statistic, Double>> metrics) throws IOException {
    for (GenAiPerfMetric metric : GenAiPerfMetric.JSON_ORDER) {
      Map<Statistic, Double> statistics = metrics.get(metric);
      if (statistics != null) {
        json.object(
            metric.tag(),
            () -> {
              json.text(UNIT, metric.unit());
              writeStatistics(json, statistics);
            });
      }
    }
  }

  private static void writeGpus(JsonDocument json, GenAiPerfFigures figures) throws IOException {
    for (var figure : figures.gpus().entrySet()) {
      GpuFigure what = figure.getKey();
      json.object(
          what.tag(),
          () -> {
            json.text(UNIT, what.unit());
            for (var gpu : figure.getValue().entrySet()) {
              json.object(gpu.getKey(), () -> writeStatistics(json, gpu.getValue()));
            }
          });
    }
  }

  private static void writeStatistics(JsonDocument json, Map<Statistic, Double> statistics)
      throws IOException {
    for (Statistic statistic : GenAiPerfFigures.JSON_STATISTICS) {
      json.numberIfAny(statistic.label(), statistics.get(statistic));
    }
  }
}
