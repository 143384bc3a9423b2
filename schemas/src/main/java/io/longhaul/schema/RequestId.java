package io.longhaul.schema;

import java.util.Arrays;

/**
 * A 128-bit request ID: 16 bits generator, 48 bits incarnation, 64 bits counter. Its text consists
 * of 26 characters of Crockford's base 32 in lower case and sorts like the ID. The server receives
 * it as X-Request-ID, and rows contain it.
 */
public record RequestId(long hi, long lo) implements Comparable<RequestId> {
  private static final int LENGTH = 26;
  private static final char[] DIGITS = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();

  /**
   * Returns the ID of a request.
   *
   * @param generator ordinal of the generator in the run, below 65,536
   * @param incarnation start of the process; only the lower 48 bits are used
   * @param count number of the request within the process, from 0
   */
  public static RequestId of(int generator, long incarnation, long count) {
    return new RequestId(((long) generator << 48) | (incarnation & 0xFFFF_FFFF_FFFFL), count);
  }

  /**
   * Returns the ID with this text.
   *
   * @throws IllegalArgumentException if the text is not that of an ID
   */
  public static RequestId parse(String text) {
    long high = 0;
    long low = 0;
    for (int i = 0; i < LENGTH; i++) {
      int digit = text.length() == LENGTH ? Arrays.binarySearch(DIGITS, text.charAt(i)) : -1;
      if (digit < 0) {
        throw new IllegalArgumentException(
            "Invalid request ID: " + text + " (26 characters in base 32)");
      }
      high = (high << 5) | (low >>> 59);
      low = (low << 5) | digit;
    }
    return new RequestId(high, low);
  }

  @Override
  public int compareTo(RequestId other) {
    int byHi = Long.compareUnsigned(hi, other.hi);
    return byHi != 0 ? byHi : Long.compareUnsigned(lo, other.lo);
  }

  @Override
  public String toString() {
    char[] text = new char[LENGTH];
    long high = hi;
    long low = lo;
    for (int i = LENGTH - 1; i >= 0; i--) {
      text[i] = DIGITS[(int) (low & 31)];
      low = (low >>> 5) | (high << 59);
      high >>>= 5;
    }
    return new String(text);
  }
}
