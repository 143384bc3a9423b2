package io.longhaul.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.plan.Secret;
import java.util.HashMap;
import java.util.Map;

/**
 * What a child process must know and nobody else: told as one line of JSON over its standard input,
 * never in arguments or in the environment.
 *
 * @param headers HTTP headers that stand in no plan
 */
record ChildSecrets(Map<String, Secret> headers) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HEADERS = "headers";

  ChildSecrets {
    headers = Map.copyOf(headers);
  }

  static ChildSecrets fromLine(String line) {
    try {
      Map<String, Secret> headers = new HashMap<>();
      for (Map.Entry<String, JsonNode> header : JSON.readTree(line).path(HEADERS).properties()) {
        headers.put(header.getKey(), Secret.of(header.getValue().asText()));
      }
      return new ChildSecrets(headers);
    } catch (JsonProcessingException e) {
      // Neither the line nor what the parser quotes of it may be told: it can hold a key.
      throw new IllegalArgumentException("Invalid line of secrets (one JSON object)");
    }
  }

  String toLine() {
    ObjectNode line = JSON.createObjectNode();
    ObjectNode members = line.putObject(HEADERS);
    headers.forEach((name, secret) -> members.put(name, secret.reveal()));
    return line.toString();
  }
}
