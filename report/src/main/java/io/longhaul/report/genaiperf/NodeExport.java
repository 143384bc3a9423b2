package io.longhaul.report.genaiperf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.genaiperf.GenAiPerfMetric;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.ReadJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * GenAI-Perf's files of one node, in one folder: one {@code NAME_genai_perf.json} and the {@code
 * NAME.json} with its requests.
 */
record NodeExport(Path requests, Path figures) {
  private static final String FIGURES_END = "_genai_perf.json";

  /**
   * Finds the files.
   *
   * @throws IOException if one does not exist; the message says which
   */
  static NodeExport in(Path folder) throws IOException {
    List<Path> figures;
    try (Stream<Path> files = Files.list(folder)) {
      figures =
          files
              .filter(file -> file.getFileName().toString().endsWith(FIGURES_END))
              .sorted()
              .toList();
    }
    if (figures.size() != 1) {
      throw new IOException(
          "it has "
              + (figures.isEmpty() ? "no" : "several")
              + " files *"
              + FIGURES_END
              + " (one, as --export-format genai-perf writes it)");
    }
    String name = figures.get(0).getFileName().toString();
    String stem = name.substring(0, name.length() - FIGURES_END.length());
    Path requests = folder.resolve(stem + ".json");
    if (!Files.isRegularFile(requests)) {
      throw new IOException("it has no " + requests.getFileName() + " next to " + name);
    }
    return new NodeExport(requests, figures.get(0));
  }

  /**
   * Reads the figures.
   *
   * @throws IOException if the file is invalid; the message says why
   */
  JsonNode readFigures() throws IOException {
    JsonNode tree;
    try {
      tree = ReadJson.from(figures);
    } catch (JsonProcessingException e) {
      throw new IOException("it is not JSON: " + e.getOriginalMessage(), e);
    }
    for (GenAiPerfMetric metric :
        List.of(GenAiPerfMetric.REQUEST_THROUGHPUT, GenAiPerfMetric.REQUEST_COUNT)) {
      if (!average(tree.path(metric.tag())).isNumber()) {
        throw new IOException("it has no " + metric.tag());
      }
    }
    if (!tree.path(GenAiPerfJson.INPUT_CONFIG).path("endpoint").isObject()) {
      throw new IOException("it has no input_config with an endpoint");
    }
    return tree;
  }

  static JsonNode average(JsonNode statistics) {
    return statistics.path(Statistic.AVG.label());
  }
}
