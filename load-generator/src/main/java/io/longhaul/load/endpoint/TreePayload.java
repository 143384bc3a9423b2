package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * A payload that is parsed to a tree, for responses that are small or consist of small events. A
 * subclass extracts the content of each tree.
 */
abstract class TreePayload implements ResponsePayload {
  private static final ObjectReader READER =
      UntrustedJson.MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private boolean response;
  private boolean data;
  private String content = "";
  private String reasoning = "";
  private String finishReason = "";
  private ObjectNode usage;
  private JsonNode error;

  @Override
  public final void read(byte[] bytes, int offset, int length) throws IOException {
    response = false;
    data = false;
    content = "";
    reasoning = "";
    finishReason = "";
    usage = null;
    error = null;
    JsonNode root = parse(bytes, offset, length);
    if (root.isMissingNode()) {
      throw new UnexpectedJsonException("response", "nothing", "JSON");
    }
    found(root.path("usage"));
    extract(root);
    if (error == null) {
      error = errorIn(root);
    }
  }

  /** Parses the data of an event, or a body. */
  JsonNode parse(byte[] bytes, int offset, int length) throws IOException {
    return READER.readTree(bytes, offset, length);
  }

  /** Extracts the content of a value by calling the methods below. */
  abstract void extract(JsonNode root) throws IOException;

  /** The required member is present. */
  final void foundResponse() {
    response = true;
  }

  /** There is content other than text. */
  final void foundData() {
    response = true;
    data = true;
  }

  /** There is this text, after the text found before. */
  final void foundContent(String text) {
    response = true;
    content = content.isEmpty() ? text : content + text;
  }

  final void foundReasoning(String text) {
    response = true;
    reasoning = reasoning.isEmpty() ? text : reasoning + text;
  }

  final void foundFinish(String reason) {
    response = true;
    finishReason = reason;
  }

  /** There is a usage, unless the node is not an object or is empty. */
  final void found(JsonNode node) {
    if (node instanceof ObjectNode object && !object.isEmpty()) {
      usage = object;
    }
  }

  final void foundError(JsonNode node) {
    error = node;
  }

  /**
   * Returns {@code error} in any value; {@code detail} or {@code message} only if the value is not
   * a response.
   */
  private JsonNode errorIn(JsonNode root) {
    if (ErrorMessages.isTruthy(root.path("error"))) {
      return root.get("error");
    }
    for (String name : new String[] {"detail", "message"}) {
      if (!response && ErrorMessages.isTruthy(root.path(name))) {
        return root.get(name);
      }
    }
    return null;
  }

  @Override
  public final boolean isResponse() {
    return response;
  }

  @Override
  public final boolean containsData() {
    return data;
  }

  @Override
  public final String content() {
    return content;
  }

  @Override
  public final String reasoning() {
    return reasoning;
  }

  @Override
  public final String finishReason() {
    return finishReason;
  }

  @Override
  public final ObjectNode usage() {
    return usage;
  }

  @Override
  public final JsonNode error() {
    return error;
  }
}
