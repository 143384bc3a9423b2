package io.longhaul.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.plan.Secret;
import java.util.Optional;

/**
 * What a child process must know and nobody else: told as one line of JSON over its standard input,
 * never in arguments or in the environment.
 */
record ChildSecrets(Optional<Secret> apiKey) {
  private static final String API_KEY = "api_key";

  static ChildSecrets fromLine(String line) {
    try {
      JsonNode key = new ObjectMapper().readTree(line).path(API_KEY);
      return new ChildSecrets(
          key.isTextual() ? Optional.of(Secret.of(key.textValue())) : Optional.empty());
    } catch (JsonProcessingException e) {
      // The line itself may hold a key: it is not told.
      throw new IllegalArgumentException("Invalid line of secrets (one JSON object)");
    }
  }

  String toLine() {
    ObjectNode line = new ObjectMapper().createObjectNode();
    apiKey.ifPresent(key -> line.put(API_KEY, key.reveal()));
    return line.toString();
  }
}
