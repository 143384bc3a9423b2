package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Finds, in what servers send instead of an answer, the words meant for people. */
final class ErrorMessages {

  /** The longest message, in bytes of UTF-8. */
  static final int MAX_BYTES = 2048;

  /** As much of a body as is looked at. */
  private static final int MAX_BODY_BYTES = 1 << 20;

  /** Where servers put them, the usual place first. */
  private static final List<String> MEMBERS = List.of("error", "detail", "message");

  private ErrorMessages() {}

  /** The message in a body of any kind: JSON, HTML, text or nothing. */
  static String of(byte[] body, int offset, int length) {
    int inspected = Math.min(length, MAX_BODY_BYTES);
    return shortened(messageIn(body, offset, inspected));
  }

  private static String messageIn(byte[] body, int offset, int length) {
    try {
      JsonNode node = UntrustedJson.MAPPER.readTree(body, offset, length);
      Optional<String> best =
          MEMBERS.stream()
              .map(node::path)
              .filter(ErrorMessages::isTruthy)
              .map(ErrorMessages::of)
              .reduce(ErrorMessages::moreInformative);
      if (best.isPresent()) {
        return best.get();
      }
    } catch (IOException e) {
      // Not JSON: then the body itself is the message.
    }
    return new String(body, offset, length, UTF_8);
  }

  /**
   * A sentence says more than a word, such as {@code Not Found} beside it; of two sentences the
   * longer one, of equal ones the first.
   */
  private static String moreInformative(String first, String second) {
    boolean isSentence = first.contains(" ");
    if (isSentence != second.contains(" ")) {
      return isSentence ? first : second;
    }
    return second.length() > first.length() ? second : first;
  }

  /** The message of an error's value: its own text, its {@code message}, or all of it as JSON. */
  static String of(JsonNode error) {
    if (error.isTextual()) {
      return error.textValue();
    }
    JsonNode message = error.path("message");
    return message.isTextual() ? message.textValue() : error.toString();
  }

  /** Many servers write {@code "error": null} into every event; that is no error. */
  static boolean isTruthy(JsonNode error) {
    if (error.isValueNode()) {
      return !error.isNull()
          && !error.asText().isEmpty()
          && !error.asText().equals("false")
          && !error.asText().equals("0");
    }
    return !error.isEmpty();
  }

  /** At most {@link #MAX_BYTES} of the text, on one line, without half a character at its end. */
  static String shortened(String text) {
    StringBuilder out = new StringBuilder();
    int bytes = 0;
    for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
      int codePoint = text.codePointAt(at);
      int shown = Character.isISOControl(codePoint) ? ' ' : codePoint;
      bytes += utf8Length(shown);
      if (bytes > MAX_BYTES) {
        break;
      }
      out.appendCodePoint(shown);
    }
    return out.toString().strip();
  }

  private static int utf8Length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }
}
