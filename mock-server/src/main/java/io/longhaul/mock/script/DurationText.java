package io.longhaul.mock.script;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations: {@code 250us}, {@code 50ms}, {@code 1.5s}, {@code 2m}, {@code 1h}. */
public final class DurationText {
  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ns|us|µs|ms|s|m|h)");
  private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE / 4);

  private DurationText() {}

  /**
   * Parses a duration.
   *
   * @return nanoseconds
   * @throws IllegalArgumentException if the text is not a duration, or exceeds 73 years
   */
  public static long parseNanos(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "Invalid duration: "
              + text
              + " (a number and a unit: ns, us, ms, s, m or h, such as 50ms)");
    }
    BigDecimal nanos =
        new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(nanosOf(form.group(2))));
    if (nanos.compareTo(MAX_NANOS) > 0) {
      throw new IllegalArgumentException("Invalid duration: " + text + " (at most 73 years)");
    }
    return nanos.setScale(0, RoundingMode.HALF_EVEN).longValueExact();
  }

  private static long nanosOf(String unit) {
    return switch (unit) {
      case "ns" -> 1L;
      case "us", "µs" -> 1_000L;
      case "ms" -> 1_000_000L;
      case "s" -> 1_000_000_000L;
      case "m" -> 60_000_000_000L;
      default -> 3_600_000_000_000L;
    };
  }
}
