package io.longhaul.mock.endpoint;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a complete response. Words must not require JSON escapes.
 *
 * @param words words in UTF-8, each with its space
 * @param finishReason why it ends; null for a response that ends early
 */
public record ResponseContent(
    List<byte[]> words, @Nullable FinishReason finishReason, int promptTokens, int outputTokens) {

  /** Returns all words as one text. */
  String text() {
    StringBuilder text = new StringBuilder();
    words.forEach(word -> text.append(Json.text(word)));
    return text.toString();
  }
}
