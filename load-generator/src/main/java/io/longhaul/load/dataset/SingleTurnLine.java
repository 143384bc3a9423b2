package io.longhaul.load.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.endpoint.QueryAndPassages;
import io.longhaul.load.endpoint.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of a {@code single_turn} file. Members that are not named here are ignored, as AIPerf
 * does.
 *
 * @param parts the one text of the line, or its list of strings or objects with {@code contents},
 *     each of which has its object's {@code name}
 * @param role {@code role}, or null
 * @param model {@code model}, or null
 * @param sessionId {@code session_id}, or null
 * @param outputLength {@code output_length} in tokens, or null
 * @param extra {@code extra}, members for the body; empty when there is none
 */
record SingleTurnLine(
    List<Text> parts,
    String role,
    String model,
    String sessionId,
    Integer outputLength,
    ExtraInputs extra) {
  private static final String TEXT = "text";
  private static final String TEXTS = "texts";
  private static final String NAME = "name";
  private static final String CONTENTS = "contents";
  private static final String ROLE = "role";
  private static final String MODEL = "model";
  private static final String SESSION_ID = "session_id";
  private static final String OUTPUT_LENGTH = "output_length";
  private static final String EXTRA = "extra";

  /** Leaving these out silently would send another load than the file says. */
  private static final List<String> MEDIA =
      List.of("image", "images", "audio", "audios", "video", "videos");

  /** The line's content, or what is wrong with it for this kind of endpoint. */
  static SingleTurnLine parse(String text, EndpointType endpoint) throws MalformedLineException {
    JsonLine line = JsonLine.parse(text);
    for (String medium : MEDIA) {
      if (line.has(medium)) {
        throw new MalformedLineException("member " + medium + " (only text can be sent)");
      }
    }
    List<Text> parts = partsOf(line);
    if (endpoint.ranks() && QueryAndPassages.in(parts).isEmpty()) {
      throw new MalformedLineException(
          "no text named query (give {\"texts\": [{\"name\": \"query\", \"contents\": [\"…\"]},"
              + " {\"name\": \"passages\", \"contents\": [\"…\"]}]})");
    }
    return new SingleTurnLine(
        parts,
        line.textOrNull(ROLE),
        line.textOrNull(MODEL),
        line.textOrNull(SESSION_ID),
        line.tokensOrNull(OUTPUT_LENGTH, 1),
        line.extraOf(EXTRA));
  }

  /** What its texts say. */
  List<String> texts() {
    return parts.stream().map(Text::content).toList();
  }

  private static List<Text> partsOf(JsonLine line) throws MalformedLineException {
    boolean hasText = line.has(TEXT);
    boolean hasTexts = line.has(TEXTS);
    if (hasText == hasTexts) {
      throw new MalformedLineException(
          hasText ? "both text and texts (give one)" : "neither text nor texts (give one)");
    }
    List<Text> parts = new ArrayList<>();
    if (hasText) {
      parts.add(Text.of(JsonLine.textIn(line.get(TEXT), TEXT)));
    } else {
      collect("", line.get(TEXTS), parts);
    }
    if (parts.stream().allMatch(part -> part.content().isEmpty())) {
      throw new MalformedLineException("an empty text (give some)");
    }
    return parts;
  }

  private static void collect(String name, JsonNode list, List<Text> parts)
      throws MalformedLineException {
    if (!list.isArray()) {
      throw new MalformedLineException("texts is not a list");
    }
    for (JsonNode element : list) {
      if (element.path(CONTENTS).isArray()) {
        collect(element.path(NAME).asText(""), element.get(CONTENTS), parts);
      } else {
        parts.add(new Text(name, JsonLine.textIn(element, TEXTS)));
      }
    }
  }
}
