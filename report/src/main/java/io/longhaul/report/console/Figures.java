package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats figures of documents with about four significant digits and grouped thousands. */
public final class Figures {
  /** Replaces a missing figure. */
  public static final String NONE = "-";

  private static final int CHOSEN_DIGITS = 9;

  private Figures() {}

  /** Formats a figure, or returns {@link #NONE} if the document does not have it. */
  public static String of(JsonNode value) {
    return value.isNumber() ? of(value.doubleValue()) : NONE;
  }

  /** Formats a figure. */
  public static String of(double value) {
    double size = Math.abs(value);
    if (size >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    if (size >= 100) {
      return String.format(Locale.ROOT, "%.1f", value);
    }
    return size == 0 || size >= 1
        ? String.format(Locale.ROOT, "%.2f", value)
        : String.format(Locale.ROOT, "%.4f", value);
  }

  /**
   * Formats a number that somebody has chosen, such as the length of a slice: without zeros at its
   * end, and to a billionth.
   */
  public static String chosen(double value) {
    BigDecimal plain =
        BigDecimal.valueOf(value)
            .setScale(CHOSEN_DIGITS, RoundingMode.HALF_EVEN)
            .stripTrailingZeros();
    return String.format(Locale.ROOT, "%,." + Math.max(0, plain.scale()) + "f", plain);
  }

  /** Formats a count, or returns {@link #NONE} if the document does not have it. */
  public static String count(JsonNode value) {
    return value.isNumber() || value.isTextual() ? count(value.asLong()) : NONE;
  }

  /** Formats a count with grouped thousands. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
