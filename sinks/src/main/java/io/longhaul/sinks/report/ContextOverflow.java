package io.longhaul.sinks.report;

import java.util.List;
import java.util.Locale;

/** Whether a server refused a prompt for its length, by the words that servers use. */
final class ContextOverflow {
  private static final List<String> WORDS =
      List.of(
          "context_length_exceeded",
          "context length",
          "context window",
          "maximum model length",
          "prompt is too long",
          "prompt too long",
          "input is too long",
          "longer than the maximum",
          "exceeds the maximum number of tokens");

  private ContextOverflow() {}

  /**
   * @param message what the server said; null when it said nothing
   */
  static boolean isIn(String message) {
    if (message == null) {
      return false;
    }
    String words = message.toLowerCase(Locale.ROOT);
    return WORDS.stream().anyMatch(words::contains);
  }
}
