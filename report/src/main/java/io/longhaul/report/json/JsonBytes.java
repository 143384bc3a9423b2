package io.longhaul.report.json;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object as JSON, for documents with a line for each of millions of requests. Its bytes are
 * those that {@link JsonDocument} would write, but fractions are computed from integers, which
 * costs a fraction of the time. Grows as needed. For one thread.
 */
public final class JsonBytes {
  /** Below it, every decimal fraction is the shortest text of the double nearest to it. */
  private static final long MOST_EXACT_DIGITS = 1_000_000_000_000_000L;

  /** From here on, doubles are written with an exponent, as by {@link Double#toString}. */
  private static final long FIRST_WITH_EXPONENT = 10_000_000;

  private static final int KIBI = 1_024;

  /** 10^10 / 1024: every number of kibibytes has at most ten decimals. */
  private static final long TEN_DECIMALS_PER_BYTE = 9_765_625;

  private static final long TEN_DECIMALS = 10_000_000_000L;

  /** The text of each name so far, up to the value: names are few. */
  private final Map<String, String> names = new HashMap<>();

  private byte[] bytes = new byte[4096];
  private int size;
  private boolean hasMember;

  /** Begins the object; an earlier one is lost. */
  public void begin() {
    size = 0;
    hasMember = false;
    raw('{');
  }

  public void end() {
    raw('}');
  }

  /** Writes the content. */
  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  /**
   * Begins a member; its value follows.
   *
   * @param name ASCII without characters that JSON escapes
   */
  public void name(String name) {
    if (hasMember) {
      raw(',');
    }
    hasMember = true;
    ascii(names.computeIfAbsent(name, any -> '"' + name + "\":"));
  }

  public void text(String name, String value) {
    name(name);
    text(value);
  }

  public void integer(String name, long value) {
    name(name);
    integer(value);
  }

  /** Adds an integer as a member; omitted if null. */
  public void integerIfAny(String name, @Nullable Long value) {
    if (value != null) {
      integer(name, value);
    }
  }

  public void truth(String name, boolean value) {
    name(name);
    ascii(value ? "true" : "false");
  }

  /** Adds an ASCII character unchanged. */
  public void raw(char character) {
    reserve(1);
    bytes[size++] = (byte) character;
  }

  /** Adds a text as a JSON string. */
  public void text(String text) {
    int before = size;
    reserve(text.length() + 2);
    bytes[size++] = '"';
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character < ' ' || character > '~' || character == '"' || character == '\\') {
        size = before;
        escaped(text);
        return;
      }
      bytes[size++] = (byte) character;
    }
    bytes[size++] = '"';
  }

  private void escaped(String text) {
    byte[] escaped = JsonDocument.bytesOf(text);
    reserve(escaped.length);
    System.arraycopy(escaped, 0, bytes, size, escaped.length);
    size += escaped.length;
  }

  /** Adds an integer. */
  public void integer(long value) {
    if (value == Long.MIN_VALUE) {
      ascii(Long.toString(value));
      return;
    }
    reserve(20);
    if (value < 0) {
      bytes[size++] = '-';
    }
    digits(Math.abs(value));
  }

  /**
   * Adds a quotient as the double that is nearest to it.
   *
   * @param perUnit a power of ten, or 1024
   */
  public void quotient(long value, long perUnit) {
    if (perUnit == KIBI) {
      if (Math.abs(value) < MOST_EXACT_DIGITS / TEN_DECIMALS_PER_BYTE) {
        decimal(value * TEN_DECIMALS_PER_BYTE, TEN_DECIMALS, value, perUnit);
        return;
      }
    } else if (Math.abs(value) < MOST_EXACT_DIGITS) {
      decimal(value, perUnit, value, perUnit);
      return;
    }
    nearest(value, perUnit);
  }

  /** Adds a decimal fraction of at most 15 digits, or the quotient if it needs an exponent. */
  private void decimal(long scaled, long scale, long value, long perUnit) {
    long digits = Math.abs(scaled);
    long whole = digits / scale;
    long fraction = digits - whole * scale;
    boolean isTiny = whole == 0 && fraction != 0 && fraction < scale / 1_000;
    if (isTiny || whole >= FIRST_WITH_EXPONENT) {
      nearest(value, perUnit);
      return;
    }
    reserve(40);
    if (scaled < 0) {
      bytes[size++] = '-';
    }
    digits(whole);
    bytes[size++] = '.';
    if (fraction == 0) {
      bytes[size++] = '0';
      return;
    }
    long place = scale;
    while (fraction != 0) {
      place /= 10;
      long digit = fraction / place;
      bytes[size++] = (byte) ('0' + digit);
      fraction -= digit * place;
    }
  }

  private void nearest(long value, long perUnit) {
    ascii(NumberOutput.toString((double) value / perUnit, true));
  }

  /** Adds ASCII text unchanged. */
  @SuppressWarnings("deprecation") // String's only copy of bytes without an array of its own
  public void ascii(String text) {
    reserve(text.length());
    text.getBytes(0, text.length(), bytes, size);
    size += text.length();
  }

  /** Adds the digits of a number that is not negative; there must be space. */
  private void digits(long value) {
    int end = size + 1;
    for (long rest = value / 10; rest > 0; rest /= 10) {
      end++;
    }
    int at = end;
    long rest = value;
    do {
      long tens = rest / 10;
      bytes[--at] = (byte) ('0' + (int) (rest - tens * 10));
      rest = tens;
    } while (at > size);
    size = end;
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }
}
