package io.longhaul.metrics.stats;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as AIPerf's CSV and console write them: Python's {@code %.2f} and its like. */
public final class NumberText {
  private NumberText() {}

  /** The usual two decimals. */
  public static String twoDecimals(double value) {
    return decimals(value, 2);
  }

  /**
   * Decimals of the exact binary value, a tie to the even digit; {@code inf}, {@code -inf} and
   * {@code nan} for what is no number. ({@code String.format} rounds the decimal text instead: it
   * makes 5.01 of 5.005, which lies below.)
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

  /** The same with a comma between thousands, as in {@code 1,234.50}. */
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
