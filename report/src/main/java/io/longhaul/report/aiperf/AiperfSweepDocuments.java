package io.longhaul.report.aiperf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.metrics.stats.CrossRunStatistics;
import io.longhaul.report.aggregate.Aggregate;
import io.longhaul.report.aggregate.RunMetric;
import io.longhaul.report.aggregate.RunOutcome;
import io.longhaul.report.aggregate.SweepCell;
import io.longhaul.report.aggregate.SweepComparison;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.CsvText;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.sinks.ExportLayout;
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
 * {@code profile_export_aiperf_sweep.json} and {@code .csv} as AIPerf 0.13 writes them, but always
 * with the best cells and the Pareto front, which AIPerf leaves empty if each cell has one run.
 */
public final class AiperfSweepDocuments {
  private static final String TYPE = "sweep";
  private static final int FEWER_DECIMALS = 2;
  private static final int MORE_DECIMALS = 4;
  private static final List<String> COLUMNS = List.of("mean", "std", "min", "max", "cv");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final SweepComparison sweep;
  private final Terms terms;

  /** The names of the swept parameters in the documents, by path or option. */
  private final Map<String, String> names;

  private final ObjectNode document = NODES.objectNode();

  private AiperfSweepDocuments(SweepComparison sweep, Terms terms) {
    this.sweep = sweep;
    this.terms = terms;
    this.names = names(sweep.cells());
  }

  /**
   * How a sweep is executed.
   *
   * @param mode the order, {@code repeated} or {@code independent}
   * @param manyRuns whether cells have several runs
   * @param ofRuns the terms of the runs of a cell
   */
  public record Terms(String mode, boolean manyRuns, Aggregate.Terms ofRuns) {}

  /**
   * Writes both documents.
   *
   * @param sweep a sweep with figures of at least one cell
   */
  public static void write(SweepComparison sweep, Terms terms, ExportLayout layout)
      throws IOException {
    AiperfSweepDocuments documents = new AiperfSweepDocuments(sweep, terms);
    documents.fill();
    Files.createDirectories(layout.sweepJson().getParent());
    JsonDocument.write(layout.sweepJson(), json -> json.members(documents.document));
    documents.csv().replace(layout.sweepCsv());
  }

  /** Returns the last part of a path, or the whole path if the last part is not unique. */
  private static Map<String, String> names(List<SweepCell> cells) {
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
    List<SweepCell> cells = sweep.cells();
    document.put("aggregation_type", TYPE);
    document.put("num_profile_runs", cells.stream().mapToInt(cell -> cell.runs().size()).sum());
    document.put(
        "num_successful_runs", cells.stream().mapToInt(cell -> cell.measured().size()).sum());
    ArrayNode failed = document.putArray("failed_runs");
    for (SweepCell cell : cells) {
      cell.runs().stream()
          .filter(RunOutcome::hasFailed)
          .forEach(
              run -> failed.addObject().put("label", label(cell, run)).put("error", run.failure()));
    }
    ObjectNode metadata = document.putObject("metadata");
    ArrayNode parameters = metadata.putArray("sweep_parameters");
    for (Map.Entry<String, String> name : names.entrySet()) {
      ArrayNode values = parameters.addObject().put("name", name.getValue()).putArray("values");
      cells.stream()
          .map(cell -> cell.values().get(name.getKey()))
          .filter(value -> value != null)
          .distinct()
          .map(JsonDocument::treeOf)
          .forEach(values::add);
    }
    metadata.put("num_combinations", cells.size());
    metadata.put("sweep_mode", terms.mode());
    metadata.put("confidence_level", terms.ofRuns().confidence());
    metadata.put(
        "num_trials_per_value",
        cells.stream().mapToInt(cell -> cell.runs().size()).max().orElse(0));
    metadata.put("aggregation_type", TYPE);
    ArrayNode combinations = document.putArray("per_combination_metrics");
    for (SweepCell cell : sweep.measured()) {
      combinations
          .addObject()
          .put("name", cell.name())
          .<ObjectNode>set("parameters", parametersOf(cell))
          .set("metrics", metricsOf(cell));
    }
    ObjectNode best = document.putObject("best_configurations");
    sweep.bestThroughput().ifPresent(cell -> best.set("best_throughput", best(cell)));
    sweep.bestLatency().ifPresent(cell -> best.set("best_latency_p99", best(cell)));
    ArrayNode optimal = document.putArray("pareto_optimal");
    sweep.front().forEach(cell -> optimal.add(parametersOf(cell)));
  }

  private ObjectNode parametersOf(SweepCell cell) {
    ObjectNode parameters = NODES.objectNode();
    cell.values()
        .forEach((path, value) -> parameters.set(names.get(path), JsonDocument.treeOf(value)));
    return parameters;
  }

  private ObjectNode best(SweepComparison.Best best) {
    ObjectNode node = NODES.objectNode();
    node.set("parameters", parametersOf(best.cell()));
    return node.put("metric", best.value()).put("unit", best.unit());
  }

  /** Labels of runs are unique only within a cell. */
  private String label(SweepCell cell, RunOutcome run) {
    return terms.manyRuns() ? cell.name() + "/" + run.label() : cell.name();
  }

  /** As in AIPerf, each statistic of several runs is a separate member. */
  private ObjectNode metricsOf(SweepCell cell) {
    ObjectNode metrics = NODES.objectNode();
    if (terms.manyRuns()) {
      Aggregate.of(cell.runs(), terms.ofRuns())
          .figures()
          .forEach((name, figure) -> metrics.set(name, figuresOf(figure)));
    } else {
      cell.measured()
          .get(0)
          .metrics()
          .forEach((tag, metric) -> metrics.set(tag, figuresOf(metric)));
    }
    return metrics;
  }

  private static ObjectNode figuresOf(Aggregate.Figure figure) {
    CrossRunStatistics across = figure.across();
    ObjectNode figures = NODES.objectNode();
    figures.put("mean", across.mean()).put("std", across.std());
    figures.put("min", across.min()).put("max", across.max());
    figures.put("cv", Double.isFinite(across.cv()) ? across.cv() : null);
    return figures
        .put("ci_low", across.ciLow())
        .put("ci_high", across.ciHigh())
        .put("unit", figure.unit());
  }

  /** A single run has no deviation, and its average is the mean. */
  private static ObjectNode figuresOf(RunMetric metric) {
    Map<Statistic, Double> values = metric.statistics();
    double average = values.getOrDefault(Statistic.AVG, 0.0);
    ObjectNode figures = NODES.objectNode();
    figures.put("mean", average).put("avg", average).put("std", 0.0);
    figures.put("min", values.getOrDefault(Statistic.MIN, average));
    figures.put("max", values.getOrDefault(Statistic.MAX, average));
    figures.put("cv", 0.0).put("ci_low", average).put("ci_high", average);
    figures.put("unit", metric.unit());
    for (Statistic statistic : Statistic.values()) {
      if (values.containsKey(statistic) && !figures.has(statistic.label())) {
        double value = values.get(statistic);
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
    combinations.forEach(cell -> cell.path("metrics").fieldNames().forEachRemaining(metrics::add));
    csv.texts(parameters);
    metrics.forEach(metric -> COLUMNS.forEach(column -> csv.text(metric + "_" + column)));
    csv.endLine();
    for (JsonNode cell : combinations) {
      csv.texts(texts(cell.path("parameters")));
      for (String metric : metrics) {
        for (String column : COLUMNS) {
          figure(csv, cell.path("metrics").path(metric).path(column), column);
        }
      }
      csv.endLine();
    }
    csv.endLine();
    csv.text("Best Configurations").endLine();
    csv.text("Configuration").texts(parameters).text("Metric").text("Unit").endLine();
    line(csv, "Best Throughput", "best_throughput");
    line(csv, "Best Latency P99", "best_latency_p99");
    csv.endLine();
    csv.text("Pareto Optimal Points").endLine();
    csv.texts(parameters).endLine();
    document.path("pareto_optimal").forEach(point -> csv.texts(texts(point)).endLine());
    csv.endLine();
    csv.text("Metadata").endLine();
    csv.text("Field").text("Value").endLine();
    csv.text("Aggregation Type").text(TYPE).endLine();
    csv.text("Sweep Parameters").text(String.join(", ", parameters)).endLine();
    csv.text("Number of Combinations").integer(sweep.cells().size()).endLine();
    csv.text("Number of Profile Runs")
        .integer(document.path("num_profile_runs").asLong())
        .endLine();
    csv.text("Number of Successful Runs")
        .integer(document.path("num_successful_runs").asLong())
        .endLine();
    return csv;
  }

  private static void figure(CsvText csv, JsonNode value, String column) {
    if (value.isNumber()) {
      csv.number(value.asDouble(), column.equals("cv") ? MORE_DECIMALS : FEWER_DECIMALS);
    } else {
      csv.text("");
    }
  }

  private void line(CsvText csv, String name, String member) {
    JsonNode best = document.path("best_configurations").path(member);
    if (!best.isMissingNode()) {
      csv.text(name).texts(texts(best.path("parameters")));
      csv.number(best.path("metric").asDouble(), FEWER_DECIMALS);
      csv.text(best.path("unit").asText()).endLine();
    }
  }

  /** Returns the value of each parameter; a variant need not have all of them. */
  private List<String> texts(JsonNode parameters) {
    return names.values().stream().map(name -> parameters.path(name).asText()).toList();
  }
}
