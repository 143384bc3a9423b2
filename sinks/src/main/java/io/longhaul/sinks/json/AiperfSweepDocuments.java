package io.longhaul.sinks.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.aggregate.MetricOfRun;
import io.longhaul.sinks.aggregate.RunOutcome;
import io.longhaul.sinks.aggregate.SweepComparison;
import io.longhaul.sinks.aggregate.SweptCell;
import io.longhaul.sinks.report.Statistic;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code profile_export_aiperf_sweep.json} and {@code .csv} as AIPerf 0.13 writes them of a sweep
 * whose cells are carried out once. Its best cells and its Pareto front, which AIPerf leaves empty
 * then, are told.
 */
public final class AiperfSweepDocuments {
  private static final String TYPE = "sweep";
  private static final double CONFIDENCE = 0.95;
  private static final int FEWER_DECIMALS = 2;
  private static final int MORE_DECIMALS = 4;
  private static final List<String> COLUMNS = List.of("mean", "std", "min", "max", "cv");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final SweepComparison sweep;

  /** What is swept, by path or option: the name that the documents have for it. */
  private final Map<String, String> names;

  private final ObjectNode document = NODES.objectNode();

  private AiperfSweepDocuments(SweepComparison sweep) {
    this.sweep = sweep;
    this.names = names(sweep.cells());
  }

  /**
   * Writes both.
   *
   * @param sweep at least one of whose cells has figures
   */
  public static void write(SweepComparison sweep, ExportLayout layout) throws IOException {
    AiperfSweepDocuments documents = new AiperfSweepDocuments(sweep);
    documents.fill();
    Files.createDirectories(layout.sweepJson().getParent());
    JsonDocument.write(layout.sweepJson(), json -> json.members(documents.document));
    documents.csv().replace(layout.sweepCsv());
  }

  /** The last part of a path, unless another path has it, too. */
  private static Map<String, String> names(List<SweptCell> cells) {
    Set<String> paths = new LinkedHashSet<>();
    cells.forEach(cell -> paths.addAll(cell.values().keySet()));
    Map<String, String> names = new LinkedHashMap<>();
    for (String path : paths) {
      boolean alone = paths.stream().filter(any -> last(any).equals(last(path))).count() == 1;
      names.put(path, alone ? last(path) : path);
    }
    return names;
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private void fill() {
    List<RunOutcome> runs = sweep.cells().stream().flatMap(cell -> cell.runs().stream()).toList();
    document.put("aggregation_type", TYPE);
    document.put("num_profile_runs", runs.size());
    document.put("num_successful_runs", sweep.measured().size());
    ArrayNode failed = document.putArray("failed_runs");
    runs.stream()
        .filter(RunOutcome::hasFailed)
        .forEach(run -> failed.addObject().put("label", run.label()).put("error", run.failure()));
    ObjectNode metadata = document.putObject("metadata");
    ArrayNode parameters = metadata.putArray("sweep_parameters");
    for (Map.Entry<String, String> name : names.entrySet()) {
      ArrayNode values = parameters.addObject().put("name", name.getValue()).putArray("values");
      sweep.cells().stream()
          .map(cell -> cell.values().get(name.getKey()))
          .filter(value -> value != null)
          .distinct()
          .map(AiperfSweepDocuments::node)
          .forEach(values::add);
    }
    metadata.put("num_combinations", sweep.cells().size());
    metadata.put("sweep_mode", "repeated");
    metadata.put("confidence_level", CONFIDENCE);
    metadata.put("num_trials_per_value", 1);
    metadata.put("aggregation_type", TYPE);
    ArrayNode combinations = document.putArray("per_combination_metrics");
    for (SweptCell cell : sweep.measured()) {
      combinations
          .addObject()
          .put("name", cell.name())
          .<ObjectNode>set("parameters", parametersOf(cell))
          .set("metrics", metricsOf(cell.measured().get(0)));
    }
    ObjectNode best = document.putObject("best_configurations");
    sweep.bestThroughput().ifPresent(cell -> best.set("best_throughput", best(cell)));
    sweep.bestLatency().ifPresent(cell -> best.set("best_latency_p99", best(cell)));
    ArrayNode optimal = document.putArray("pareto_optimal");
    sweep.front().forEach(cell -> optimal.add(parametersOf(cell)));
  }

  private ObjectNode parametersOf(SweptCell cell) {
    ObjectNode parameters = NODES.objectNode();
    cell.values().forEach((path, value) -> parameters.set(names.get(path), node(value)));
    return parameters;
  }

  private static JsonNode node(Object value) {
    if (value instanceof Long number) {
      return NODES.numberNode(number);
    }
    if (value instanceof Double number) {
      return NODES.numberNode(number);
    }
    return value instanceof Boolean truth
        ? NODES.booleanNode(truth)
        : NODES.textNode(value.toString());
  }

  private ObjectNode best(SweepComparison.Best best) {
    ObjectNode node = NODES.objectNode();
    node.set("parameters", parametersOf(best.cell()));
    return node.put("metric", best.value()).put("unit", best.unit());
  }

  private static ObjectNode metricsOf(RunOutcome run) {
    ObjectNode metrics = NODES.objectNode();
    run.metrics().forEach((tag, metric) -> metrics.set(tag, figuresOf(metric)));
    return metrics;
  }

  /** One run has no deviation, and its mean is its average. */
  private static ObjectNode figuresOf(MetricOfRun metric) {
    Map<Statistic, Double> told = metric.statistics();
    double average = told.getOrDefault(Statistic.AVG, 0.0);
    ObjectNode figures = NODES.objectNode();
    figures.put("mean", average).put("avg", average).put("std", 0.0);
    figures.put("min", told.getOrDefault(Statistic.MIN, average));
    figures.put("max", told.getOrDefault(Statistic.MAX, average));
    figures.put("cv", 0.0).put("ci_low", average).put("ci_high", average);
    figures.put("unit", metric.unit());
    for (Statistic statistic : Statistic.values()) {
      if (told.containsKey(statistic) && !figures.has(statistic.label())) {
        double value = told.get(statistic);
        figures.set(
            statistic.label(),
            statistic == Statistic.COUNT
                ? NODES.numberNode(Math.round(value))
                : NODES.numberNode(value));
      }
    }
    return figures;
  }

  private CsvText csv() {
    CsvText csv = new CsvText();
    List<String> parameters = new ArrayList<>(names.values());
    JsonNode combinations = document.path("per_combination_metrics");
    TreeSet<String> metrics = new TreeSet<>();
    combinations.forEach(
        cell -> cell.path("metrics").fieldNames().forEachRemaining(metrics::add));
    csv.words(parameters);
    metrics.forEach(metric -> COLUMNS.forEach(column -> csv.word(metric + "_" + column)));
    csv.endLine();
    for (JsonNode cell : combinations) {
      csv.words(texts(cell.path("parameters")));
      for (String metric : metrics) {
        for (String column : COLUMNS) {
          figure(csv, cell.path("metrics").path(metric).path(column), column);
        }
      }
      csv.endLine();
    }
    csv.endLine();
    csv.word("Best Configurations").endLine();
    csv.word("Configuration").words(parameters).word("Metric").word("Unit").endLine();
    line(csv, "Best Throughput", "best_throughput");
    line(csv, "Best Latency P99", "best_latency_p99");
    csv.endLine();
    csv.word("Pareto Optimal Points").endLine();
    csv.words(parameters).endLine();
    document.path("pareto_optimal").forEach(point -> csv.words(texts(point)).endLine());
    csv.endLine();
    csv.word("Metadata").endLine();
    csv.word("Field").word("Value").endLine();
    csv.word("Aggregation Type").word(TYPE).endLine();
    csv.word("Sweep Parameters").word(String.join(", ", parameters)).endLine();
    csv.word("Number of Combinations").integer(sweep.cells().size()).endLine();
    csv.word("Number of Profile Runs").integer(document.path("num_profile_runs").asLong()).endLine();
    csv.word("Number of Successful Runs")
        .integer(document.path("num_successful_runs").asLong())
        .endLine();
    return csv;
  }

  private static void figure(CsvText csv, JsonNode value, String column) {
    if (value.isNumber()) {
      csv.number(value.asDouble(), column.equals("cv") ? MORE_DECIMALS : FEWER_DECIMALS);
    } else {
      csv.word("");
    }
  }

  private void line(CsvText csv, String name, String member) {
    JsonNode best = document.path("best_configurations").path(member);
    if (!best.isMissingNode()) {
      csv.word(name).words(texts(best.path("parameters")));
      csv.number(best.path("metric").asDouble(), FEWER_DECIMALS);
      csv.word(best.path("unit").asText()).endLine();
    }
  }

  /** The value of each parameter; variants need not have all of them. */
  private List<String> texts(JsonNode parameters) {
    return names.values().stream().map(name -> parameters.path(name).asText()).toList();
  }
}
