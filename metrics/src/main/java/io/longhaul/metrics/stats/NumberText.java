package io.longhaul.metrics.stats;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Formats numbers as AIPerf's CSV files and console do, like Python's {@code %.2f}. */
public final class NumberText {
  private NumberText() {}

  /** Formats a number with two decimals. */
  public static String twoDecimals(double value) {
    return decimals(value, 2);
  }

  /**
   * Formats the exact binary value, rounding half-even; {@code inf}, {@code -inf} and {@code nan}
   * otherwise. ({@code String.format} rounds the decimal text instead: it turns 5.005, whose binary
   * value is smaller, into 5.01.)
   */
  public static String decimals(double value, int decimals) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    String text = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    boolean negative = Double.compare(value, 0.0) < 0;
    return negative && !text.startsWith("-") ? "-" + text : text;
  }

  /** Formats a number with two decimals and thousands separators, as in {@code 1,234.50}. */
  public static String grouped(double value) {
    String text = twoDecimals(value);
    int firstDigit = text.startsWith("-") ? 1 : 0;
    StringBuilder grouped = new StringBuilder(text);
    for (int i = text.indexOf('.') - 3; i > firstDigit; i -= 3) {
      grouped.insert(i, ',');
    }
    return grouped.toString();
  }
}
