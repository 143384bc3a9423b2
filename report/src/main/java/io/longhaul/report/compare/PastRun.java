package io.longhaul.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.json.Configuration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run in a history.
 *
 * @param name as the user named it, or its ID
 * @param startEpochNanos start of the run
 * @param models names of its models
 * @param value the figure in its display unit; NaN if the run does not have it
 * @param doubt why the value is not part of the series; empty if it is
 * @param configuration values of its plan by path, without those that differ between any two runs
 *     and without the addresses of servers
 */
public record PastRun(
    String name,
    long startEpochNanos,
    List<String> models,
    double value,
    String doubt,
    Map<String, String> configuration) {
  public PastRun {
    models = List.copyOf(models);
    configuration = Map.copyOf(configuration);
  }

  /** Returns a run that was read from its lake. */
  public static PastRun of(String name, RunReport report, HistoryFigure figure) {
    Configuration configuration = Configuration.of(report.run());
    List<String> models = new ArrayList<>();
    configuration
        .inputConfig()
        .at("/models/items")
        .forEach(model -> models.add(model.path("name").asText()));
    double value = figure.of(report).orElse(Double.NaN);
    return new PastRun(
        name, report.startEpochNanos(), models, value, doubt(report, value), values(configuration));
  }

  private static String doubt(RunReport report, double value) {
    if (!report.hasSummary()) {
      return "in progress or killed";
    }
    if (!report.incompleteBecause().isEmpty()) {
      return "incomplete: " + report.incompleteBecause().get(0);
    }
    return Double.isNaN(value) ? "no value" : "";
  }

  private static Map<String, String> values(Configuration configuration) {
    JsonNode tree =
        configuration.plan().isObject() ? configuration.plan() : configuration.inputConfig();
    Map<String, String> values = new TreeMap<>(ConfigurationChange.values(tree));
    values.keySet().removeIf(path -> RunComparison.OF_SERVERS.stream().anyMatch(path::startsWith));
    return values;
  }

  /** Returns whether the value is part of a series. */
  public boolean counts() {
    return doubt.isEmpty();
  }
}
