package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.List;

/**
 * A response of an API without a known format. Content is found by a selector, or by its
 * appearance: vectors, rankings or text, in this order, as in AIPerf. Data that is not JSON is
 * text.
 */
final class AutoDetectedPayload extends TreePayload {
  private static final List<String> VECTORS = List.of("embeddings", "embedding");
  private static final List<String> RANKINGS = List.of("rankings", "results");
  private static final List<String> TEXTS =
      List.of("text", "content", "response", "output", "result");

  private final ResponseField field;
  private final boolean detectsAsFallback;

  /**
   * @param field location of the content
   * @param detectsAsFallback whether to detect the content if the field matches nothing
   */
  AutoDetectedPayload(ResponseField field, boolean detectsAsFallback) {
    this.field = field;
    this.detectsAsFallback = detectsAsFallback || field.isNone();
  }

  @Override
  JsonNode parse(byte[] bytes, int offset, int length) throws IOException {
    try {
      return super.parse(bytes, offset, length);
    } catch (JsonProcessingException e) {
      return TextNode.valueOf(new String(bytes, offset, length, UTF_8));
    }
  }

  @Override
  void extract(JsonNode root) {
    boolean found = !field.isNone() && !root.isTextual() && extractValue(field.in(root));
    if (!found && (detectsAsFallback || root.isTextual())) {
      detect(root);
    }
  }

  private void detect(JsonNode root) {
    if (!root.isObject()) {
      extractValue(root);
    } else if (!hasVectors(root)
        && RANKINGS.stream().noneMatch(name -> root.path(name).isArray())) {
      extractText(root);
    } else {
      foundData();
    }
  }

  /** Extracts a text, one or more vectors, or a list of objects. */
  private boolean extractValue(JsonNode value) {
    if (value.isTextual()) {
      foundContent(value.textValue());
      return true;
    }
    JsonNode first = value.path(0);
    boolean isData = first.isNumber() || first.isObject() || first.path(0).isNumber();
    if (isData) {
      foundData();
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

  private void extractText(JsonNode root) {
    for (String name : TEXTS) {
      JsonNode value = root.path(name);
      if (value.isTextual()) {
        foundContent(value.textValue());
        return;
      }
      if (isListOfTexts(value)) {
        value.forEach(text -> foundContent(text.textValue()));
        return;
      }
    }
    JsonNode choice = root.path("choices").path(0);
    for (String path : List.of("/text", "/message/content", "/delta/content")) {
      String text = choice.at(path).asText("");
      if (!text.isEmpty()) {
        foundContent(text);
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

  @Override
  public String requiredMember() {
    return "content";
  }

  @Override
  public boolean endsWithBody() {
    return true;
  }
}
