package io.longhaul.sinks.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.longhaul.metrics.NetworkRoundTrip;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the command line put into a run's row: {@code input_config} (AIPerf's configuration tree),
 * {@code cli_command}, {@code fail_if}, {@code gpu_metrics} and {@code plan}. Any may be missing.
 */
record Configuration(
    JsonNode inputConfig,
    String cliCommand,
    List<String> failIf,
    JsonNode gpuMetrics,
    JsonNode plan) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String INPUT_CONFIG = "input_config";
  private static final String CLI_COMMAND = "cli_command";
  private static final String FAIL_IF = "fail_if";
  private static final String GPU_METRICS = "gpu_metrics";
  private static final String PLAN = "plan";
  private static final double NANOS_PER_MILLI = 1e6;

  static Configuration of(String text) {
    JsonNode all;
    try {
      all = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      all = MissingNode.getInstance();
    }
    List<String> failIf = new ArrayList<>();
    all.path(FAIL_IF).forEach(condition -> failIf.add(condition.asText()));
    return new Configuration(
        all.path(INPUT_CONFIG),
        all.path(CLI_COMMAND).asText(""),
        failIf,
        all.path(GPU_METRICS),
        all.path(PLAN));
  }

  /** Thresholds by tag, in display units. */
  JsonNode slos() {
    return inputConfig.path("slos");
  }

  /** The name of the tokenizer, as it was given; empty when it is not there. */
  String tokenizer() {
    return inputConfig.path("tokenizer").path("name").asText("");
  }

  /** As a person told it. */
  NetworkRoundTrip networkRoundTrip() {
    double millis = inputConfig.path("network_latency").path("mean_ms").asDouble(0);
    return new NetworkRoundTrip(Math.round(millis * NANOS_PER_MILLI));
  }

  /** Whether the round trip was measured by handshakes. */
  boolean measuresNetwork() {
    JsonNode network = inputConfig.path("network_latency");
    return network.path("enabled").asBoolean() && !network.has("mean_ms");
  }

  /** AIPerf's usual ones where nothing is said. */
  Set<ServerMetricsFormat> serverMetricsFormats() {
    JsonNode told = inputConfig.path("server_metrics").path("formats");
    if (!told.isArray()) {
      return ServerMetricsFormat.USUAL;
    }
    Set<ServerMetricsFormat> formats = EnumSet.noneOf(ServerMetricsFormat.class);
    for (JsonNode format : told) {
      formats.add(ServerMetricsFormat.valueOf(format.asText().toUpperCase(Locale.ROOT)));
    }
    return formats;
  }

  /** Of the first data set; missing when it was not given. */
  JsonNode randomSeed() {
    return inputConfig.path("datasets").path(0).path("random_seed");
  }
}
