package io.longhaul.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.plan.server.Secret;
import java.util.HashMap;
import java.util.Map;

/**
 * Secrets for a child process, passed as one line of JSON over its standard input, never as
 * arguments or environment variables.
 *
 * @param headers secret HTTP headers, which are not part of the plan
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
      // Neither the line nor the parser's quote of it may be shown, because it can contain a key.
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
