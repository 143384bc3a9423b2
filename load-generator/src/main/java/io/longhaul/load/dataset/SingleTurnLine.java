package io.longhaul.load.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.ExtraInputs;
import java.util.ArrayList;
import java.util.List;

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

  /** The line's content, or what is wrong with it. */
  static SingleTurnLine parse(String text) throws MalformedLineException {
    JsonLine line = JsonLine.parse(text);
    for (String medium : MEDIA) {
      if (line.has(medium)) {
        throw new MalformedLineException("member " + medium + " (only text can be sent)");
      }
    }
    return new SingleTurnLine(
        textsOf(line),
        line.textOrNull(ROLE),
        line.textOrNull(MODEL),
        line.textOrNull(SESSION_ID),
        line.tokensOrNull(OUTPUT_LENGTH, 1),
        line.extraOf(EXTRA));
  }

  private static List<String> textsOf(JsonLine line) throws MalformedLineException {
    boolean hasText = line.has(TEXT);
    boolean hasTexts = line.has(TEXTS);
    if (hasText == hasTexts) {
      throw new MalformedLineException(
          hasText ? "both text and texts (give one)" : "neither text nor texts (give one)");
    }
    List<String> texts = new ArrayList<>();
    if (hasText) {
      texts.add(JsonLine.textIn(line.get(TEXT), TEXT));
    } else {
      collect(line.get(TEXTS), texts);
    }
    if (texts.stream().allMatch(String::isEmpty)) {
      throw new MalformedLineException("an empty text (give some)");
    }
    return texts;
  }

  private static void collect(JsonNode list, List<String> texts) throws MalformedLineException {
    if (!list.isArray()) {
      throw new MalformedLineException("texts is not a list");
    }
    for (JsonNode element : list) {
      if (element.path(CONTENTS).isArray()) {
        collect(element.get(CONTENTS), texts);
      } else {
        texts.add(JsonLine.textIn(element, TEXTS));
      }
    }
  }
}
