package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A subset of JSON Schema for request bodies: {@code type}, {@code properties}, {@code required},
 * {@code additionalProperties: false}, {@code items}, {@code minItems}, {@code maxItems}, {@code
 * minLength}, {@code minimum}, {@code enum}, {@code anyOf}. A schema with any other keyword is
 * rejected, so that no keyword is silently ignored. Immutable.
 */
public final class JsonSchema {
  private static final Set<String> KNOWN =
      Set.of(
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "minItems",
          "maxItems",
          "minLength",
          "minimum",
          "enum",
          "anyOf");

  private static final int MAX_SHOWN_LENGTH = 80;

  private final List<String> types = new ArrayList<>();
  private final Map<String, JsonSchema> properties = new LinkedHashMap<>();
  private final List<String> required = new ArrayList<>();
  private final List<JsonNode> allowed = new ArrayList<>();
  private final List<JsonSchema> alternatives = new ArrayList<>();
  private final boolean closed;
  private final JsonSchema items;
  private final int minItems;
  private final int maxItems;
  private final int minLength;
  private final long minimum;

  private JsonSchema(JsonNode schema) {
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      if (!KNOWN.contains(keyword.getKey())) {
        throw new IllegalArgumentException(
            "Invalid schema: keyword " + keyword.getKey() + " (known: " + KNOWN + ")");
      }
    }
    JsonNode type = schema.path("type");
    if (type.isTextual()) {
      types.add(type.textValue());
    }
    type.forEach(one -> types.add(one.textValue()));
    schema
        .path("properties")
        .properties()
        .forEach(member -> properties.put(member.getKey(), new JsonSchema(member.getValue())));
    schema.path("required").forEach(name -> required.add(name.textValue()));
    schema.path("enum").forEach(allowed::add);
    schema.path("anyOf").forEach(one -> alternatives.add(new JsonSchema(one)));
    this.closed = schema.has("additionalProperties");
    this.items = schema.has("items") ? new JsonSchema(schema.get("items")) : null;
    this.minItems = schema.path("minItems").asInt(0);
    this.maxItems = schema.path("maxItems").asInt(Integer.MAX_VALUE);
    this.minLength = schema.path("minLength").asInt(0);
    this.minimum = schema.path("minimum").asLong(Long.MIN_VALUE);
  }

  /**
   * Parses a schema.
   *
   * @throws IllegalArgumentException if it is not a schema, or contains an unsupported keyword
   */
  public static JsonSchema of(String json) {
    try {
      return new JsonSchema(new ObjectMapper().readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Invalid schema: " + e.getMessage(), e);
    }
  }

  /**
   * Validates a value.
   *
   * @throws BadRequest with the first problem and its path
   */
  void validate(JsonNode value) throws BadRequest {
    String problem = problemOf(value, "");
    if (problem != null) {
      throw new BadRequest(problem);
    }
  }

  /** Returns the first problem with its path; null if the value is valid. */
  private String problemOf(JsonNode value, String path) {
    if (!types.isEmpty() && types.stream().noneMatch(type -> isOf(type, value))) {
      return invalid(path, value, String.join(" or ", types));
    }
    if (!allowed.isEmpty() && !allowed.contains(value)) {
      return invalid(path, value, "one of " + allowed);
    }
    if (!alternatives.isEmpty()) {
      String problem = problemOfAnyOf(value, path);
      if (problem != null) {
        return problem;
      }
    }
    if (value.isNumber() && value.doubleValue() < minimum) {
      return invalid(path, value, minimum + " or more");
    }
    if (value.isTextual() && value.textValue().length() < minLength) {
      return invalid(path, value, "a text of " + minLength + " characters or more");
    }
    if (value.isObject()) {
      return problemOfMembers(value, path);
    }
    return value.isArray() ? problemOfItems(value, path) : null;
  }

  /** Returns the problem with the deepest path, because its alternative is the most similar one. */
  private String problemOfAnyOf(JsonNode value, String path) {
    String nearest = null;
    for (JsonSchema alternative : alternatives) {
      String problem = alternative.problemOf(value, path);
      if (problem == null) {
        return null;
      }
      if (nearest == null || depthOf(problem) > depthOf(nearest)) {
        nearest = problem;
      }
    }
    return nearest;
  }

  private static long depthOf(String problem) {
    return problem.substring(0, problem.indexOf(':')).chars().filter(c -> c == '/').count();
  }

  private String problemOfMembers(JsonNode value, String path) {
    for (String name : required) {
      if (!value.has(name)) {
        return "Invalid " + path + "/" + name + ": missing (it is required)";
      }
    }
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      JsonSchema schema = properties.get(member.getKey());
      String memberPath = path + "/" + member.getKey();
      if (schema == null && closed) {
        return invalid(memberPath, member.getValue(), "no such member; known: " + names());
      }
      String problem = schema == null ? null : schema.problemOf(member.getValue(), memberPath);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private String names() {
    return String.join(", ", properties.keySet());
  }

  private String problemOfItems(JsonNode value, String path) {
    if (value.size() < minItems) {
      return invalid(path, value, minItems + " items or more");
    }
    if (value.size() > maxItems) {
      return invalid(path, value, "at most " + maxItems + " items");
    }
    for (int i = 0; items != null && i < value.size(); i++) {
      String problem = items.problemOf(value.get(i), path + "/" + i);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "null" -> value.isNull();
      default -> throw new IllegalStateException("Invalid schema: type " + type);
    };
  }

  private static String invalid(String path, JsonNode value, String wanted) {
    String shown = value.isMissingNode() ? "nothing" : value.toString();
    return "Invalid "
        + (path.isEmpty() ? "body" : path)
        + ": "
        + (shown.length() > MAX_SHOWN_LENGTH ? shown.substring(0, MAX_SHOWN_LENGTH) + "…" : shown)
        + " ("
        + wanted
        + ")";
  }
}
