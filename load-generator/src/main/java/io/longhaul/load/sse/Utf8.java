package io.longhaul.load.sse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Checks whether bytes are well-formed UTF-8 (Unicode Standard, table 3-7), without decoding them.
 */
final class Utf8 {

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final char REPLACEMENT = '\uFFFD';
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /** Returns whether all bytes are well-formed UTF-8. */
  static boolean isWellFormed(byte[] bytes, int start, int end) {
    int at = skipAscii(bytes, start, end);
    while (at < end) {
      int lead = bytes[at] & 0xFF;
      int length = lengthOf(lead);
      if (length == 0 || length > end - at) {
        return false;
      }
      if (!within(bytes[at + 1], lowestSecond(lead), highestSecond(lead))) {
        return false;
      }
      for (int i = 2; i < length; i++) {
        if (!within(bytes[at + i], 0x80, 0xBF)) {
          return false;
        }
      }
      at = skipAscii(bytes, at + length, end);
    }
    return true;
  }

  /**
   * Returns how many malformed sequences became U+FFFD when the bytes were decoded: the occurrences
   * in the text, minus those in the bytes.
   */
  static int countReplaced(byte[] bytes, int start, int end, String decoded) {
    if (isWellFormed(bytes, start, end)) {
      return 0;
    }
    int replaced = 0;
    for (int i = 0; i < decoded.length(); i++) {
      if (decoded.charAt(i) == REPLACEMENT) {
        replaced++;
      }
    }
    for (int at = start; at + 2 < end; at++) {
      if (bytes[at] == (byte) 0xEF
          && bytes[at + 1] == (byte) 0xBF
          && bytes[at + 2] == (byte) 0xBD) {
        replaced--;
      }
    }
    return replaced;
  }

  private static int skipAscii(byte[] bytes, int start, int end) {
    int at = start;
    while (at + Long.BYTES <= end && ((long) EIGHT_BYTES.get(bytes, at) & HIGH_BITS) == 0) {
      at += Long.BYTES;
    }
    while (at < end && bytes[at] >= 0) {
      at++;
    }
    return at;
  }

  /**
   * Returns the length of a character with this first byte, which is not ASCII; 0 if there is none.
   */
  private static int lengthOf(int lead) {
    if (lead < 0xC2 || lead > 0xF4) {
      return 0;
    }
    if (lead < 0xE0) {
      return 2;
    }
    return lead < 0xF0 ? 3 : 4;
  }

  /** Excludes overlong encodings. */
  private static int lowestSecond(int lead) {
    return switch (lead) {
      case 0xE0 -> 0xA0;
      case 0xF0 -> 0x90;
      default -> 0x80;
    };
  }

  /** Excludes surrogates and values above U+10FFFF. */
  private static int highestSecond(int lead) {
    return switch (lead) {
      case 0xED -> 0x9F;
      case 0xF4 -> 0x8F;
      default -> 0xBF;
    };
  }

  private static boolean within(byte value, int low, int high) {
    int unsigned = value & 0xFF;
    return unsigned >= low && unsigned <= high;
  }
}
