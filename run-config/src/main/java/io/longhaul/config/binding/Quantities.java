package io.longhaul.config.binding;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses durations and rates. A plain number has the unit that AIPerf uses; other units follow the
 * number: {@code 500ms}, {@code 90s}, {@code 1h30m}, {@code 5rps}, {@code 300/min}.
 */
public final class Quantities {
  /** The description in the help of commands. */
  public static final String HELP =
      "Durations accept units: 500ms, 90s, 1h30m, 7d. Rates are per second; they accept 5rps or"
          + " 300/min.";

  /** The description in the help of commands whose only quantities are durations. */
  public static final String HELP_DURATIONS = "Durations accept units: 500ms, 90s, 1h30m, 7d.";

  /** The unit of a plain number for most durations. */
  public static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);

  /** The unit of a plain number for short durations. */
  public static final BigDecimal NANOS_PER_MILLI = BigDecimal.valueOf(1_000_000);

  /** The units that messages suggest for durations. */
  public static final String DURATION_UNITS = "or with a unit as in 500ms, 90s or 10m";

  /** The units that messages suggest for rates. */
  static final String RATE_UNITS = "or with a unit as in 5rps or 300/min";

  /** A short text such as 1e999999999 would expand to a gigabyte of digits. */
  private static final int MOST_DIGITS = 30;

  private static final String NUMBER = "([0-9]{1,18}(?:\\.[0-9]{0,18})?|\\.[0-9]{1,18})";
  private static final Pattern PART = Pattern.compile(NUMBER + "\\s*([a-zµ]+)\\s*");
  private static final Pattern RATE =
      Pattern.compile(
          NUMBER + "\\s*(?:([rq])p([smh])|(?:r|q|req|reqs|requests?|turns?)?\\s*/\\s*([a-zµ]+))");

  private Quantities() {}

  /**
   * Parses a number without a unit.
   *
   * @return empty if the text is not a number, or has an absurd number of digits
   */
  public static Optional<BigDecimal> number(String text) {
    try {
      BigDecimal value = new BigDecimal(text.strip());
      boolean isShort = value.precision() <= MOST_DIGITS && Math.abs(value.scale()) <= MOST_DIGITS;
      return isShort ? Optional.of(value) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Parses a duration to nanoseconds.
   *
   * @param plainUnitNanos the unit of a plain number, in nanoseconds
   * @return empty if the text is not a duration
   */
  public static Optional<BigDecimal> nanos(String text, BigDecimal plainUnitNanos) {
    Optional<BigDecimal> plain = number(text);
    return plain.isPresent()
        ? plain.map(plainUnitNanos::multiply)
        : nanosOfParts(text.strip().toLowerCase(Locale.ROOT));
  }

  /** Parses one or more parts, each with a smaller unit than the previous one. */
  private static Optional<BigDecimal> nanosOfParts(String text) {
    Matcher part = PART.matcher(text);
    BigDecimal nanos = BigDecimal.ZERO;
    long unitBefore = Long.MAX_VALUE;
    int at = 0;
    while (at < text.length()) {
      if (!part.find(at) || part.start() != at) {
        return Optional.empty();
      }
      long unit = unitNanos(part.group(2));
      if (unit == 0 || unit >= unitBefore) {
        return Optional.empty();
      }
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
      unitBefore = unit;
      at = part.end();
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(nanos);
  }

  /** Returns the nanoseconds of a unit, or 0 if it is unknown. */
  private static long unitNanos(String unit) {
    return switch (unit) {
      case "us", "µs" -> 1_000L;
      case "ms", "msec", "millis" -> 1_000_000L;
      case "s", "sec", "secs", "second", "seconds" -> 1_000_000_000L;
      case "m", "min", "mins", "minute", "minutes" -> 60_000_000_000L;
      case "h", "hr", "hrs", "hour", "hours" -> 3_600_000_000_000L;
      case "d", "day", "days" -> 86_400_000_000_000L;
      default -> 0;
    };
  }

  /**
   * Parses a rate to a number per second.
   *
   * @return empty if the text is not a rate
   */
  public static Optional<BigDecimal> perSecond(String text) {
    Optional<BigDecimal> plain = number(text);
    if (plain.isPresent()) {
      return plain;
    }
    Matcher rate = RATE.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!rate.matches()) {
      return Optional.empty();
    }
    long unit = unitNanos(rate.group(3) == null ? rate.group(4) : rate.group(3));
    return unit == 0
        ? Optional.empty()
        : Optional.of(
            new BigDecimal(rate.group(1))
                .multiply(NANOS_PER_SECOND)
                .divide(BigDecimal.valueOf(unit), MathContext.DECIMAL64));
  }

  /** Returns the form in documents and names: a plain number without an exponent. */
  public static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  /** Converts a duration to a plain number of seconds. */
  public static Optional<String> plainSeconds(String text) {
    return nanos(text, NANOS_PER_SECOND)
        .map(nanos -> plain(nanos.divide(NANOS_PER_SECOND, MathContext.DECIMAL64)));
  }

  /** Converts a duration to a plain number of milliseconds. */
  public static Optional<String> plainMillis(String text) {
    return nanos(text, NANOS_PER_MILLI)
        .map(nanos -> plain(nanos.divide(NANOS_PER_MILLI, MathContext.DECIMAL64)));
  }

  /** Converts a rate to a plain number per second. */
  public static Optional<String> plainRate(String text) {
    return perSecond(text).map(Quantities::plain);
  }
}
