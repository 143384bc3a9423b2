package io.longhaul.cli.api;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.figures.Threshold;
import io.longhaul.sinks.ExportLayout;
import java.util.List;
import java.util.stream.Stream;

/**
 * The constant properties of a run.
 *
 * @param toolVersion version of this program
 * @param configuration {@code input_config} of the documents without its headers
 * @param slos objectives of the run
 * @param conditions conditions under which the run fails
 * @param sliceNanos length of a slice
 * @param layout layout of the run's folder
 */
public record ApiRunInfo(
    String runId,
    String toolVersion,
    JsonNode configuration,
    SloSet slos,
    List<Threshold> conditions,
    long sliceNanos,
    ExportLayout layout) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String PROFILING = "profiling";
  private static final String NAME = "name";

  /**
   * Creates the properties of a run.
   *
   * @param configurationJson configuration for the documents, without secrets
   */
  public static ApiRunInfo of(
      String runId, String toolVersion, String configurationJson, ExportLayout layout) {
    try {
      JsonNode reported = MAPPER.readTree(configurationJson);
      JsonNode configuration = reported.path("input_config");
      if (configuration.path("endpoint") instanceof ObjectNode endpoint) {
        endpoint.remove("headers");
      }
      JsonNode measurement = reported.at("/plan/measurement");
      String slos = measurement.path("slos").asText();
      return new ApiRunInfo(
          runId,
          toolVersion,
          configuration,
          slos.isBlank() ? SloSet.NONE : SloSet.parse(slos),
          reported
              .path("fail_if")
              .valueStream()
              .map(condition -> Threshold.parse(condition.asText()))
              .toList(),
          measurement.path("slice_ns").asLong(),
          layout);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read the configuration of run " + runId, e);
    }
  }

  /** Returns AIPerf's labels of the run, in AIPerf's order; omits labels without a value. */
  ObjectNode labels() {
    Stream<JsonNode> models = configuration.path("models").path("items").valueStream();
    ObjectNode labels = MAPPER.createObjectNode().put("benchmark_id", runId);
    labels.put("model", models.map(model -> textOf(model, NAME)).collect(joining(",")));
    copy(configuration.path("endpoint").path("type"), labels, "endpoint_type");
    labels.put("streaming", configuration.path("endpoint").path("streaming").asBoolean());
    copy(phase(PROFILING).path("concurrency"), labels, "concurrency");
    copy(phase(PROFILING).path("rate"), labels, "request_rate");
    return labels;
  }

  /** Copies a value, unless it is missing. */
  static void copy(JsonNode value, ObjectNode into, String name) {
    if (!value.isMissingNode()) {
      into.set(name, value);
    }
  }

  /** Returns the configuration of a phase; a missing node if the run has no such phase. */
  JsonNode phase(String name) {
    for (JsonNode phase : configuration.path("phases")) {
      if (textOf(phase, NAME).equals(name)) {
        return phase;
      }
    }
    return MAPPER.missingNode();
  }

  private static String textOf(JsonNode node, String member) {
    return node.path(member).asText();
  }
}
