package io.longhaul.load.endpoint.response;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.burt.jmespath.Expression;
import io.burt.jmespath.JmesPath;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.jackson.JacksonRuntime;
import org.jspecify.annotations.Nullable;

/**
 * The location of the content in a response: a JMESPath expression. Immutable and thread-safe.
 *
 * @param expression null if no location is configured
 */
public record ResponseField(@Nullable Expression<JsonNode> expression) {
  public static final ResponseField NONE = new ResponseField(null);

  private static final JmesPath<JsonNode> LANGUAGE = new JacksonRuntime();

  /**
   * Parses an expression that a user entered.
   *
   * @throws IllegalArgumentException if it is not a JMESPath expression
   */
  public static ResponseField of(String typed) {
    try {
      return new ResponseField(LANGUAGE.compile(typed));
    } catch (JmesPathException e) {
      throw new IllegalArgumentException(
          "Invalid response_field: " + typed + " (a JMESPath, such as outputs[0].text)", e);
    }
  }

  public boolean isNone() {
    return expression == null;
  }

  /** Returns the content at this location; a missing node if there is none. */
  public JsonNode in(JsonNode response) {
    if (expression == null) {
      return MissingNode.getInstance();
    }
    try {
      return expression.search(response);
    } catch (JmesPathException e) {
      // A function was called with an unsupported argument, such as length of a number.
      return MissingNode.getInstance();
    }
  }
}
