package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A subset of JSON Schema for request bodies: {@code type}, {@code properties}, {@code required},
 * {@code additionalProperties: false}, {@code items}, {@code minItems}, {@code maxItems}, {@code
 * minLength}, {@code minimum}, {@code enum}, {@code anyOf}. A schema with any other keyword is
 * rejected, so that no keyword is silently ignored. Immutable.
 */
record JsonSchema(
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> type,
    Map<String, JsonSchema> properties,
    List<String> required,
    @Nullable Boolean additionalProperties,
    @Nullable JsonSchema items,
    int minItems,
    Integer maxItems,
    int minLength,
    Long minimum,
    @JsonProperty("enum") List<JsonNode> allowed,
    List<JsonSchema> anyOf) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int MAX_SHOWN_LENGTH = 80;

  JsonSchema {
    type = type == null ? List.of() : type;
    properties = properties == null ? Map.of() : properties;
    required = required == null ? List.of() : required;
    maxItems = maxItems == null ? Integer.MAX_VALUE : maxItems;
    minimum = minimum == null ? Long.MIN_VALUE : minimum;
    allowed = allowed == null ? List.of() : allowed;
    anyOf = anyOf == null ? List.of() : anyOf;
  }

  /**
   * Parses a schema.
   *
   * @throws IllegalArgumentException if it is not a schema, or contains an unsupported keyword
   */
  static JsonSchema of(String json) {
    try {
      return MAPPER.readValue(json, JsonSchema.class);
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
  private @Nullable String problemOf(JsonNode value, String path) {
    if (!type.isEmpty() && type.stream().noneMatch(one -> isOf(one, value))) {
      return invalid(path, value, String.join(" or ", type));
    }
    if (!allowed.isEmpty() && !allowed.contains(value)) {
      return invalid(path, value, "one of " + allowed);
    }
    if (!anyOf.isEmpty()) {
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
  private @Nullable String problemOfAnyOf(JsonNode value, String path) {
    String nearest = null;
    for (JsonSchema alternative : anyOf) {
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

  private @Nullable String problemOfMembers(JsonNode value, String path) {
    for (String name : required) {
      if (!value.has(name)) {
        return "Invalid " + path + "/" + name + ": missing (it is required)";
      }
    }
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      JsonSchema schema = properties.get(member.getKey());
      String memberPath = path + "/" + member.getKey();
      if (schema == null && additionalProperties != null) {
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

  private @Nullable String problemOfItems(JsonNode value, String path) {
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
