package io.longhaul.load.endpoint.openai;

import static com.fasterxml.jackson.core.JsonToken.END_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.START_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.START_OBJECT;
import static com.fasterxml.jackson.core.JsonToken.VALUE_NULL;
import static com.fasterxml.jackson.core.JsonToken.VALUE_NUMBER_INT;
import static com.fasterxml.jackson.core.JsonToken.VALUE_STRING;
import static io.longhaul.load.endpoint.json.UnexpectedJsonException.require;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import io.longhaul.load.endpoint.response.TokenPayload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of an OpenAI-compatible chat or completions response. The formats are so similar,
 * and servers mix them so freely, that one parser handles all of them.
 *
 * <p>Only the first choice is used, as in AIPerf. Instances are reusable: each {@link #read}
 * replaces the previous content.
 */
public final class OpenAiPayload extends TokenPayload {

  private int choice;
  private String content = "";
  private String toolCalls = "";
  private String reasoningContent = "";
  private String reasoning = "";

  /** Number of strings and lists that contain text of the response; position of the last string. */
  private int texts;

  private int textQuote;

  public OpenAiPayload() {
    super("choices");
  }

  /**
   * Returns a sample response, for rehearsals.
   *
   * @param message member of a choice that contains the whole text ({@code delta} in a stream), or
   *     null if the choice itself contains it
   * @param text member that contains the text
   */
  static List<String> sample(
      @Nullable String message, String text, boolean streaming, List<String> words) {
    if (!streaming) {
      return List.of(document(message, text, String.join("", words), "stop", words.size()));
    }
    String delta = message == null ? null : "delta";
    List<String> events = new ArrayList<>();
    words.forEach(word -> events.add(document(delta, text, word, null, 0)));
    events.add(document(delta, text, "", "stop", words.size()));
    events.add("[DONE]");
    return events;
  }

  private static String document(
      @Nullable String message,
      String text,
      String content,
      @Nullable String finishReason,
      int tokens) {
    ObjectNode document = UntrustedJson.MAPPER.createObjectNode();
    document.put("id", "rehearsal").put("object", "rehearsal").put("created", 1);
    ObjectNode choice = document.put("model", "rehearsal").putArray("choices").addObject();
    choice.put("index", 0);
    (message == null ? choice : choice.putObject(message)).put(text, content);
    choice.put("finish_reason", finishReason);
    if (finishReason != null) {
      document
          .putObject("usage")
          .put("prompt_tokens", 8)
          .put("completion_tokens", tokens)
          .put("total_tokens", 8 + tokens);
    }
    return document.toString();
  }

  @Override
  public int choice() {
    return choice;
  }

  /** Returns the text of the response, followed by that of tool calls; may be empty. */
  @Override
  public String content() {
    return toolCalls.isEmpty() ? content : content + toolCalls;
  }

  /** Servers that send both names of the reasoning send the same text twice. */
  @Override
  public String reasoning() {
    return reasoningContent.isEmpty() ? reasoning : reasoningContent;
  }

  @Override
  public int textQuote() {
    return texts == 1 ? textQuote : UNKNOWN_POSITION;
  }

  @Override
  public void parse(byte[] bytes, int offset, int length) throws IOException {
    choice = NO_CHOICE;
    content = "";
    toolCalls = "";
    reasoningContent = "";
    reasoning = "";
    texts = 0;
    textQuote = UNKNOWN_POSITION;
    super.parse(bytes, offset, length);
  }

  @Override
  public void readContent(JsonParser json, JsonToken value) throws IOException {
    if (value == VALUE_NULL) {
      return;
    }
    require(value == START_ARRAY, json, "choices", "an array");
    foundResponse();
    if (json.nextToken() == END_ARRAY) {
      return;
    }
    require(json.currentToken() == START_OBJECT, json, "choice", "an object");
    readChoice(json);
    while (json.nextToken() != END_ARRAY) {
      json.skipChildren();
    }
  }

  private void readChoice(JsonParser json) throws IOException {
    choice = 0;
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      JsonToken value = json.nextToken();
      switch (name) {
        case "index" -> choice = index(json, value);
        case "delta", "message" -> readMessage(json, value);
        case "text" -> content = text(json, value, name);
        case "finish_reason" -> {
          foundFinish(value == VALUE_STRING ? json.getText() : "");
          json.skipChildren();
        }
        default -> json.skipChildren();
      }
    }
  }

  /** An index that is not a small number is ignored. */
  private static int index(JsonParser json, JsonToken value) throws IOException {
    boolean isSmall = value == VALUE_NUMBER_INT && json.getNumberType() == NumberType.INT;
    json.skipChildren();
    return isSmall ? Math.max(json.getIntValue(), 0) : 0;
  }

  private void readMessage(JsonParser json, JsonToken start) throws IOException {
    if (start == VALUE_NULL) {
      return;
    }
    require(start == START_OBJECT, json, "message", "an object");
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      JsonToken value = json.nextToken();
      switch (name) {
        case "content" -> content = text(json, value, name);
        case "reasoning_content" -> reasoningContent = text(json, value, name);
        case "reasoning" -> reasoning = text(json, value, name);
        case "tool_calls" -> toolCalls = toolCallText(UntrustedJson.tree(json));
        default -> json.skipChildren();
      }
    }
  }

  private String text(JsonParser json, JsonToken value, String name) throws IOException {
    if (value == VALUE_STRING) {
      String text = json.getText();
      if (!text.isEmpty()) {
        texts++;
        textQuote = (int) json.currentTokenLocation().getByteOffset();
      }
      return text;
    }
    if (value == START_ARRAY) {
      texts++;
      return textOfParts(UntrustedJson.tree(json));
    }
    require(value == VALUE_NULL, json, name, "a string");
    return "";
  }

  private static String textOfParts(JsonNode parts) {
    StringBuilder text = new StringBuilder();
    for (JsonNode part : parts) {
      text.append(part.path("text").asText(""));
    }
    return text.toString();
  }

  /** Names and arguments in order; the name may be null in later pieces. */
  private static String toolCallText(JsonNode calls) {
    StringBuilder text = new StringBuilder();
    for (JsonNode call : calls) {
      JsonNode function = call.path("function");
      text.append(function.path("name").asText(""));
      text.append(function.path("arguments").asText(""));
    }
    return text.toString();
  }
}
