package io.longhaul.sinks.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;

/**
 * What the command line put into a run's row: {@code input_config} (AIPerf's configuration tree),
 * {@code cli_command} and {@code plan}. Any of them may be missing.
 */
record Configuration(JsonNode inputConfig, String cliCommand, JsonNode plan) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String INPUT_CONFIG = "input_config";
  private static final String CLI_COMMAND = "cli_command";
  private static final String PLAN = "plan";

  static Configuration of(String text) {
    JsonNode all;
    try {
      all = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      all = MissingNode.getInstance();
    }
    return new Configuration(
        all.path(INPUT_CONFIG), all.path(CLI_COMMAND).asText(""), all.path(PLAN));
  }

  /** Thresholds by tag, in display units. */
  JsonNode slos() {
    return inputConfig.path("slos");
  }

  /** Of the first data set; missing when it was not given. */
  JsonNode randomSeed() {
    return inputConfig.path("datasets").path(0).path("random_seed");
  }
}
