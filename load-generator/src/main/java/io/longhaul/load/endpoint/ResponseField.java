package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.burt.jmespath.Expression;
import io.burt.jmespath.JmesPath;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.jackson.JacksonRuntime;

/** Where in an answer its content stands: a JMESPath expression. Immutable, any thread. */
final class ResponseField {
  static final ResponseField NONE = new ResponseField(null);

  private static final JmesPath<JsonNode> LANGUAGE = new JacksonRuntime();

  /** Null when nobody says where. */
  private final Expression<JsonNode> expression;

  private ResponseField(Expression<JsonNode> expression) {
    this.expression = expression;
  }

  /**
   * A field as a user types it.
   *
   * @throws IllegalArgumentException when it is no JMESPath
   */
  static ResponseField of(String typed) {
    try {
      return new ResponseField(LANGUAGE.compile(typed));
    } catch (JmesPathException e) {
      throw new IllegalArgumentException(
          "Invalid response_field: " + typed + " (a JMESPath, such as outputs[0].text)", e);
    }
  }

  boolean isNone() {
    return expression == null;
  }

  /** What stands there; missing when nothing does. */
  JsonNode in(JsonNode answer) {
    try {
      return expression.search(answer);
    } catch (JmesPathException e) {
      // A function that was called with what it does not take, such as length of a number.
      return MissingNode.getInstance();
    }
  }
}
