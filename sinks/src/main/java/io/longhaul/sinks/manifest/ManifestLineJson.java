package io.longhaul.sinks.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.sinks.ManifestLine;

/**
 * A line of {@code manifest.jsonl}. Ignores unknown members, so that it can read lines of later
 * versions.
 */
public final class ManifestLineJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String FILE = "file";
  private static final String DATASET = "dataset";
  private static final String RUN_ID = "run_id";
  private static final String ROWS = "rows";
  private static final String BYTES = "bytes";
  private static final String SHA256 = "sha256";

  private ManifestLineJson() {}

  public static String toJson(ManifestLine line) {
    ObjectNode object = MAPPER.createObjectNode();
    object.put(FILE, line.file());
    object.put(DATASET, line.dataset());
    object.put(RUN_ID, line.runId());
    object.put(ROWS, line.rows());
    object.put(BYTES, line.bytes());
    object.put(SHA256, line.sha256());
    return object.toString();
  }

  /**
   * @throws IllegalArgumentException if the text is not a manifest line
   */
  public static ManifestLine fromJson(String text) {
    JsonNode object;
    try {
      object = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Invalid manifest line: " + text + " (not JSON)", e);
    }
    return new ManifestLine(
        text(object, FILE),
        text(object, DATASET),
        text(object, RUN_ID),
        number(object, ROWS),
        number(object, BYTES),
        text(object, SHA256));
  }

  private static String text(JsonNode object, String name) {
    JsonNode member = object.path(name);
    if (!member.isTextual()) {
      throw missing(object, name);
    }
    return member.textValue();
  }

  private static long number(JsonNode object, String name) {
    JsonNode member = object.path(name);
    if (!member.isIntegralNumber()) {
      throw missing(object, name);
    }
    return member.longValue();
  }

  private static IllegalArgumentException missing(JsonNode object, String name) {
    return new IllegalArgumentException(
        "Invalid manifest line: " + object + " (it needs " + name + ")");
  }
}
