package io.longhaul.load.endpoint.request;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Members that a user adds to request bodies, such as {@code temperature:0} or {@code
 * ignore_eos:true}. Immutable.
 */
public final class ExtraInputs {

  /** No members. */
  public static final ExtraInputs NONE = new ExtraInputs(JsonNodeFactory.instance.objectNode());

  /** Without leading zeros and exponents; all other values are text. */
  private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]*)");

  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]*\\.[0-9]+");

  @JsonValue private final ObjectNode members;

  private ExtraInputs(ObjectNode members) {
    this.members = members;
  }

  @JsonCreator
  static ExtraInputs fromJson(ObjectNode members) {
    return parse(List.of(members.toString()));
  }

  /**
   * Parses user input: {@code name:value} items, several of them separated by commas, or one JSON
   * object. Only the first colon of an item is a separator. {@code true}, {@code false}, {@code
   * none}, {@code null} (in any case), integers and decimal numbers become JSON values; a JSON
   * object is used unchanged. Later items override earlier ones.
   *
   * @throws IllegalArgumentException naming every invalid item
   */
  public static ExtraInputs parse(List<String> texts) {
    ObjectNode members = UntrustedJson.MAPPER.createObjectNode();
    List<String> problems = new ArrayList<>();
    for (String text : texts) {
      if (text.strip().startsWith("{")) {
        parseJson(text, members, problems);
      } else {
        parseItems(text, members, problems);
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join(System.lineSeparator(), problems));
    }
    return new ExtraInputs(members);
  }

  /** Returns the members as one JSON object, which {@link #parse} accepts. */
  public String toJson() {
    return members.toString();
  }

  /** Returns whether there are no members. */
  public boolean isEmpty() {
    return members.isEmpty();
  }

  public Set<Map.Entry<String, JsonNode>> properties() {
    return members.properties();
  }

  public boolean has(String name) {
    return members.has(name);
  }

  /** Returns the member with this name as text; empty if there is none. */
  public Optional<String> text(String name) {
    return Optional.of(members.path(name).asText("")).filter(text -> !text.isEmpty());
  }

  /** Returns all members except these. */
  public ExtraInputs without(String... names) {
    return new ExtraInputs(members.deepCopy().without(List.of(names)));
  }

  public void mergeInto(ObjectNode body) {
    body.setAll(members);
  }

  private static void parseJson(String text, ObjectNode members, List<String> problems) {
    try {
      JsonNode parsed =
          UntrustedJson.MAPPER
              .reader()
              .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
              .readTree(text);
      members.setAll((ObjectNode) parsed);
    } catch (JsonProcessingException e) {
      problems.add(
          "Invalid extra inputs: %s (not a JSON object: %s)"
              .formatted(text, UntrustedJson.reasonOf(e)));
    }
  }

  private static void parseItems(String text, ObjectNode members, List<String> problems) {
    for (String item : text.split(",", -1)) {
      int colon = item.indexOf(':');
      if (colon < 1) {
        problems.add(
            "Invalid extra input: "
                + item
                + " (write name:value, or a JSON object when a value holds a comma)");
      } else {
        members.set(item.substring(0, colon).strip(), scalar(item.substring(colon + 1).strip()));
      }
    }
  }

  private static JsonNode scalar(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> BooleanNode.TRUE;
      case "false" -> BooleanNode.FALSE;
      case "none", "null" -> NullNode.getInstance();
      default -> numberOrText(text);
    };
  }

  private static JsonNode numberOrText(String text) {
    if (INTEGER.matcher(text).matches()) {
      return JsonNodeFactory.instance.numberNode(new BigInteger(text));
    }
    if (DECIMAL.matcher(text).matches()) {
      return DoubleNode.valueOf(Double.parseDouble(text));
    }
    return TextNode.valueOf(text);
  }

  /** Two objects are equal if they have the same JSON form, however numbers are represented. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ExtraInputs that && that.toJson().equals(toJson());
  }

  @Override
  public int hashCode() {
    return toJson().hashCode();
  }

  @Override
  public String toString() {
    return toJson();
  }
}
