package io.longhaul.cli.options;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/**
 * Reads numbers that were typed, gives them on when they are right, and tells when they are not.
 * Options that were not given (null) are passed over.
 */
final class Numbers {
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);
  private static final BigDecimal NANOS_PER_MILLI = BigDecimal.valueOf(1_000_000);
  private static final BigDecimal MOST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE / 4);

  private final OptionProblems problems;

  Numbers(OptionProblems problems) {
    this.problems = problems;
  }

  void wholeNumber(String option, String text, long least, LongConsumer use) {
    if (text == null) {
      return;
    }
    try {
      long value = Long.parseLong(text.strip());
      if (value >= least) {
        use.accept(value);
        return;
      }
    } catch (NumberFormatException e) {
      // told below, like a number that is too small
    }
    problems.invalid(option, text, "a whole number, " + least + " or more");
  }

  void count(String option, String text, int least, IntConsumer use) {
    wholeNumber(
        option,
        text,
        least,
        value -> {
          if (value > Integer.MAX_VALUE) {
            problems.invalid(option, text, "a whole number up to " + Integer.MAX_VALUE);
          } else {
            use.accept((int) value);
          }
        });
  }

  void atLeastZero(String option, String text, DoubleConsumer use) {
    decimal(
        option,
        text,
        "a number, 0 or more",
        value -> value.signum() >= 0,
        value -> use.accept(value.doubleValue()));
  }

  void positive(String option, String text, DoubleConsumer use) {
    decimal(
        option,
        text,
        "a number, more than 0",
        value -> value.signum() > 0,
        value -> use.accept(value.doubleValue()));
  }

  /** Seconds, more than 0, as nanoseconds. */
  void seconds(String option, String text, LongConsumer useNanos) {
    decimal(
        option,
        text,
        "seconds, more than 0",
        value -> isNanos(value, NANOS_PER_SECOND, 1),
        value -> useNanos.accept(nanos(value, NANOS_PER_SECOND)));
  }

  /** Seconds, 0 or more, as nanoseconds; {@code inf} is for ever. */
  void secondsOrForEver(String option, String text, long forEver, LongConsumer useNanos) {
    if (text != null && text.strip().equalsIgnoreCase("inf")) {
      useNanos.accept(forEver);
      return;
    }
    decimal(
        option,
        text,
        "seconds, 0 or more, or inf",
        value -> isNanos(value, NANOS_PER_SECOND, 0),
        value -> useNanos.accept(nanos(value, NANOS_PER_SECOND)));
  }

  /** Milliseconds, more than 0, as nanoseconds. */
  void millis(String option, String text, LongConsumer useNanos) {
    decimal(
        option,
        text,
        "milliseconds, more than 0",
        value -> isNanos(value, NANOS_PER_MILLI, 1),
        value -> useNanos.accept(nanos(value, NANOS_PER_MILLI)));
  }

  private interface Rule {
    boolean allows(BigDecimal value);
  }

  private interface DecimalUse {
    void accept(BigDecimal value);
  }

  private void decimal(String option, String text, String wanted, Rule rule, DecimalUse use) {
    if (text == null) {
      return;
    }
    try {
      BigDecimal value = new BigDecimal(text.strip());
      if (Double.isFinite(value.doubleValue()) && rule.allows(value)) {
        use.accept(value);
        return;
      }
    } catch (NumberFormatException e) {
      // told below, like a number out of range
    }
    problems.invalid(option, text, wanted);
  }

  private static boolean isNanos(BigDecimal value, BigDecimal unit, int least) {
    BigDecimal nanos = value.multiply(unit);
    return nanos.compareTo(BigDecimal.valueOf(least)) >= 0 && nanos.compareTo(MOST_NANOS) < 0;
  }

  private static long nanos(BigDecimal value, BigDecimal unit) {
    return value.multiply(unit).setScale(0, RoundingMode.HALF_EVEN).longValueExact();
  }
}
