package io.longhaul.report.genaiperf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.metrics.genaiperf.GenAiPerfFold;
import io.longhaul.metrics.genaiperf.GenAiPerfMetric;
import io.longhaul.metrics.genaiperf.SessionFolds;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Merges GenAI-Perf's files of several nodes: statistics over all requests; the sum of throughputs,
 * so that the clocks of nodes do not matter; for GPUs the mean or the maximum of the nodes'
 * averages; for sessions of the same name the requests of all nodes; everything else from the first
 * node. Nodes are the subfolders of one folder, in order of their names. Requests are read one by
 * one: once to evaluate and count them, once to write them.
 */
public final class ExportMerge {
  private final List<Node> nodes;
  private final GenAiPerfFigures figures;

  /** The files of one node after reading. */
  private record Node(NodeExport export, JsonNode figures, PerfAnalyzerFile.Frame frame) {
    JsonNode endpoint() {
      return figures.path(GenAiPerfJson.INPUT_CONFIG).path("endpoint");
    }
  }

  private ExportMerge(List<Node> nodes, GenAiPerfFigures figures) {
    this.nodes = nodes;
    this.figures = figures;
  }

  /**
   * Reads the files of all nodes in a folder.
   *
   * @throws IOException if the folder cannot be read
   * @throws InvalidExportsException if the files cannot be merged, with all reasons
   */
  public static ExportMerge of(Path folder) throws IOException, InvalidExportsException {
    List<String> problems = new ArrayList<>();
    List<Node> nodes = new ArrayList<>();
    GenAiPerfFold fold = new GenAiPerfFold(true);
    SessionFolds sessions = new SessionFolds();
    for (Path each : foldersIn(folder)) {
      Path file = each;
      try {
        NodeExport export = NodeExport.in(each);
        file = export.figures();
        JsonNode ofNode = export.readFigures();
        file = export.requests();
        long before = fold.requests();
        PerfAnalyzerFile.Frame frame =
            PerfAnalyzerFile.read(
                file,
                (request, whole) -> {
                  fold.add(request);
                  sessions.add(request);
                });
        Node node = new Node(export, ofNode, frame);
        requireCount(node, fold.requests() - before);
        requireLike(nodes, node);
        nodes.add(node);
      } catch (IOException e) {
        problems.add(file + ": " + e.getMessage());
      }
    }
    if (nodes.isEmpty() && problems.isEmpty()) {
      problems.add(folder + ": it contains no folders (one per node, with its files)");
    }
    if (!problems.isEmpty()) {
      throw new InvalidExportsException(problems);
    }
    return new ExportMerge(List.copyOf(nodes), figuresOf(nodes, fold, sessions));
  }

  private static List<Path> foldersIn(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static void requireCount(Node node, long requests) throws IOException {
    long expected =
        NodeExport.average(node.figures().path(GenAiPerfMetric.REQUEST_COUNT.tag())).longValue();
    if (expected != requests) {
      throw new IOException(
          "it has "
              + requests
              + " requests, and "
              + node.export().figures().getFileName()
              + " reports "
              + expected);
    }
  }

  private static void requireLike(List<Node> others, Node node) throws IOException {
    for (Node other : others) {
      if (other.frame().runId().equals(node.frame().runId())) {
        throw new IOException(
            "it is of run " + node.frame().runId() + ", as is " + other.export().requests());
      }
    }
    if (!others.isEmpty()) {
      Node first = others.get(0);
      for (String member : List.of("type", "streaming")) {
        if (!first.endpoint().path(member).equals(node.endpoint().path(member))) {
          throw new IOException(
              "its endpoint."
                  + member
                  + " is "
                  + node.endpoint().path(member)
                  + ", and "
                  + first.endpoint().path(member)
                  + " in "
                  + first.export().figures());
        }
      }
    }
  }

  private static GenAiPerfFigures figuresOf(
      List<Node> nodes, GenAiPerfFold fold, SessionFolds sessions) {
    Node first = nodes.get(0);
    boolean hasTokens =
        GenAiPerfEndpoint.ofType(first.endpoint().path("type").asText())
            .map(GenAiPerfEndpoint::hasTokens)
            .orElse(true);
    GenAiPerfFigures figures =
        GenAiPerfFigures.of(
            fold,
            sessions,
            gpusOf(nodes),
            first.endpoint().path("streaming").asBoolean(),
            hasTokens,
            first.figures().path(GenAiPerfJson.INPUT_CONFIG).at("/input/goodput").isObject());
    Map<GenAiPerfMetric, Map<Statistic, Double>> metrics = figures.metrics();
    metrics.keySet().removeIf(metric -> metric.needsTokens() && !hasTokens);
    for (GenAiPerfMetric metric :
        List.of(GenAiPerfMetric.REQUEST_THROUGHPUT, GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT)) {
      metrics.computeIfPresent(
          metric, (any, ofPool) -> Map.of(Statistic.AVG, sumOfNodes(nodes, metric)));
    }
    return figures;
  }

  private static double sumOfNodes(List<Node> nodes, GenAiPerfMetric metric) {
    return nodes.stream()
        .mapToDouble(node -> NodeExport.average(node.figures().path(metric.tag())).asDouble())
        .sum();
  }

  /** GPUs of the same key on several nodes are merged into one, as in GenAI-Perf. */
  private static Map<GpuFigure, SortedMap<String, Map<Statistic, Double>>> gpusOf(
      List<Node> nodes) {
    Map<GpuFigure, SortedMap<String, Map<Statistic, Double>>> gpus = new EnumMap<>(GpuFigure.class);
    for (GpuFigure figure : GpuFigure.values()) {
      SortedMap<String, List<Double>> averages = new TreeMap<>();
      for (Node node : nodes) {
        JsonNode ofNode = node.figures().path(GenAiPerfJson.TELEMETRY).path(figure.tag());
        for (Map.Entry<String, JsonNode> gpu : ofNode.properties()) {
          JsonNode average = NodeExport.average(gpu.getValue());
          if (average.isNumber()) {
            averages
                .computeIfAbsent(gpu.getKey(), any -> new ArrayList<>())
                .add(average.doubleValue());
          }
        }
      }
      averages.forEach(
          (key, values) ->
              gpus.computeIfAbsent(figure, any -> new TreeMap<>())
                  .put(key, Map.of(Statistic.AVG, overNodes(figure, values))));
    }
    return gpus;
  }

  private static double overNodes(GpuFigure figure, List<Double> averages) {
    DoubleStream values = averages.stream().mapToDouble(Double::doubleValue);
    return (figure.isAveragedOverNodes() ? values.average() : values.max()).orElseThrow();
  }

  /** Returns the name that GenAI-Perf gives the folder of the result. */
  public String folderName() {
    Node first = nodes.get(0);
    JsonNode config = first.figures().path(GenAiPerfJson.INPUT_CONFIG);
    JsonNode models = config.path("model_names");
    String model = models.path(0).asText("model").replaceAll("[^A-Za-z0-9._-]", "_");
    JsonNode experiment = first.frame().experiment();
    return model
        + (models.size() > 1 ? "_multi" : "")
        + "-openai-"
        + first.endpoint().path("type").asText()
        + "-"
        + experiment.path("mode").asText()
        + experiment.path("value").asText();
  }

  /** Returns the number of nodes. */
  public int size() {
    return nodes.size();
  }

  /** Writes the merged files. */
  public void write(ExportLayout layout) throws IOException {
    Files.createDirectories(layout.folder());
    JsonDocument.writeCompact(layout.perfAnalyzerJson(), this::writeRequests);
    JsonDocument.write(
        layout.genAiPerfJson(), json -> GenAiPerfJson.write(json, figures, configuration()));
    GenAiPerfCsv.of(figures).replace(layout.genAiPerfCsv());
  }

  private void writeRequests(JsonDocument json) throws IOException {
    PerfAnalyzerFile.Frame first = nodes.get(0).frame();
    json.objects(
        PerfAnalyzerJson.EXPERIMENTS,
        List.of(first),
        only -> {
          json.tree(PerfAnalyzerJson.EXPERIMENT, first.experiment());
          json.objectsOneByOne(
              PerfAnalyzerJson.REQUESTS,
              requests -> {
                for (Node node : nodes) {
                  PerfAnalyzerFile.read(
                      node.export().requests(),
                      (request, whole) -> requests.line(line -> line.members(whole)));
                }
              });
          json.tree(PerfAnalyzerJson.WINDOW_BOUNDARIES, first.windowBoundaries());
        });
    json.text(PerfAnalyzerJson.SERVICE_KIND, first.serviceKind());
    json.text(PerfAnalyzerJson.ENDPOINT, first.endpoint());
    json.text(
        PerfAnalyzerJson.RUN_ID,
        nodes.stream().map(node -> node.frame().runId()).collect(Collectors.joining("+")));
  }

  private ObjectNode configuration() {
    ObjectNode tree = nodes.get(0).figures().path(GenAiPerfJson.INPUT_CONFIG).deepCopy();
    return tree.put("subcommand", "process");
  }
}
