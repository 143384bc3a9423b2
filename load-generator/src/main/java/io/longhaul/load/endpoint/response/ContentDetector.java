package io.longhaul.load.endpoint.response;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.List;

/**
 * Finds the content in a response of an API without a known format. Content is found by a selector,
 * or by its appearance: vectors, rankings or text, in this order, as in AIPerf. Data that is not
 * JSON is text.
 *
 * @param field location of the content
 * @param detectsAsFallback whether to detect the content if the field matches nothing
 */
public record ContentDetector(ResponseField field, boolean detectsAsFallback)
    implements TreePayload.Extractor {
  private static final List<String> VECTORS = List.of("embeddings", "embedding");
  private static final List<String> RANKINGS = List.of("rankings", "results");
  private static final List<String> TEXTS =
      List.of("text", "content", "response", "output", "result");

  @Override
  public JsonNode parse(byte[] bytes, int offset, int length) throws IOException {
    try {
      return TreePayload.Extractor.super.parse(bytes, offset, length);
    } catch (JsonProcessingException e) {
      return TextNode.valueOf(new String(bytes, offset, length, UTF_8));
    }
  }

  @Override
  public void extract(JsonNode root, TreePayload payload) {
    boolean found = !field.isNone() && !root.isTextual() && extractValue(field.in(root), payload);
    if (!found && (detectsAsFallback || field.isNone() || root.isTextual())) {
      detect(root, payload);
    }
  }

  private static void detect(JsonNode root, TreePayload payload) {
    if (!root.isObject()) {
      extractValue(root, payload);
    } else if (!hasVectors(root)
        && RANKINGS.stream().noneMatch(name -> root.path(name).isArray())) {
      extractText(root, payload);
    } else {
      payload.foundData();
    }
  }

  /** Extracts a text, one or more vectors, or a list of objects. */
  private static boolean extractValue(JsonNode value, TreePayload payload) {
    if (value.isTextual()) {
      payload.foundContent(value.textValue());
      return true;
    }
    JsonNode first = value.path(0);
    boolean isData = first.isNumber() || first.isObject() || first.path(0).isNumber();
    if (isData) {
      payload.foundData();
    }
    return isData;
  }

  private static boolean hasVectors(JsonNode root) {
    JsonNode first = root.path("data").path(0);
    if (first.path("object").asText().equals("embedding") && first.has("embedding")) {
      return true;
    }
    return VECTORS.stream()
        .map(name -> root.path(name).path(0))
        .anyMatch(item -> item.isNumber() || item.isArray());
  }

  private static void extractText(JsonNode root, TreePayload payload) {
    for (String name : TEXTS) {
      JsonNode value = root.path(name);
      if (value.isTextual()) {
        payload.foundContent(value.textValue());
        return;
      }
      if (isListOfTexts(value)) {
        value.forEach(text -> payload.foundContent(text.textValue()));
        return;
      }
    }
    JsonNode choice = root.path("choices").path(0);
    for (String path : List.of("/text", "/message/content", "/delta/content")) {
      String text = choice.at(path).asText("");
      if (!text.isEmpty()) {
        payload.foundContent(text);
        return;
      }
    }
  }

  private static boolean isListOfTexts(JsonNode value) {
    boolean allTexts = value.isArray() && !value.isEmpty();
    for (JsonNode item : value) {
      allTexts &= item.isTextual();
    }
    return allTexts;
  }
}
