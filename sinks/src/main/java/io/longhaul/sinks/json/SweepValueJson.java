package io.longhaul.sinks.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** A value of what is swept, as documents tell it: a number, a truth value or a text. */
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
