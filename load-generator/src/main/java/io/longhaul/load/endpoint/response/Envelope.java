package io.longhaul.load.endpoint.response;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes around the text of an event. Servers repeat the same bytes around each text of a
 * response. If JSON differs only inside one string, everything else is known, so such an event
 * needs no parser.
 *
 * <p>Only texts without escape sequences are decoded here; all others need the parser. Each
 * response has its own envelope.
 */
final class Envelope {

  /** For longer events there is little to gain. */
  static final int MAX_BYTES = 4 << 10;

  private static final char REPLACEMENT = '\uFFFD';

  private byte[] envelope = {};
  private int envelopeLength;

  /** The range of the text in the stored event, without its quotes. */
  private int textStart;

  private int textEnd;

  /** The stored event's delta; null while nothing is stored. */
  private @Nullable Delta template;

  /**
   * Stores the bytes around the text of this event, if the event has exactly one text and nothing
   * else that may change the meaning of a later event.
   *
   * @param quote offset of the text's opening quote in the event
   * @param delta result of the parser
   */
  void store(byte[] event, int offset, int length, int quote, Delta delta) {
    if (length > MAX_BYTES || delta.content().isEmpty() == delta.reasoning().isEmpty()) {
      return;
    }
    int start = offset + quote + 1;
    int end = endOfPlain(event, start, offset + length);
    if (!textOf(delta).equals(new String(event, start, end - start, UTF_8))) {
      return;
    }
    if (envelope.length < length) {
      envelope = new byte[length];
    }
    System.arraycopy(event, offset, envelope, 0, length);
    envelopeLength = length;
    textStart = start - offset;
    textEnd = end - offset;
    template = delta;
  }

  /**
   * Decodes an event in this envelope. Returns null if it has another envelope or needs the parser.
   */
  @Nullable Delta read(byte[] event, int offset, int length) {
    if (template == null) {
      return null;
    }
    int start = offset + textStart;
    int end = offset + length - (envelopeLength - textEnd);
    if (end <= start
        || !Arrays.equals(event, offset, start, envelope, 0, textStart)
        || !Arrays.equals(event, end, offset + length, envelope, textEnd, envelopeLength)
        || endOfPlain(event, start, end) < end) {
      return null;
    }
    String text = new String(event, start, end - start, UTF_8);
    // The bytes may not be valid UTF-8; the parser decides.
    return text.indexOf(REPLACEMENT) < 0 ? deltaWith(text, template) : null;
  }

  private static Delta deltaWith(String text, Delta template) {
    return template.content().isEmpty()
        ? new Delta("", text, template.finishReason(), template.data())
        : new Delta(text, "", template.finishReason(), template.data());
  }

  private static String textOf(Delta delta) {
    return delta.content().isEmpty() ? delta.reasoning() : delta.content();
  }

  private static int endOfPlain(byte[] string, int start, int end) {
    int at = start;
    while (at < end && isPlain(string[at])) {
      at++;
    }
    return at;
  }

  /** Returns whether a byte in a JSON string represents itself, alone or as part of a character. */
  private static boolean isPlain(byte value) {
    return (value & 0xFF) >= ' ' && value != '"' && value != '\\';
  }
}
