package io.longhaul.sinks.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** The value of a swept parameter in documents: a number, a boolean or a text. */
final class SweepValueJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SweepValueJson() {}

  static JsonNode node(Object value) {
    if (value instanceof Long number) {
      return NODES.numberNode(number);
    }
    if (value instanceof Double number) {
      return NODES.numberNode(number);
    }
    return value instanceof Boolean truth
        ? NODES.booleanNode(truth)
        : NODES.textNode(value.toString());
  }
}
