package io.longhaul.cli.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.sinks.ExportLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * What of a run does not change while it goes on.
 *
 * @param toolVersion of this program
 * @param configuration {@code input_config} as documents have it, but for headers; documents
 *     themselves tell those whose names do not look secret
 * @param layout where its documents will be
 */
public record ApiRunInfo(
    String runId, String toolVersion, JsonNode configuration, ExportLayout layout) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String PROFILING = "profiling";
  private static final String NAME = "name";

  /**
   * Of a run.
   *
   * @param configurationJson what its documents will say of what was asked for; no secrets
   */
  public static ApiRunInfo of(
      String runId, String toolVersion, String configurationJson, ExportLayout layout) {
    try {
      JsonNode configuration = MAPPER.readTree(configurationJson).path("input_config");
      if (configuration.path("endpoint") instanceof ObjectNode endpoint) {
        endpoint.remove("headers");
      }
      return new ApiRunInfo(runId, toolVersion, configuration, layout);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read the configuration of run " + runId, e);
    }
  }

  /** What AIPerf's labels say of a run, in its order; those that it has. */
  Map<String, JsonNode> labels() {
    Map<String, JsonNode> labels = new LinkedHashMap<>();
    labels.put("benchmark_id", MAPPER.getNodeFactory().textNode(runId));
    StringJoiner models = new StringJoiner(",");
    configuration.path("models").path("items").forEach(model -> models.add(textOf(model, NAME)));
    labels.put("model", MAPPER.getNodeFactory().textNode(models.toString()));
    labels.put("endpoint_type", configuration.path("endpoint").path("type"));
    boolean streaming = configuration.path("endpoint").path("streaming").asBoolean();
    labels.put("streaming", MAPPER.getNodeFactory().booleanNode(streaming));
    labels.put("concurrency", phase(PROFILING).path("concurrency"));
    labels.put("request_rate", phase(PROFILING).path("rate"));
    labels.values().removeIf(JsonNode::isMissingNode);
    return labels;
  }

  /** What was asked of a phase; missing when the run has none of that name. */
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
