package io.longhaul.config.options;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.config.binding.OptionProblems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Parses HTTP headers: {@code NAME:VALUE}, or a JSON object. A value may contain colons and commas:
 * only the first colon is a separator.
 */
final class HeaderValues {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final List<String> SECRET_NAMES =
      List.of("auth", "key", "token", "secret", "cookie", "password", "credential", "signature");

  private HeaderValues() {}

  /**
   * Decides by the name of a header whether its value is a secret, which is not written to plans,
   * topics and files.
   */
  static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return SECRET_NAMES.stream().anyMatch(lower::contains);
  }

  /** Returns values by name, in the order given; later ones override. Messages omit values. */
  static Map<String, String> read(List<String> typed, OptionProblems problems) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String text : typed) {
      if (text.stripLeading().startsWith("{")) {
        readObject(text, values, problems);
      } else {
        readPair(text, values, problems);
      }
    }
    return values;
  }

  private static void readPair(String text, Map<String, String> values, OptionProblems problems) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? "" : text.substring(0, colon).strip();
    if (name.isEmpty()) {
      problems.invalid("--header", CommandLineText.HIDDEN, "NAME:VALUE, or a JSON object");
      return;
    }
    String value = text.substring(colon + 1).strip();
    if (isOneLine(name) && isOneLine(value)) {
      values.put(name, value);
    } else {
      problems.invalid("--header", name, "a name and a value, each on one line");
    }
  }

  private static void readObject(String text, Map<String, String> values, OptionProblems problems) {
    JsonNode object;
    try {
      object = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      problems.invalid("--header", CommandLineText.HIDDEN, "NAME:VALUE, or a JSON object");
      return;
    }
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String value = member.getValue().asText();
      if (member.getValue().isValueNode() && isOneLine(value)) {
        values.put(member.getKey(), value);
      } else {
        problems.invalid("--header", member.getKey(), "a text on one line");
      }
    }
  }

  private static boolean isOneLine(String text) {
    return text.indexOf('\n') < 0 && text.indexOf('\r') < 0;
  }
}
