package io.longhaul.cli.options;

import static io.longhaul.cli.options.Quantities.NANOS_PER_MILLI;
import static io.longhaul.cli.options.Quantities.NANOS_PER_SECOND;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads numbers that were typed. An option that was not given (null) has no value; one that is no
 * such number has none either, and is told.
 */
final class Numbers {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /** 73 years: two of them can be added. */
  static final BigDecimal MOST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE / 4);

  private static final Pattern SIZE =
      Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,15})?)\\s*([kKMGT]i?B)");

  /** More than any disk holds. */
  private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(Long.MAX_VALUE);

  private final OptionProblems problems;

  Numbers(OptionProblems problems) {
    this.problems = problems;
  }

  OptionalLong wholeNumber(String option, String text, long least) {
    return wholeNumber(option, text, least, Long.MAX_VALUE);
  }

  /** A whole number of 32 bits. */
  OptionalInt count(String option, String text, int least) {
    return count(option, text, least, Integer.MAX_VALUE);
  }

  /** A whole number of 32 bits, not above the most. */
  OptionalInt count(String option, String text, int least, int most) {
    OptionalLong number = wholeNumber(option, text, least, most);
    return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
  }

  OptionalDouble atLeastZero(String option, String text) {
    return decimal(option, text, "a number, 0 or more", value -> value.signum() >= 0);
  }

  OptionalDouble positive(String option, String text) {
    return decimal(option, text, "a number, more than 0", value -> value.signum() > 0);
  }

  OptionalDouble percent(String option, String text) {
    return decimal(
        option,
        text,
        "a number from 0 to 100",
        value -> value.signum() >= 0 && value.compareTo(HUNDRED) <= 0);
  }

  OptionalDouble share(String option, String text) {
    return decimal(
        option,
        text,
        "a share from 0 to 1",
        value -> value.signum() >= 0 && value.compareTo(BigDecimal.ONE) <= 0);
  }

  /** A size with its unit, such as 10GB, as bytes. */
  OptionalLong bytes(String option, String text) {
    if (text == null) {
      return OptionalLong.empty();
    }
    Matcher size = SIZE.matcher(text.strip());
    if (size.matches()) {
      BigDecimal bytes =
          new BigDecimal(size.group(1)).multiply(unitOf(size.group(2))).stripTrailingZeros();
      if (bytes.compareTo(BigDecimal.ONE) >= 0 && bytes.compareTo(MOST_BYTES) <= 0) {
        return OptionalLong.of(bytes.setScale(0, RoundingMode.CEILING).longValueExact());
      }
    }
    tell(option, text, "a size with its unit kB, MB, GB, TB, KiB, MiB, GiB or TiB, such as 10GB");
    return OptionalLong.empty();
  }

  private static BigDecimal unitOf(String typed) {
    String unit = typed.toUpperCase(Locale.ROOT);
    int thousands = 1 + "KMGT".indexOf(unit.charAt(0));
    return BigDecimal.valueOf(unit.contains("I") ? 1024 : 1000).pow(thousands);
  }

  /** A duration, more than 0, as nanoseconds; a plain number is seconds. */
  OptionalLong seconds(String option, String text) {
    return nanos(option, text, NANOS_PER_SECOND, BigDecimal.ONE, "seconds, more than 0");
  }

  /** A duration, 0 or more, as nanoseconds; a plain number is seconds. */
  OptionalLong secondsFromZero(String option, String text) {
    return nanos(option, text, NANOS_PER_SECOND, BigDecimal.ZERO, "seconds, 0 or more");
  }

  /** Likewise; {@code inf} is for ever. */
  OptionalLong secondsOrForEver(String option, String text, long forEver) {
    if (text != null && text.strip().equalsIgnoreCase("inf")) {
      return OptionalLong.of(forEver);
    }
    return nanos(option, text, NANOS_PER_SECOND, BigDecimal.ZERO, "seconds, 0 or more, or inf");
  }

  /** A duration, more than 0, as nanoseconds; a plain number is milliseconds. */
  OptionalLong millis(String option, String text) {
    return nanos(option, text, NANOS_PER_MILLI, BigDecimal.ONE, "milliseconds, more than 0");
  }

  /** A duration, 0 or more, as nanoseconds; a plain number is milliseconds. */
  OptionalLong millisFromZero(String option, String text) {
    return nanos(option, text, NANOS_PER_MILLI, BigDecimal.ZERO, "milliseconds, 0 or more");
  }

  /** A duration, more than 0, in seconds. */
  OptionalDouble lengthInSeconds(String option, String text) {
    return in(NANOS_PER_SECOND, seconds(option, text));
  }

  /** A duration, 0 or more, in seconds. */
  OptionalDouble lengthInSecondsFromZero(String option, String text) {
    return in(NANOS_PER_SECOND, secondsFromZero(option, text));
  }

  /** A duration, 0 or more, in milliseconds. */
  OptionalDouble lengthInMillisFromZero(String option, String text) {
    return in(NANOS_PER_MILLI, millisFromZero(option, text));
  }

  private static OptionalDouble in(BigDecimal unitNanos, OptionalLong nanos) {
    return nanos.isPresent()
        ? OptionalDouble.of(BigDecimal.valueOf(nanos.getAsLong()).divide(unitNanos).doubleValue())
        : OptionalDouble.empty();
  }

  /** A rate per second, more than 0. */
  OptionalDouble rate(String option, String text) {
    return rate(option, text, "a rate per second, more than 0", value -> value.signum() > 0);
  }

  /** A rate per second, 0 or more. */
  OptionalDouble rateFromZero(String option, String text) {
    return rate(option, text, "a rate per second, 0 or more", value -> value.signum() >= 0);
  }

  private OptionalDouble rate(
      String option, String text, String wanted, Predicate<BigDecimal> allowed) {
    if (text == null) {
      return OptionalDouble.empty();
    }
    Optional<BigDecimal> value = Quantities.perSecond(text).filter(allowed);
    if (value.isEmpty()) {
      tell(option, text, wanted + ", " + Quantities.RATE_UNITS);
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(value.get().doubleValue());
  }

  private OptionalLong wholeNumber(String option, String text, long least, long most) {
    if (text == null) {
      return OptionalLong.empty();
    }
    String range = least + " or more";
    try {
      long value = Long.parseLong(text.strip());
      if (value >= least && value <= most) {
        return OptionalLong.of(value);
      }
      if (value > most) {
        range = most + " or less";
      }
    } catch (NumberFormatException e) {
      // told below, like a number out of range
    }
    tell(option, text, "a whole number, " + range);
    return OptionalLong.empty();
  }

  private OptionalDouble decimal(
      String option, String text, String wanted, Predicate<BigDecimal> allowed) {
    return read(option, text, wanted, allowed)
        .map(value -> OptionalDouble.of(value.doubleValue()))
        .orElse(OptionalDouble.empty());
  }

  private OptionalLong nanos(
      String option, String text, BigDecimal plainUnit, BigDecimal leastNanos, String wanted) {
    if (text == null) {
      return OptionalLong.empty();
    }
    Optional<BigDecimal> typed =
        Quantities.nanos(text, plainUnit)
            .filter(nanos -> nanos.compareTo(leastNanos) >= 0 && nanos.compareTo(MOST_NANOS) < 0);
    if (typed.isEmpty()) {
      tell(option, text, wanted + ", " + Quantities.DURATION_UNITS);
      return OptionalLong.empty();
    }
    return OptionalLong.of(typed.get().setScale(0, RoundingMode.HALF_EVEN).longValueExact());
  }

  private Optional<BigDecimal> read(
      String option, String text, String wanted, Predicate<BigDecimal> allowed) {
    if (text == null) {
      return Optional.empty();
    }
    Optional<BigDecimal> value = Quantities.number(text).filter(allowed);
    if (value.isEmpty()) {
      tell(option, text, wanted);
    }
    return value;
  }

  private void tell(String option, String text, String wanted) {
    boolean isList = text.indexOf(',') >= 0;
    problems.invalid(option, text, wanted + (isList ? "; one value" : ""));
  }
}
