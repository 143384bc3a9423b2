package io.longhaul.load.sse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Judges bytes as UTF-8 (Unicode Standard, table 3-7), without making text of them. */
final class Utf8 {

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final char REPLACEMENT = '\uFFFD';
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /** Whether the bytes are text to the last one. */
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
   * How many ill-formed pieces became a U+FFFD when the bytes were decoded: those in the text, less
   * those that stood in the bytes.
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

  /** Bytes of a character that begins with this one, which is not ASCII; 0 when none does. */
  private static int lengthOf(int lead) {
    if (lead < 0xC2 || lead > 0xF4) {
      return 0;
    }
    if (lead < 0xE0) {
      return 2;
    }
    return lead < 0xF0 ? 3 : 4;
  }

  /** Shuts out encodings that are longer than they need be. */
  private static int lowestSecond(int lead) {
    return switch (lead) {
      case 0xE0 -> 0xA0;
      case 0xF0 -> 0x90;
      default -> 0x80;
    };
  }

  /** Shuts out surrogates and what lies beyond U+10FFFF. */
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
