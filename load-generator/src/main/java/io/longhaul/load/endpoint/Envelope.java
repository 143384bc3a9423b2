package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * What stands around the text of an event. Servers write the same bytes around each text of an
 * answer, and JSON that differs only within one string says the same but for that string: such an
 * event needs no parser.
 *
 * <p>Only texts that stand in JSON as they are, without escapes, are read here; all others are left
 * to the parser. One envelope belongs to one answer.
 */
final class Envelope {

  /** Around longer ones there is little to save. */
  static final int MAX_BYTES = 4 << 10;

  private static final char REPLACEMENT = '\uFFFD';

  private byte[] envelope = {};
  private int envelopeLength;

  /** The text within what is kept, without its quotes. */
  private int textStart;

  private int textEnd;

  /** What it said, or null while nothing is kept. */
  private Delta template;

  /**
   * Keeps what stands around the text of this event, if it said one text and nothing else that may
   * change what a later event means.
   *
   * @param quote where the text's string begins, from the event's offset on
   * @param delta what the parser found
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

  /** What an event in this envelope says, or null when it has another one or no plain text. */
  Delta read(byte[] event, int offset, int length) {
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
    // Perhaps bytes that are no text: the parser judges them.
    return text.indexOf(REPLACEMENT) < 0 ? deltaWith(text) : null;
  }

  private Delta deltaWith(String text) {
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

  /** Whether a byte of a string of JSON stands for itself, alone or as part of a character. */
  private static boolean isPlain(byte value) {
    return (value & 0xFF) >= ' ' && value != '"' && value != '\\';
  }
}
