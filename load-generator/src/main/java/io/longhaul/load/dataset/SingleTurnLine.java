package io.longhaul.load.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.endpoint.Medium;
import io.longhaul.load.endpoint.QueryAndPassages;
import io.longhaul.load.endpoint.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of a {@code single_turn} file. Members that are not named here are ignored, as AIPerf
 * does.
 *
 * @param parts the one text of the line, or its list of strings or objects with {@code contents},
 *     each of which has its object's {@code name}
 * @param media its images, audio and videos, named likewise
 * @param role {@code role}, or null
 * @param model {@code model}, or null
 * @param sessionId {@code session_id}, or null
 * @param outputLength {@code output_length} in tokens, or null
 * @param delayNanos {@code delay}, after the end of the turn before, or null
 * @param extra {@code extra}, members for the body; empty when there is none
 */
record SingleTurnLine(
    List<Text> parts,
    NamedMedia media,
    String role,
    String model,
    String sessionId,
    Integer outputLength,
    Long delayNanos,
    ExtraInputs extra) {
  private static final String TEXT = "text";
  private static final String TEXTS = "texts";
  private static final String NAME = "name";
  private static final String CONTENTS = "contents";
  private static final String ROLE = "role";
  private static final String MODEL = "model";
  private static final String SESSION_ID = "session_id";
  private static final String OUTPUT_LENGTH = "output_length";
  private static final String DELAY = "delay";
  private static final String EXTRA = "extra";

  /**
   * The line's content.
   *
   * @param folder of the file, from which paths are seen
   * @throws MalformedLineException if it is nothing that this kind of endpoint can be asked
   */
  static SingleTurnLine parse(String text, EndpointType endpoint, Path folder)
      throws MalformedLineException {
    return of(JsonLine.parse(text), endpoint, folder);
  }

  /** The same of a line or a part of one. */
  static SingleTurnLine of(JsonLine line, EndpointType endpoint, Path folder)
      throws MalformedLineException {
    List<Text> parts = valuesOf(line, TEXT, TEXTS);
    NamedMedia media = mediaOf(line, endpoint, folder);
    require(endpoint, parts, media);
    return new SingleTurnLine(
        parts,
        media,
        line.textOrNull(ROLE),
        line.textOrNull(MODEL),
        line.textOrNull(SESSION_ID),
        line.tokensOrNull(OUTPUT_LENGTH, 1),
        line.millisOrNull(DELAY),
        line.extraOf(EXTRA));
  }

  /** Whether it is a text of the system and nothing else. */
  boolean isSystemMessage() {
    return "system".equals(role)
        && media.isEmpty()
        && outputLength == null
        && delayNanos == null
        && extra.isEmpty();
  }

  /** What its texts say. */
  List<String> texts() {
    return parts.stream().map(Text::content).toList();
  }

  private static NamedMedia mediaOf(JsonLine line, EndpointType endpoint, Path folder)
      throws MalformedLineException {
    List<NamedMedium> media = new ArrayList<>();
    for (Medium medium : Medium.values()) {
      List<Text> named = valuesOf(line, medium.word(), medium.words());
      // Leaving it out silently would send another load than the file says.
      if (!named.isEmpty() && !endpoint.media().contains(medium)) {
        throw new MalformedLineException(
            "member "
                + (line.has(medium.word()) ? medium.word() : medium.words())
                + " (endpoint type "
                + endpoint.typedName()
                + " takes none)");
      }
      for (Text one : named) {
        media.add(NamedMedium.of(medium, one.content(), folder));
      }
    }
    return new NamedMedia(media);
  }

  private static void require(EndpointType endpoint, List<Text> parts, NamedMedia media)
      throws MalformedLineException {
    if (!endpoint.takesText() && media.isEmpty()) {
      Medium needed = endpoint.media().iterator().next();
      throw new MalformedLineException(
          "neither " + needed.word() + " nor " + needed.words() + " (give one)");
    }
    if (parts.isEmpty() && media.isEmpty()) {
      throw new MalformedLineException("neither text nor texts (give one)");
    }
    if (!parts.isEmpty() && parts.stream().allMatch(part -> part.content().isEmpty())) {
      throw new MalformedLineException("an empty text (give some)");
    }
    int images = media.images();
    boolean isUneven = !parts.isEmpty() && images > 0 && parts.size() != images;
    if (endpoint.pairsTextsWithImages() && isUneven) {
      throw new MalformedLineException(
          parts.size() + " texts and " + images + " images (as many of both, or one kind only)");
    }
    if (endpoint.ranks() && QueryAndPassages.in(parts).isEmpty()) {
      throw new MalformedLineException(
          "no text named query (give {\"texts\": [{\"name\": \"query\", \"contents\": [\"…\"]},"
              + " {\"name\": \"passages\", \"contents\": [\"…\"]}]})");
    }
  }

  /** The values of a member, of which one form is for one value and the other for several. */
  private static List<Text> valuesOf(JsonLine line, String one, String several)
      throws MalformedLineException {
    if (line.has(one) && line.has(several)) {
      throw new MalformedLineException("both " + one + " and " + several + " (give one)");
    }
    List<Text> values = new ArrayList<>();
    if (line.has(one)) {
      values.add(Text.of(JsonLine.textIn(line.get(one), one)));
    } else if (line.has(several)) {
      collect("", line.get(several), several, values);
      if (values.isEmpty()) {
        throw new MalformedLineException("an empty " + one + " (give some)");
      }
    }
    return values;
  }

  private static void collect(String name, JsonNode list, String member, List<Text> values)
      throws MalformedLineException {
    if (!list.isArray()) {
      throw new MalformedLineException(member + " is not a list");
    }
    for (JsonNode element : list) {
      if (element.path(CONTENTS).isArray()) {
        collect(element.path(NAME).asText(""), element.get(CONTENTS), member, values);
      } else {
        values.add(new Text(name, JsonLine.textIn(element, member)));
      }
    }
  }
}
