package io.longhaul.config.binding;

import static io.longhaul.config.binding.Quantities.DURATION_UNITS;
import static io.longhaul.config.binding.Quantities.NANOS_PER_MILLI;
import static io.longhaul.config.binding.Quantities.NANOS_PER_SECOND;

import io.longhaul.kafka.KeepLog;
import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.schema.SliceRules;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The value of an option, as text and converted to its type and unit. Every text is a value: an
 * invalid one is reported together with all other problems, and options that depend on it still
 * know that it was given.
 *
 * <p>The fields of options have the types below, each with its unit and its range. {@link
 * Converters} makes them known to the parser.
 *
 * @param <T> the type of the value
 */
public abstract class OptionValue<T> {
  /** 73 years: the sum of two such durations fits into 64 bits. */
  static final BigDecimal MOST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE / 4);

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final String text;
  private Optional<T> value;
  private String wanted;
  private String option = "value";

  /**
   * @param text the text that the user wrote
   * @param value empty if the text is invalid
   * @param wanted what would be valid
   */
  private OptionValue(String text, Optional<T> value, String wanted) {
    this.text = text;
    this.value = value;
    this.wanted = wanted;
  }

  /** Returns the value of an option, or empty if the option was not given or is invalid. */
  public static <T> Optional<T> of(@Nullable OptionValue<T> given) {
    return given == null ? Optional.empty() : given.value;
  }

  /** Returns the value of an option, or else its default. */
  public static <T> T of(@Nullable OptionValue<T> given, T fallback) {
    return of(given).orElse(fallback);
  }

  /** Returns the value of an option, or null if the option was not given or is invalid. */
  public static <T> @Nullable T orNull(@Nullable OptionValue<T> given) {
    return of(given).orElse(null);
  }

  /** Sets the option that has this value; messages use its name. */
  public void setOption(OptionSpec spec) {
    option = CommandLineParsing.nameOf((ArgSpec) spec);
  }

  /** Reports the value if it is invalid. */
  public void check(OptionProblems problems) {
    if (value.isEmpty()) {
      boolean isList = text.indexOf(',') >= 0;
      problems.invalid(option, text, wanted + (isList ? "; one value" : ""));
    }
  }

  /** The text that the user wrote. */
  @Override
  public String toString() {
    return text;
  }

  /** A whole number of 32 bits, 1 or more. */
  public static final class Count extends Whole<Integer> {
    Count(String text) {
      super(text, 1, Integer.MAX_VALUE, Long::intValue);
    }
  }

  /** A whole number of 32 bits, 0 or more. */
  public static final class CountOrZero extends Whole<Integer> {
    CountOrZero(String text) {
      super(text, 0, Integer.MAX_VALUE, Long::intValue);
    }
  }

  /** A whole number of 64 bits, 1 or more. */
  public static final class LongCount extends Whole<Long> {
    LongCount(String text) {
      super(text, 1, Long.MAX_VALUE, Function.identity());
    }
  }

  /** A whole number of 64 bits, 0 or more. */
  public static final class LongCountOrZero extends Whole<Long> {
    public LongCountOrZero(String text) {
      super(text, 0, Long.MAX_VALUE, Function.identity());
    }
  }

  /** A TCP port, or 0. */
  public static final class Port extends Whole<Integer> {
    Port(String text) {
      super(text, 0, 65_535, Long::intValue);
    }
  }

  /** A number, 0 or more. */
  public static final class NonNegative extends Decimal {
    NonNegative(String text) {
      super(text, atLeastZero(Quantities.number(text)), "a number, 0 or more");
    }
  }

  /** A number, more than 0. */
  public static final class Positive extends Decimal {
    Positive(String text) {
      super(text, aboveZero(Quantities.number(text)), "a number, more than 0");
    }
  }

  /** A percentage. */
  public static final class Percent extends Decimal {
    Percent(String text) {
      super(text, upTo(HUNDRED, Quantities.number(text)), "a number from 0 to 100");
    }
  }

  /** A share from 0 to 1. */
  public static final class Share extends Decimal {
    Share(String text) {
      super(text, upTo(BigDecimal.ONE, Quantities.number(text)), "a share from 0 to 1");
    }
  }

  /** A rate per second, more than 0. */
  public static final class Rate extends Decimal {
    Rate(String text) {
      super(
          text,
          aboveZero(Quantities.perSecond(text)),
          "a rate per second, more than 0, " + Quantities.RATE_UNITS);
    }
  }

  /** A rate per second, 0 or more. */
  public static final class RateOrZero extends Decimal {
    RateOrZero(String text) {
      super(
          text,
          atLeastZero(Quantities.perSecond(text)),
          "a rate per second, 0 or more, " + Quantities.RATE_UNITS);
    }
  }

  /** A duration in nanoseconds, more than 0; a plain number is in seconds. */
  public static final class Seconds extends Nanos {
    Seconds(String text) {
      super(text, nanos(text, NANOS_PER_SECOND, BigDecimal.ONE), "seconds, more than 0");
    }
  }

  /** The duration of a time slice in nanoseconds; a plain number is in seconds. */
  public static final class SliceLength extends Nanos {
    SliceLength(String text) {
      super(
          text,
          nanos(text, NANOS_PER_SECOND, BigDecimal.valueOf(SliceRules.MIN_NANOS)),
          "seconds, 0.001 or more");
    }
  }

  /** A duration in nanoseconds, 0 or more; a plain number is in seconds. */
  public static final class SecondsOrZero extends Nanos {
    SecondsOrZero(String text) {
      super(text, nanos(text, NANOS_PER_SECOND, BigDecimal.ZERO), "seconds, 0 or more");
    }
  }

  /** A duration in nanoseconds, or {@code inf}; a plain number is in seconds. */
  public static final class SecondsOrInfinite extends Nanos {
    SecondsOrInfinite(String text) {
      super(
          text,
          text.strip().equalsIgnoreCase("inf")
              ? Optional.of(PhasePlan.FOR_EVER)
              : nanos(text, NANOS_PER_SECOND, BigDecimal.ZERO),
          "seconds, 0 or more, or inf");
    }
  }

  /**
   * How long a log is kept, in nanoseconds, or {@code all} for ever; a plain number is in seconds.
   */
  public static final class LogAge extends Nanos {
    LogAge(String text) {
      super(
          text,
          text.strip().equalsIgnoreCase(KeepLog.ALL)
              ? Optional.of(PhasePlan.FOR_EVER)
              : nanos(text, NANOS_PER_SECOND, BigDecimal.valueOf(KeepLog.LEAST.toNanos())),
          "600 seconds or more, or all");
    }

    /** Returns the duration, or empty if the whole log is kept. */
    public static Optional<Duration> of(@Nullable LogAge given) {
      long nanos = OptionValue.of(given, KeepLog.DEFAULT.toNanos());
      return nanos == PhasePlan.FOR_EVER ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
    }
  }

  /** A duration in nanoseconds, more than 0; a plain number is in milliseconds. */
  public static final class Millis extends Nanos {
    Millis(String text) {
      super(text, nanos(text, NANOS_PER_MILLI, BigDecimal.ONE), "milliseconds, more than 0");
    }
  }

  /** A duration in nanoseconds, 0 or more; a plain number is in milliseconds. */
  public static final class MillisOrZero extends Nanos {
    MillisOrZero(String text) {
      super(text, nanos(text, NANOS_PER_MILLI, BigDecimal.ZERO), "milliseconds, 0 or more");
    }
  }

  /** A duration in seconds, more than 0; a plain number is in seconds. */
  public static final class LengthInSeconds extends Length {
    LengthInSeconds(String text) {
      super(text, NANOS_PER_SECOND, BigDecimal.ONE, "seconds, more than 0");
    }
  }

  /** A duration in seconds, 0 or more; a plain number is in seconds. */
  public static final class LengthInSecondsOrZero extends Length {
    LengthInSecondsOrZero(String text) {
      super(text, NANOS_PER_SECOND, BigDecimal.ZERO, "seconds, 0 or more");
    }
  }

  /** A duration in milliseconds, 0 or more; a plain number is in milliseconds. */
  public static final class LengthInMillisOrZero extends Length {
    LengthInMillisOrZero(String text) {
      super(text, NANOS_PER_MILLI, BigDecimal.ZERO, "milliseconds, 0 or more");
    }
  }

  /** A size in bytes, written with its unit, such as {@code 10GB}. */
  public static final class Bytes extends OptionValue<Long> {
    private static final Pattern SIZE =
        Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,15})?)\\s*([kKMGT]i?B)");
    private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(Long.MAX_VALUE);

    Bytes(String text) {
      super(
          text,
          bytes(text),
          "a size with its unit kB, MB, GB, TB, KiB, MiB, GiB or TiB, such as 10GB");
    }

    private static Optional<Long> bytes(String text) {
      Matcher size = SIZE.matcher(text.strip());
      return size.matches()
          ? Optional.of(new BigDecimal(size.group(1)).multiply(unitOf(size.group(2))))
              .filter(bytes -> bytes.compareTo(BigDecimal.ONE) >= 0)
              .filter(bytes -> bytes.compareTo(MOST_BYTES) <= 0)
              .map(bytes -> bytes.setScale(0, RoundingMode.CEILING).longValueExact())
          : Optional.empty();
    }

    private static BigDecimal unitOf(String written) {
      String unit = written.toUpperCase(Locale.ROOT);
      int thousands = 1 + "KMGT".indexOf(unit.charAt(0));
      return BigDecimal.valueOf(unit.contains("I") ? 1024 : 1000).pow(thousands);
    }
  }

  /**
   * One of several keywords, in any case, with {@code -} or {@code _}. The type argument of the
   * option's field names them, so the value is known as soon as the option is.
   */
  public static final class Word<E extends Enum<E> & Keyword> extends OptionValue<E> {
    Word(String text) {
      super(text, Optional.empty(), "");
    }

    @Override
    public void setOption(OptionSpec spec) {
      super.setOption(spec);
      Field field = (Field) spec.userObject();
      ParameterizedType type = (ParameterizedType) field.getGenericType();
      @SuppressWarnings("unchecked") // the field of the option has this type argument
      Class<E> keywords = (Class<E>) type.getActualTypeArguments()[0];
      super.value = Keyword.find(keywords, toString());
      super.wanted = Keyword.list(keywords);
    }
  }

  private abstract static class Whole<T> extends OptionValue<T> {
    Whole(String text, long least, long most, Function<Long, T> as) {
      super(
          text,
          number(text).filter(value -> value >= least && value <= most).map(as),
          number(text).filter(value -> value > most).isPresent()
              ? "a whole number, " + most + " or less"
              : "a whole number, " + least + " or more");
    }

    private static Optional<Long> number(String text) {
      try {
        return Optional.of(Long.valueOf(text.strip()));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
  }

  private abstract static class Decimal extends OptionValue<Double> {
    Decimal(String text, Optional<BigDecimal> number, String wanted) {
      super(text, number.map(BigDecimal::doubleValue), wanted);
    }
  }

  private abstract static class Nanos extends OptionValue<Long> {
    Nanos(String text, Optional<Long> nanos, String wanted) {
      super(text, nanos, wanted + ", " + DURATION_UNITS);
    }
  }

  private abstract static class Length extends OptionValue<Double> {
    Length(String text, BigDecimal unit, BigDecimal leastNanos, String wanted) {
      super(
          text,
          nanos(text, unit, leastNanos)
              .map(nanos -> BigDecimal.valueOf(nanos).divide(unit).doubleValue()),
          wanted + ", " + DURATION_UNITS);
    }
  }

  private static Optional<Long> nanos(String text, BigDecimal plainUnit, BigDecimal least) {
    return Quantities.nanos(text, plainUnit)
        .filter(nanos -> nanos.compareTo(least) >= 0 && nanos.compareTo(MOST_NANOS) < 0)
        .map(nanos -> nanos.setScale(0, RoundingMode.HALF_EVEN).longValueExact());
  }

  private static Optional<BigDecimal> atLeastZero(Optional<BigDecimal> number) {
    return number.filter(value -> value.signum() >= 0);
  }

  private static Optional<BigDecimal> aboveZero(Optional<BigDecimal> number) {
    return number.filter(value -> value.signum() > 0);
  }

  private static Optional<BigDecimal> upTo(BigDecimal most, Optional<BigDecimal> number) {
    return atLeastZero(number).filter(value -> value.compareTo(most) <= 0);
  }
}
