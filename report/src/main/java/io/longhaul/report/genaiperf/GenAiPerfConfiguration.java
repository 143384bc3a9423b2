package io.longhaul.report.genaiperf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.report.json.Configuration;
import io.longhaul.sinks.ExportLayout;

/**
 * {@code input_config} of GenAI-Perf's JSON: the keys that apply to the run, in GenAI-Perf's order.
 * Omits {@code endpoint.backend}, since GenAI-Perf cannot merge a file with it, and images, audio
 * and settings of the Perf Analyzer, which our runs do not have.
 */
final class GenAiPerfConfiguration {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String UNSET = "";
  private static final String ENDPOINT = "endpoint";
  private static final String RANDOM_SEED = "random_seed";
  private static final String MEAN = "mean";
  private static final String STDDEV = "stddev";
  private static final String TURNS = "turns";

  private final GenAiPerfRun run;
  private final Configuration configuration;
  private final JsonNode config;
  private final JsonNode load;

  GenAiPerfConfiguration(GenAiPerfRun run) {
    this.run = run;
    this.configuration = Configuration.of(run.report().run());
    this.config = configuration.inputConfig();
    this.load = phase("profiling");
  }

  /** Returns the Perf Analyzer's name of the load: concurrency or request_rate. */
  String mode() {
    return isConcurrency() ? "concurrency" : "request_rate";
  }

  /**
   * Returns the concurrency as an integer or the rate as a decimal; 0.0 if there is no single rate.
   */
  JsonNode level() {
    return isConcurrency()
        ? load.path("concurrency")
        : MAPPER.getNodeFactory().numberNode(isSchedule() ? 0.0 : load.path("rate").asDouble());
  }

  private boolean isConcurrency() {
    return load.path("type").asText().equals("concurrency") && load.has("concurrency");
  }

  private boolean isSchedule() {
    return load.path("type").asText().equals("fixed_schedule");
  }

  /** Removes a leading slash, as in GenAI-Perf. */
  String path() {
    String path = config.path(ENDPOINT).path("path").asText(run.endpoint().path());
    String model = config.path("models").path("items").path(0).path("name").asText();
    return path.replaceFirst("^/+", "").replace(GenAiPerfEndpoint.MODEL, model);
  }

  /** Returns the whole tree. */
  ObjectNode tree(ExportLayout layout) {
    ObjectNode tree = MAPPER.createObjectNode();
    ArrayNode models = tree.putArray("model_names");
    config.path("models").path("items").forEach(model -> models.add(model.path("name")));
    tree.put("subcommand", "profile");
    writeEndpoint(tree.putObject(ENDPOINT));
    writeLoad(tree.putObject("perf_analyzer"));
    writeInput(tree.putObject("input"));
    tree.putObject("output")
        .put("artifact_directory", layout.folder().toString())
        .put("profile_export_file", layout.perfAnalyzerJson().getFileName().toString());
    tree.putObject("tokenizer").put("name", config.path("tokenizer").path("name").asText());
    return tree;
  }

  private void writeEndpoint(ObjectNode endpoint) {
    endpoint
        .put("custom", path())
        .put("type", run.endpoint().type())
        .put("streaming", run.streaming());
    config.path(ENDPOINT).path("urls").forEach(url -> endpoint.putIfAbsent("url", url));
    endpoint.put("service_kind", run.endpoint().serviceKind()).put("output_format", outputFormat());
  }

  /** Returns the output format: the backend of KServe models, if given. */
  private String outputFormat() {
    return config.path(ENDPOINT).path("backend").asText(run.endpoint().outputFormat());
  }

  private void writeLoad(ObjectNode node) {
    node.putObject("stimulus").set(mode(), level());
    ObjectNode measurement = node.putObject("measurement").put("mode", "request_count");
    measurement.set("num", orUnset(load.path("requests")));
    node.put("warmup_request_count", phase("warmup").path("requests").asLong());
  }

  private void writeInput(ObjectNode input) {
    JsonNode dataset = config.path("datasets").path(0);
    input.set("extra", orUnset(config.path(ENDPOINT).path("extra")));
    input.set("goodput", orUnset(configuration.slos()));
    writeHeaders(input);
    input.put("file", dataset.path("path").asText(UNSET));
    if (dataset.has("entries")) {
      input.set("num_dataset_entries", dataset.path("entries"));
    }
    if (dataset.has(RANDOM_SEED)) {
      input.set(RANDOM_SEED, dataset.path(RANDOM_SEED));
    }
    writeLength(input, "output_tokens", dataset.path("prompts").path("osl"));
    writeLength(input, "synthetic_tokens", dataset.path("prompts").path("isl"));
    if (dataset.has(TURNS)) {
      writeSessions(input.putObject("sessions"), dataset);
    }
  }

  private void writeSessions(ObjectNode sessions, JsonNode dataset) {
    JsonNode count = load.path("sessions");
    sessions.set("num", count.isMissingNode() ? dataset.path("entries") : count);
    writeLength(sessions, TURNS, dataset.path(TURNS));
    JsonNode delay = dataset.path("turn_delay");
    sessions
        .putObject("turn_delay")
        .put(MEAN, Math.round(delay.path(MEAN).asDouble()))
        .put("ratio", dataset.path("turn_delay_ratio").asDouble(1))
        .put(STDDEV, Math.round(delay.path(STDDEV).asDouble()));
  }

  private void writeHeaders(ObjectNode input) {
    JsonNode headers = config.path(ENDPOINT).path("headers");
    if (headers.isEmpty()) {
      input.put("header", UNSET);
      return;
    }
    ArrayNode list = input.putArray("header");
    headers
        .properties()
        .forEach(header -> list.add(header.getKey() + ":" + header.getValue().asText()));
  }

  private static void writeLength(ObjectNode input, String name, JsonNode length) {
    if (length.has(MEAN)) {
      input
          .putObject(name)
          .put(MEAN, Math.round(length.path(MEAN).asDouble()))
          .put(STDDEV, Math.round(length.path(STDDEV).asDouble()));
    }
  }

  private JsonNode phase(String name) {
    for (JsonNode phase : config.path("phases")) {
      if (phase.path("name").asText().equals(name)) {
        return phase;
      }
    }
    return MAPPER.missingNode();
  }

  private static JsonNode orUnset(JsonNode node) {
    boolean unset =
        node.isMissingNode() || node.isNull() || (node.isContainerNode() && node.isEmpty());
    return unset ? MAPPER.getNodeFactory().textNode(UNSET) : node;
  }
}
