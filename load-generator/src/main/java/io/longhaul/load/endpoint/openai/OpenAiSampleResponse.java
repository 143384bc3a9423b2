package io.longhaul.load.endpoint.openai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sample responses of chat and completions, for rehearsals. */
final class OpenAiSampleResponse {

  private OpenAiSampleResponse() {}

  /**
   * @param message member of a choice that contains the whole text ({@code delta} in a stream), or
   *     null if the choice itself contains it
   * @param text member that contains the text
   */
  static List<String> of(
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
}
