package io.longhaul.load.dataset.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.dataset.text.JsonLine;
import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.load.plan.dataset.FileType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request of a {@code mooncake_trace}. Exactly one of length, text, messages and payload
 * defines its content.
 *
 * @param inputLength tokens of a synthetic prompt, or null
 * @param hashIds IDs of its leading blocks; may be empty
 * @param text {@code text_input}, or null
 * @param messageTexts the texts in {@code messages} or {@code payload}, for counting; may be empty
 * @param payload a complete body, or a list of messages; or null
 * @param outputLength limit of output tokens, or null
 * @param timestampNanos recorded time, or null
 * @param delayNanos delay after the previous response, or null
 * @param sessionId {@code session_id}, or null
 * @param extra members for the body, which include {@code messages} and {@code tools} unchanged
 */
public record TraceLine(
    @Nullable Integer inputLength,
    long[] hashIds,
    @Nullable String text,
    List<String> messageTexts,
    @Nullable String payload,
    @Nullable Integer outputLength,
    @Nullable Long timestampNanos,
    @Nullable Long delayNanos,
    @Nullable String sessionId,
    ExtraInputs extra) {
  /** How a line defines the content of a request, as far as it matters for sessions. */
  enum Mode implements Keyword {
    /** A text, given or synthetic: one turn, sent with the previous turns. */
    TEXT,
    /** All messages of a request. */
    MESSAGES,
    /** A complete body. */
    PAYLOAD
  }

  private static final String INPUT_LENGTH = "input_length";
  private static final String TEXT_INPUT = "text_input";
  private static final String MESSAGES = "messages";
  static final String PAYLOAD = "payload";
  private static final String HASH_IDS = "hash_ids";
  static final String OUTPUT_LENGTH = "output_length";
  static final String TIMESTAMP = "timestamp";
  private static final String DELAY = "delay";
  static final String SESSION_ID = "session_id";
  private static final String TOOLS = "tools";
  private static final String EXTRA = "extra";
  private static final String STREAM = "stream";

  private static final List<String> MODES = List.of(INPUT_LENGTH, TEXT_INPUT, MESSAGES, PAYLOAD);

  /** Members with a meaning in GenAI-Perf's payload files; all others are copied to the body. */
  private static final Set<String> KNOWN =
      Set.of(
          INPUT_LENGTH,
          TEXT_INPUT,
          MESSAGES,
          PAYLOAD,
          HASH_IDS,
          OUTPUT_LENGTH,
          TIMESTAMP,
          DELAY,
          SESSION_ID,
          TOOLS,
          EXTRA);

  /**
   * Parses a line.
   *
   * @throws MalformedLineException if it is malformed
   */
  public static TraceLine parse(String text, FileType type, int blockTokens)
      throws MalformedLineException {
    JsonLine parsed = JsonLine.parse(text);
    JsonLine line = type == FileType.RAW_PAYLOAD ? lineWith(parsed) : parsed;
    long modes = MODES.stream().filter(line::has).count();
    if (modes != 1) {
      throw new MalformedLineException(
          (modes == 0 ? "none" : "several")
              + " of input_length, text_input, messages and payload (give one)");
    }
    Integer inputLength = line.tokensOrNull(INPUT_LENGTH, 1);
    long[] hashIds = hashIdsOf(line);
    requireThatBlocksFit(hashIds, inputLength, blockTokens);
    return new TraceLine(
        inputLength,
        hashIds,
        line.textOrNull(TEXT_INPUT),
        textsOf(line),
        payloadOf(line),
        line.tokensOrNull(OUTPUT_LENGTH, 1),
        line.millisOrNull(TIMESTAMP),
        line.millisOrNull(DELAY),
        line.textOrNull(SESSION_ID),
        extraOf(line, type));
  }

  private static JsonLine lineWith(JsonLine body) throws MalformedLineException {
    if (!body.has(MESSAGES) || !body.get(MESSAGES).isArray()) {
      throw new MalformedLineException("no list of messages (a raw_payload is a whole body)");
    }
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.set(PAYLOAD, body.node());
    return new JsonLine(line);
  }

  /**
   * Returns whether a complete body asks for an event stream. A body with messages or a prompt but
   * without {@code stream} does not.
   *
   * @return empty if the line has no body, or one of another format
   */
  Optional<Boolean> requestsStream() {
    if (payload == null || !payload.startsWith("{")) {
      return Optional.empty();
    }
    try {
      JsonLine body = JsonLine.parse(payload);
      boolean specifiesStream = body.has(STREAM) || body.has(MESSAGES) || body.has("prompt");
      return specifiesStream ? Optional.of(body.node().path(STREAM).asBoolean()) : Optional.empty();
    } catch (MalformedLineException e) {
      throw new IllegalStateException("It was read before", e);
    }
  }

  Mode mode() {
    if (payload != null) {
      return Mode.PAYLOAD;
    }
    return inputLength == null && text == null ? Mode.MESSAGES : Mode.TEXT;
  }

  private static long[] hashIdsOf(JsonLine line) throws MalformedLineException {
    if (!line.has(HASH_IDS)) {
      return new long[0];
    }
    JsonNode list = line.get(HASH_IDS);
    if (!list.isArray()) {
      throw new MalformedLineException("hash_ids is not a list");
    }
    long[] ids = new long[list.size()];
    for (int i = 0; i < ids.length; i++) {
      if (!list.get(i).isIntegralNumber() || !list.get(i).canConvertToLong()) {
        throw new MalformedLineException("hash_ids has " + list.get(i) + " (expected an integer)");
      }
      ids[i] = list.get(i).longValue();
    }
    return ids;
  }

  private static void requireThatBlocksFit(
      long[] hashIds, @Nullable Integer inputLength, int blockTokens)
      throws MalformedLineException {
    if (hashIds.length == 0) {
      return;
    }
    if (inputLength == null) {
      throw new MalformedLineException("hash_ids without input_length");
    }
    if ((hashIds.length - 1) * (long) blockTokens >= inputLength) {
      throw new MalformedLineException(
          "%s hash_ids of %s tokens exceed an input_length of %s (check --isl-block-size)"
              .formatted(hashIds.length, blockTokens, inputLength));
    }
  }

  private static List<String> textsOf(JsonLine line) throws MalformedLineException {
    List<String> texts = new ArrayList<>();
    if (line.has(MESSAGES)) {
      if (!line.get(MESSAGES).isArray() || line.get(MESSAGES).isEmpty()) {
        throw new MalformedLineException("messages is not a list of messages");
      }
      collectTexts(line.get(MESSAGES), texts);
    }
    if (line.has(PAYLOAD)) {
      texts.addAll(textsIn(line.get(PAYLOAD)));
    }
    return texts;
  }

  private static List<String> textsIn(JsonNode body) {
    List<String> texts = new ArrayList<>();
    for (String member : List.of(MESSAGES, "prompt", "input", "inputs", "query", "text")) {
      collectTexts(body.path(member), texts);
    }
    return texts;
  }

  /** Collects strings at any nesting depth, but from objects only their content and text. */
  private static void collectTexts(JsonNode node, List<String> texts) {
    if (node.isTextual()) {
      texts.add(node.textValue());
    } else if (node.isArray()) {
      node.forEach(element -> collectTexts(element, texts));
    } else if (node.isObject()) {
      collectTexts(node.path("content"), texts);
      collectTexts(node.path("text"), texts);
    }
  }

  private static @Nullable String payloadOf(JsonLine line) throws MalformedLineException {
    if (!line.has(PAYLOAD)) {
      return null;
    }
    JsonNode payload = line.get(PAYLOAD);
    boolean isList = payload.isArray() && !payload.isEmpty();
    for (JsonNode message : payload) {
      isList &= message.isObject();
    }
    if (!payload.isObject() && !isList) {
      throw new MalformedLineException("payload is not an object");
    }
    return payload.toString();
  }

  private static ExtraInputs extraOf(JsonLine line, FileType type) throws MalformedLineException {
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    if (line.has(MESSAGES)) {
      members.set(MESSAGES, line.get(MESSAGES));
      if (line.has(TOOLS)) {
        members.set(TOOLS, line.get(TOOLS));
      }
    }
    if (type == FileType.PAYLOAD) {
      line.node()
          .properties()
          .forEach(
              member -> {
                if (!KNOWN.contains(member.getKey())) {
                  members.set(member.getKey(), member.getValue());
                }
              });
    }
    if (line.has(EXTRA)) {
      if (!line.get(EXTRA).isObject()) {
        throw new MalformedLineException("extra is not an object");
      }
      members.setAll((ObjectNode) line.get(EXTRA));
    }
    return members.isEmpty() ? ExtraInputs.NONE : JsonLine.extras(members, EXTRA);
  }
}
