package io.longhaul.load.endpoint.response;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The bytes around the text of an event. Servers repeat the same bytes around each text of a
 * response, or differ only in the numbers of a usage after the text. If JSON differs only inside
 * one string and in such numbers, everything else is known, so such an event needs no parser.
 *
 * <p>Only texts without escape sequences and numbers of up to {@value #MAX_DIGITS} digits are
 * decoded here; all others need the parser. Each response has its own envelope.
 */
final class Envelope {

  /** For longer events there is little to gain. */
  static final int MAX_BYTES = 4 << 10;

  /** Such a number is an int. */
  private static final int MAX_DIGITS = 9;

  private static final char REPLACEMENT = '\uFFFD';

  private byte[] envelope = {};
  private int envelopeLength;

  /** The range of the text in the stored event, without its quotes. */
  private int textStart;

  private int textEnd;

  /** The range of the usage in the stored event, which is empty if there is none. */
  private int usageStart;

  private int usageEnd;

  /** The starts of the numbers in the usage; other bytes must not differ. */
  private final BitSet numbers = new BitSet();

  /** The usage of the event that was read last. */
  private byte[] usage = {};

  private int usageLength;

  /** The stored event's delta; null while nothing is stored. */
  private @Nullable Delta template;

  /**
   * Stores the bytes around the text of this event, if the event has exactly one text and nothing
   * else that may change the meaning of a later event.
   *
   * @param quote offset of the text's opening quote in the event
   * @param firstOfUsage offset of the usage, which follows the text, in the event; negative if
   *     there is none
   * @param endOfUsage its end
   * @param delta result of the parser
   */
  void store(
      byte[] event,
      int offset,
      int length,
      int quote,
      int firstOfUsage,
      int endOfUsage,
      Delta delta) {
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
    usageStart = firstOfUsage < 0 ? length : firstOfUsage;
    usageEnd = firstOfUsage < 0 ? length : endOfUsage;
    findNumbers();
    template = delta;
  }

  /** Finds the members of the usage that are not negative integers. */
  private void findNumbers() {
    numbers.clear();
    boolean isInString = false;
    for (int i = usageStart; i < usageEnd; i++) {
      if (envelope[i] == '\\') {
        numbers.clear();
        return;
      }
      isInString ^= envelope[i] == '"';
      if (!isInString && isDigit(envelope[i]) && envelope[i - 1] == ':') {
        byte next = envelope[endOfDigits(envelope, i, usageEnd)];
        if (next == ',' || next == '}') {
          numbers.set(i);
        }
      }
    }
  }

  /**
   * Decodes an event in this envelope. Returns null if it has another envelope or needs the parser.
   */
  @Nullable Delta read(byte[] event, int offset, int length) {
    if (template == null) {
      return null;
    }
    int start = offset + textStart;
    int end =
        hasUsage()
            ? endOfPlain(event, start, offset + length)
            : offset + length - (envelopeLength - textEnd);
    if (end <= start
        || end > offset + length
        || !Arrays.equals(event, offset, start, envelope, 0, textStart)
        || !isEndOfEnvelope(event, end, offset + length)
        || endOfPlain(event, start, end) < end) {
      return null;
    }
    String text = new String(event, start, end - start, UTF_8);
    // The bytes may not be valid UTF-8; the parser decides.
    if (text.indexOf(REPLACEMENT) >= 0) {
      return null;
    }
    if (hasUsage()) {
      storeUsage(event, startOfUsage(end), endOfUsage(offset + length));
    }
    return deltaWith(text, template);
  }

  /** Returns whether the event that was read last has a usage. */
  boolean hasUsage() {
    return usageStart < usageEnd;
  }

  /** Returns the usage of the event that was read last. */
  ObjectNode usage() {
    try {
      return (ObjectNode) UntrustedJson.MAPPER.readTree(usage, 0, usageLength);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it differs from a usage that was parsed only in numbers
    }
  }

  /** Returns whether everything after the text is as in the stored event. */
  private boolean isEndOfEnvelope(byte[] event, int from, int to) {
    if (!hasUsage()) {
      return Arrays.equals(event, from, to, envelope, textEnd, envelopeLength);
    }
    int start = startOfUsage(from);
    int end = endOfUsage(to);
    return start < end
        && Arrays.equals(event, from, start, envelope, textEnd, usageStart)
        && Arrays.equals(event, end, to, envelope, usageEnd, envelopeLength)
        && isUsage(event, start, end);
  }

  /** Returns the start of the usage in an event whose text ends here. */
  private int startOfUsage(int endOfText) {
    return endOfText + usageStart - textEnd;
  }

  private int endOfUsage(int endOfEvent) {
    return endOfEvent - (envelopeLength - usageEnd);
  }

  private void storeUsage(byte[] event, int start, int end) {
    usageLength = end - start;
    if (usage.length < usageLength) {
      usage = new byte[usageLength];
    }
    System.arraycopy(event, start, usage, 0, usageLength);
  }

  /** Returns whether bytes differ from the stored usage at most in its numbers. */
  private boolean isUsage(byte[] event, int start, int end) {
    int at = start;
    int stored = usageStart;
    while (stored < usageEnd && at < end) {
      if (numbers.get(stored)) {
        int digits = endOfDigits(event, at, end) - at;
        if (digits == 0 || digits > MAX_DIGITS || (digits > 1 && event[at] == '0')) {
          return false;
        }
        at += digits;
        stored = endOfDigits(envelope, stored, usageEnd);
      } else if (envelope[stored++] != event[at++]) {
        return false;
      }
    }
    return stored == usageEnd && at == end;
  }

  private static int endOfDigits(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end && isDigit(bytes[at])) {
      at++;
    }
    return at;
  }

  private static boolean isDigit(byte value) {
    return value >= '0' && value <= '9';
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
