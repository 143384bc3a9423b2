package io.longhaul.report.figures;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Detects messages by which servers reject a prompt because of its length. */
final class ContextOverflow {
  private static final List<String> PHRASES =
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
   * @param message message of the server; null if there is none
   */
  static boolean isIn(@Nullable String message) {
    if (message == null) {
      return false;
    }
    String text = message.toLowerCase(Locale.ROOT);
    return PHRASES.stream().anyMatch(text::contains);
  }
}
