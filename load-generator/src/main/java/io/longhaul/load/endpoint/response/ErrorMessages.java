package io.longhaul.load.endpoint.response;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Extracts readable messages from error responses. */
public final class ErrorMessages {

  /** Maximum length of a message in UTF-8 bytes. */
  static final int MAX_BYTES = 2048;

  /** Maximum number of bytes of a body that are inspected. */
  private static final int MAX_BODY_BYTES = 1 << 20;

  /** Members that contain error messages, the most common first. */
  private static final List<String> MEMBERS = List.of("error", "detail", "message");

  private ErrorMessages() {}

  /**
   * Returns the message in the body of an error response of any kind (JSON, HTML, text or nothing),
   * in at most {@value #MAX_BYTES} bytes: the server's message if the body has a known error
   * format, otherwise the body. Control characters become spaces.
   */
  public static String of(byte[] body, int offset, int length) {
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
      // Not JSON: the body itself is the message.
    }
    return new String(body, offset, length, UTF_8);
  }

  /**
   * Prefers a sentence to a single word such as {@code Not Found}; of two sentences the longer one,
   * and of equally long ones the first.
   */
  private static String moreInformative(String first, String second) {
    boolean isSentence = first.contains(" ");
    if (isSentence != second.contains(" ")) {
      return isSentence ? first : second;
    }
    return second.length() > first.length() ? second : first;
  }

  /**
   * Returns the message of an error value: its text, its {@code message}, or the whole value as
   * JSON.
   */
  public static String of(JsonNode error) {
    if (error.isTextual()) {
      return error.textValue();
    }
    JsonNode message = error.path("message");
    return message.isTextual() ? message.textValue() : error.toString();
  }

  /** Many servers add {@code "error": null} to every event, which is not an error. */
  public static boolean isTruthy(JsonNode error) {
    if (error.isValueNode()) {
      return !error.isNull()
          && !error.asText().isEmpty()
          && !error.asText().equals("false")
          && !error.asText().equals("0");
    }
    return !error.isEmpty();
  }

  /** Returns the node if it is an error, otherwise null. */
  static @Nullable JsonNode truthyOrNull(JsonNode error) {
    return isTruthy(error) ? error : null;
  }

  /**
   * Returns at most {@link #MAX_BYTES} of a text, on one line, without a partial character at the
   * end.
   */
  public static String shortened(String text) {
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

  /** Returns at most this many chars of a text, and an ellipsis if it is longer. */
  public static String abbreviated(String text, int maxChars) {
    return text.length() <= maxChars ? text : text.substring(0, maxChars) + "…";
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
