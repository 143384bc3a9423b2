package io.longhaul.report.longhaul;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.report.aggregate.RunMetric;
import io.longhaul.report.aggregate.RunOutcome;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.ReadJson;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the outcome of a run from its {@code profile_export_aiperf.json}. */
public final class RunOutcomeFile {
  private static final String UNIT = "unit";

  private RunOutcomeFile() {}

  /**
   * Reads the outcome; a run without a successful request counts as one without figures, as in
   * AIPerf.
   *
   * @param label the run's name among several
   * @throws IOException if the file exists but cannot be read
   */
  public static RunOutcome read(String label, Path profileJson) throws IOException {
    JsonNode document;
    try {
      document = ReadJson.from(profileJson);
    } catch (NoSuchFileException e) {
      return RunOutcome.failed(label, "it left no " + profileJson.getFileName());
    } catch (JsonProcessingException e) {
      return RunOutcome.failed(label, profileJson.getFileName() + " is no JSON");
    }
    Map<String, RunMetric> metrics = metricsIn(document);
    RunMetric requestCount = metrics.get(Metric.REQUEST_COUNT.tag());
    if (requestCount == null || requestCount.statistics().getOrDefault(Statistic.AVG, 0.0) == 0) {
      return RunOutcome.failed(label, "no request was answered");
    }
    return RunOutcome.of(label, metrics);
  }

  /**
   * Returns all figures of the run by tag.
   *
   * @throws IOException if the file is missing or cannot be read
   */
  public static Map<String, RunMetric> metrics(Path profileJson) throws IOException {
    return metricsIn(ReadJson.from(profileJson));
  }

  /** Every member with a unit is a metric. */
  private static Map<String, RunMetric> metricsIn(JsonNode document) {
    Map<String, RunMetric> metrics = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : document.properties()) {
      if (member.getValue().has(UNIT)) {
        Map<Statistic, Double> statistics = new EnumMap<>(Statistic.class);
        for (Statistic statistic : Statistic.values()) {
          JsonNode value = member.getValue().path(statistic.label());
          if (value.isNumber()) {
            statistics.put(statistic, value.doubleValue());
          }
        }
        metrics.put(
            member.getKey(), new RunMetric(member.getValue().path(UNIT).asText(), statistics));
      }
    }
    return metrics;
  }
}
