package io.longhaul.sinks.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.sinks.ManifestLine;
import java.util.function.Predicate;

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
    return MAPPER
        .createObjectNode()
        .put(FILE, line.file())
        .put(DATASET, line.dataset())
        .put(RUN_ID, line.runId())
        .put(ROWS, line.rows())
        .put(BYTES, line.bytes())
        .put(SHA256, line.sha256())
        .toString();
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
        member(object, FILE, JsonNode::isTextual).textValue(),
        member(object, DATASET, JsonNode::isTextual).textValue(),
        member(object, RUN_ID, JsonNode::isTextual).textValue(),
        member(object, ROWS, JsonNode::isIntegralNumber).longValue(),
        member(object, BYTES, JsonNode::isIntegralNumber).longValue(),
        member(object, SHA256, JsonNode::isTextual).textValue());
  }

  private static JsonNode member(JsonNode object, String name, Predicate<JsonNode> isOfType) {
    JsonNode member = object.path(name);
    if (!isOfType.test(member)) {
      throw new IllegalArgumentException(
          "Invalid manifest line: " + object + " (it needs " + name + ")");
    }
    return member;
  }
}
