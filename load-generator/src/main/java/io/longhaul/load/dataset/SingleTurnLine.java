package io.longhaul.load.dataset;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.endpoint.ExtraInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One line of a {@code single_turn} file. Members that are not named here are ignored, as AIPerf
 * does.
 *
 * @param texts the one text of the line, or its list of strings or objects with {@code contents}
 * @param role {@code role}, or null
 * @param model {@code model}, or null
 * @param sessionId {@code session_id}, or null
 * @param outputLength {@code output_length} in tokens, or null
 * @param extra {@code extra}, members for the body; empty when there is none
 */
record SingleTurnLine(
    List<String> texts,
    String role,
    String model,
    String sessionId,
    Integer outputLength,
    ExtraInputs extra) {
  private static final String TEXT = "text";
  private static final String TEXTS = "texts";
  private static final String CONTENTS = "contents";
  private static final String ROLE = "role";
  private static final String MODEL = "model";
  private static final String SESSION_ID = "session_id";
  private static final String OUTPUT_LENGTH = "output_length";
  private static final String EXTRA = "extra";

  /** Leaving these out silently would send another load than the file says. */
  private static final List<String> MEDIA =
      List.of("image", "images", "audio", "audios", "video", "videos");

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(64)
                          .maxStringLength(100_000_000)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** The line's content, or what is wrong with it. */
  static SingleTurnLine parse(String line) throws Malformed {
    JsonNode node = read(line);
    if (!node.isObject()) {
      throw new Malformed("not a JSON object (such as {\"text\": \"Hello\"})");
    }
    for (String medium : MEDIA) {
      if (node.hasNonNull(medium)) {
        throw new Malformed("member " + medium + " (only text can be sent)");
      }
    }
    return new SingleTurnLine(
        textsOf(node),
        textOrNull(node, ROLE),
        textOrNull(node, MODEL),
        textOrNull(node, SESSION_ID),
        outputLengthOf(node),
        extraOf(node));
  }

  private static JsonNode read(String line) throws Malformed {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      // The location says where; the original message would quote the line.
      int column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
      throw new Malformed("not JSON, at column " + column);
    }
  }

  private static List<String> textsOf(JsonNode node) throws Malformed {
    boolean hasText = node.hasNonNull(TEXT);
    boolean hasTexts = node.hasNonNull(TEXTS);
    if (hasText == hasTexts) {
      throw new Malformed(
          hasText ? "both text and texts (give one)" : "neither text nor texts (give one)");
    }
    List<String> texts = new ArrayList<>();
    if (hasText) {
      texts.add(textIn(node.get(TEXT), TEXT));
    } else {
      collect(node.get(TEXTS), texts);
    }
    if (texts.stream().allMatch(String::isEmpty)) {
      throw new Malformed("an empty text (give some)");
    }
    return texts;
  }

  private static void collect(JsonNode list, List<String> texts) throws Malformed {
    if (!list.isArray()) {
      throw new Malformed("texts is not a list");
    }
    for (JsonNode element : list) {
      if (element.path(CONTENTS).isArray()) {
        collect(element.get(CONTENTS), texts);
      } else {
        texts.add(textIn(element, TEXTS));
      }
    }
  }

  private static String textIn(JsonNode value, String member) throws Malformed {
    if (!value.isTextual()) {
      throw new Malformed(member + " is a " + kindOf(value) + " (a string is needed)");
    }
    return value.textValue();
  }

  private static String textOrNull(JsonNode node, String member) throws Malformed {
    return node.hasNonNull(member) ? textIn(node.get(member), member) : null;
  }

  private static Integer outputLengthOf(JsonNode node) throws Malformed {
    if (!node.hasNonNull(OUTPUT_LENGTH)) {
      return null;
    }
    JsonNode value = node.get(OUTPUT_LENGTH);
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 1) {
      throw new Malformed("output_length is " + value + " (1 or more tokens)");
    }
    return value.intValue();
  }

  private static ExtraInputs extraOf(JsonNode node) throws Malformed {
    if (!node.hasNonNull(EXTRA)) {
      return ExtraInputs.NONE;
    }
    JsonNode value = node.get(EXTRA);
    if (!value.isObject()) {
      throw new Malformed("extra is not an object");
    }
    try {
      return ExtraInputs.parse(List.of(value.toString()));
    } catch (IllegalArgumentException e) {
      throw new Malformed("extra cannot be sent, " + e.getMessage());
    }
  }

  private static String kindOf(JsonNode value) {
    return value.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  /** What is wrong with a line, in words that follow its place. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }
}
