package io.longhaul.config.genaiperf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.config.binding.OptionProblems;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * Parses extra inputs of requests as GenAI-Perf does: a name without a value is null; {@code true}
 * and {@code false} in any case, digits, and digits with one dot are JSON values; everything else,
 * including negative numbers, is text.
 */
final class GenAiPerfExtraInputs {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final String FORMS = "NAME, NAME:VALUE or a JSON object";

  private GenAiPerfExtraInputs() {}

  /**
   * Parses texts.
   *
   * @param source what messages call the option
   */
  static ObjectNode read(List<String> typed, String source, OptionProblems problems) {
    ObjectNode members = MAPPER.createObjectNode();
    for (String text : typed) {
      try {
        if (text.startsWith("{") && text.endsWith("}")) {
          members.setAll((ObjectNode) MAPPER.readTree(text));
        } else {
          addPair(text, members, source, problems);
        }
      } catch (JsonProcessingException e) {
        problems.invalid(source, text, FORMS);
      }
    }
    return members;
  }

  private static void addPair(
      String text, ObjectNode members, String source, OptionProblems problems) {
    String[] parts = text.split(":", -1);
    String name = parts[0].strip();
    boolean emptyValue = parts.length == 2 && parts[1].isBlank();
    if (name.isEmpty() || parts.length > 2 || emptyValue) {
      problems.invalid(source, text, FORMS);
    } else if (members.has(name)) {
      problems.invalid(source, text, "a different name: this one is already given");
    } else if (parts.length == 1) {
      members.putNull(name);
    } else {
      addValue(name, parts[1].strip(), members);
    }
  }

  private static void addValue(String name, String value, ObjectNode members) {
    if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
      members.put(name, Boolean.parseBoolean(value));
    } else if (value.matches("[0-9]+")) {
      members.put(name, new BigInteger(value));
    } else if (value.matches("[0-9]*\\.[0-9]+|[0-9]+\\.")) {
      members.put(name, new BigDecimal(value.endsWith(".") ? value + "0" : value));
    } else {
      members.put(name, value);
    }
  }
}
