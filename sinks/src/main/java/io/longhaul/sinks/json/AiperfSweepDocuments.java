package io.longhaul.sinks.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.aggregate.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

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
  private static final List<String> LATENCIES = List.of("time_to_first_token", "request_latency");
  private static final String THROUGHPUT = "request_throughput";
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final List<Cell> cells;
  private final ObjectNode document = NODES.objectNode();

  private AiperfSweepDocuments(List<Cell> cells) {
    this.cells = cells;
  }

  /**
   * A cell that was carried out.
   *
   * @param parameters what is swept, by its short name, and its value here
   * @param outcome whether it has figures
   * @param figures each metric's figures, by tag
   */
  public record Cell(Map<String, JsonNode> parameters, RunOutcome outcome, ObjectNode figures) {

    /** Reads a cell's {@code profile_export_aiperf.json}. */
    public static Cell read(String label, Map<String, Number> parameters, Path profileJson)
        throws IOException {
      RunOutcome outcome = RunOutcomeFile.read(label, profileJson);
      ObjectNode figures = NODES.objectNode();
      if (!outcome.hasFailed()) {
        for (Map.Entry<String, JsonNode> member : ReadJson.from(profileJson).properties()) {
          if (outcome.metrics().containsKey(member.getKey())) {
            figures.set(member.getKey(), figuresOf(member.getValue()));
          }
        }
      }
      return new Cell(valuesOf(parameters), outcome, figures);
    }

    private static Map<String, JsonNode> valuesOf(Map<String, Number> parameters) {
      Map<String, JsonNode> values = new LinkedHashMap<>();
      parameters.forEach(
          (name, value) ->
              values.put(
                  name,
                  value instanceof Double
                      ? NODES.numberNode(value.doubleValue())
                      : NODES.numberNode(value.longValue())));
      return values;
    }

    /** One run has no deviation, and its mean is its average. */
    private static ObjectNode figuresOf(JsonNode metric) {
      double average = metric.path("avg").asDouble();
      ObjectNode figures = NODES.objectNode();
      figures.put("mean", average).put("avg", average).put("std", 0.0);
      figures.put("min", metric.path("min").asDouble(average));
      figures.put("max", metric.path("max").asDouble(average));
      figures.put("cv", 0.0).put("ci_low", average).put("ci_high", average);
      figures.set("unit", metric.path("unit"));
      for (Map.Entry<String, JsonNode> member : metric.properties()) {
        if (!figures.has(member.getKey()) && member.getValue().isNumber()) {
          figures.set(member.getKey(), member.getValue());
        }
      }
      return figures;
    }

    private boolean has(String metric) {
      return figures.has(metric);
    }

    private double of(String metric, String statistic) {
      return figures.path(metric).path(statistic).asDouble();
    }

    private ObjectNode asObject() {
      return NODES.objectNode().setAll(parameters);
    }
  }

  /**
   * Writes both.
   *
   * @param cells in the order of the sweep, at least one with figures
   */
  public static void write(List<Cell> cells, ExportLayout layout) throws IOException {
    AiperfSweepDocuments documents = new AiperfSweepDocuments(List.copyOf(cells));
    documents.fill();
    Files.createDirectories(layout.sweepJson().getParent());
    JsonDocument.write(layout.sweepJson(), json -> json.members(documents.document));
    documents.csv().replace(layout.sweepCsv());
  }

  private List<Cell> measured() {
    return cells.stream().filter(cell -> !cell.outcome().hasFailed()).toList();
  }

  private Collection<String> names() {
    return cells.get(0).parameters().keySet();
  }

  private void fill() {
    document.put("aggregation_type", TYPE);
    document.put("num_profile_runs", cells.size());
    document.put("num_successful_runs", measured().size());
    ArrayNode failed = document.putArray("failed_runs");
    cells.stream()
        .map(Cell::outcome)
        .filter(RunOutcome::hasFailed)
        .forEach(run -> failed.addObject().put("label", run.label()).put("error", run.failure()));
    ObjectNode metadata = document.putObject("metadata");
    ArrayNode parameters = metadata.putArray("sweep_parameters");
    for (String name : names()) {
      ArrayNode values = parameters.addObject().put("name", name).putArray("values");
      cells.stream().map(cell -> cell.parameters().get(name)).distinct().forEach(values::add);
    }
    metadata.put("num_combinations", cells.size());
    metadata.put("sweep_mode", "repeated");
    metadata.put("confidence_level", CONFIDENCE);
    metadata.put("num_trials_per_value", 1);
    metadata.put("aggregation_type", TYPE);
    ArrayNode combinations = document.putArray("per_combination_metrics");
    for (Cell cell : measured()) {
      combinations
          .addObject()
          .<ObjectNode>set("parameters", cell.asObject())
          .set("metrics", cell.figures());
    }
    ObjectNode best = document.putObject("best_configurations");
    best(THROUGHPUT, "avg", cell -> -cell.of(THROUGHPUT, "avg"))
        .ifPresent(node -> best.set("best_throughput", node));
    latency()
        .flatMap(metric -> best(metric, "p99", cell -> cell.of(metric, "p99")))
        .ifPresent(node -> best.set("best_latency_p99", node));
    ArrayNode optimal = document.putArray("pareto_optimal");
    front().forEach(cell -> optimal.add(cell.asObject()));
  }

  /** That of first tokens, if all cells have it. */
  private Optional<String> latency() {
    return LATENCIES.stream().filter(this::allHave).findFirst();
  }

  private boolean allHave(String metric) {
    return measured().stream().allMatch(cell -> cell.has(metric));
  }

  private Optional<ObjectNode> best(String metric, String statistic, Function<Cell, Double> cost) {
    if (!allHave(metric)) {
      return Optional.empty();
    }
    return measured().stream()
        .min(Comparator.comparing(cost))
        .map(
            cell -> {
              ObjectNode node = NODES.objectNode();
              node.set("parameters", cell.asObject());
              node.put("metric", cell.of(metric, statistic));
              node.set("unit", cell.figures().path(metric).path("unit"));
              return node;
            });
  }

  /** Those of which no other has both more throughput and less latency. */
  private List<Cell> front() {
    Optional<String> latency = latency();
    if (latency.isEmpty() || !allHave(THROUGHPUT)) {
      return List.of();
    }
    return measured().stream()
        .filter(
            cell -> measured().stream().noneMatch(other -> dominates(other, cell, latency.get())))
        .toList();
  }

  private static boolean dominates(Cell one, Cell other, String latency) {
    double throughput = one.of(THROUGHPUT, "avg") - other.of(THROUGHPUT, "avg");
    double sooner = other.of(latency, "p99") - one.of(latency, "p99");
    return throughput >= 0 && sooner >= 0 && throughput + sooner > 0;
  }

  private CsvText csv() {
    CsvText csv = new CsvText();
    TreeSet<String> metrics = new TreeSet<>();
    measured().forEach(cell -> cell.figures().fieldNames().forEachRemaining(metrics::add));
    csv.words(new ArrayList<>(names()));
    metrics.forEach(metric -> COLUMNS.forEach(column -> csv.word(metric + "_" + column)));
    csv.endLine();
    for (Cell cell : measured()) {
      csv.words(texts(cell.asObject()));
      for (String metric : metrics) {
        for (String column : COLUMNS) {
          if (cell.has(metric)) {
            csv.number(
                cell.of(metric, column), column.equals("cv") ? MORE_DECIMALS : FEWER_DECIMALS);
          } else {
            csv.word("");
          }
        }
      }
      csv.endLine();
    }
    csv.endLine();
    csv.word("Best Configurations").endLine();
    csv.word("Configuration").words(new ArrayList<>(names())).word("Metric").word("Unit").endLine();
    line(csv, "Best Throughput", "best_throughput");
    line(csv, "Best Latency P99", "best_latency_p99");
    csv.endLine();
    csv.word("Pareto Optimal Points").endLine();
    csv.words(new ArrayList<>(names())).endLine();
    document.path("pareto_optimal").forEach(point -> csv.words(texts(point)).endLine());
    csv.endLine();
    csv.word("Metadata").endLine();
    csv.word("Field").word("Value").endLine();
    csv.word("Aggregation Type").word(TYPE).endLine();
    csv.word("Sweep Parameters").word(String.join(", ", names())).endLine();
    csv.word("Number of Combinations").integer(cells.size()).endLine();
    csv.word("Number of Profile Runs").integer(cells.size()).endLine();
    csv.word("Number of Successful Runs").integer(measured().size()).endLine();
    return csv;
  }

  private void line(CsvText csv, String name, String member) {
    JsonNode best = document.path("best_configurations").path(member);
    if (!best.isMissingNode()) {
      csv.word(name).words(texts(best.path("parameters")));
      csv.number(best.path("metric").asDouble(), FEWER_DECIMALS);
      csv.word(best.path("unit").asText()).endLine();
    }
  }

  private static List<String> texts(JsonNode parameters) {
    List<String> texts = new ArrayList<>();
    parameters.forEach(value -> texts.add(value.asText()));
    return texts;
  }
}
