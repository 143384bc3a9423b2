package io.longhaul.cli.options;

import static io.longhaul.cli.options.Quantities.NANOS_PER_MILLI;
import static io.longhaul.cli.options.Quantities.NANOS_PER_SECOND;

import io.longhaul.load.endpoint.Keyword;
import io.longhaul.load.endpoint.TritonBackend;
import io.longhaul.load.plan.AudioFormat;
import io.longhaul.load.plan.CacheBust;
import io.longhaul.load.plan.ConnectionReuse;
import io.longhaul.load.plan.HttpVersion;
import io.longhaul.load.plan.ImageFormat;
import io.longhaul.load.plan.ModelSelection;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.PromptCorpus;
import io.longhaul.load.plan.SamplingStrategy;
import io.longhaul.load.plan.VideoContent;
import io.longhaul.load.plan.VideoFormat;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Converts the values of options to numbers, each type with its unit and its range. */
final class Converters {
  /** 73 years: the sum of two such durations fits into 64 bits. */
  static final BigDecimal MOST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE / 4);

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private Converters() {}

  /** A whole number of 32 bits, 1 or more. */
  static final class Count extends Whole<Integer> {
    Count() {
      super(1, Integer.MAX_VALUE, Long::intValue);
    }
  }

  /** A whole number of 32 bits, 0 or more. */
  static final class CountOrZero extends Whole<Integer> {
    CountOrZero() {
      super(0, Integer.MAX_VALUE, Long::intValue);
    }
  }

  /** A whole number of 64 bits, 1 or more. */
  static final class LongCount extends Whole<Long> {
    LongCount() {
      super(1, Long.MAX_VALUE, Function.identity());
    }
  }

  /** A whole number of 64 bits, 0 or more. */
  static final class LongCountOrZero extends Whole<Long> {
    LongCountOrZero() {
      super(0, Long.MAX_VALUE, Function.identity());
    }
  }

  /** A TCP port, or 0. */
  static final class Port extends Whole<Integer> {
    Port() {
      super(0, 65_535, Long::intValue);
    }
  }

  /** A number, 0 or more. */
  static final class NonNegative extends Decimal<Double> {
    NonNegative() {
      super("a number, 0 or more", value -> value.signum() >= 0, BigDecimal::doubleValue);
    }
  }

  /** A number, more than 0. */
  static final class Positive extends Decimal<Double> {
    Positive() {
      super("a number, more than 0", value -> value.signum() > 0, BigDecimal::doubleValue);
    }
  }

  /** A percentage. */
  static final class Percent extends Decimal<Double> {
    Percent() {
      super("a number from 0 to 100", value -> isUpTo(HUNDRED, value), BigDecimal::doubleValue);
    }
  }

  /** A share from 0 to 1. */
  static final class Share extends Decimal<Double> {
    Share() {
      super("a share from 0 to 1", value -> isUpTo(BigDecimal.ONE, value), BigDecimal::doubleValue);
    }
  }

  /** A rate per second, more than 0. */
  static final class Rate extends PerSecond {
    Rate() {
      super("a rate per second, more than 0", value -> value.signum() > 0);
    }
  }

  /** A rate per second, 0 or more. */
  static final class RateOrZero extends PerSecond {
    RateOrZero() {
      super("a rate per second, 0 or more", value -> value.signum() >= 0);
    }
  }

  /** A duration in nanoseconds, more than 0; a plain number is in seconds. */
  static final class Seconds extends Nanos<Long> {
    Seconds() {
      super("seconds, more than 0", NANOS_PER_SECOND, BigDecimal.ONE, Function.identity());
    }
  }

  /** A duration in nanoseconds, 0 or more; a plain number is in seconds. */
  static class SecondsOrZero extends Nanos<Long> {
    SecondsOrZero() {
      this("seconds, 0 or more");
    }

    private SecondsOrZero(String wanted) {
      super(wanted, NANOS_PER_SECOND, BigDecimal.ZERO, Function.identity());
    }
  }

  /** A duration in nanoseconds, or {@code inf}; a plain number is in seconds. */
  static final class SecondsOrInfinite extends SecondsOrZero {
    SecondsOrInfinite() {
      super("seconds, 0 or more, or inf");
    }

    @Override
    Optional<Long> read(String text) {
      return text.strip().equalsIgnoreCase("inf")
          ? Optional.of(PhasePlan.FOR_EVER)
          : super.read(text);
    }
  }

  /** A duration in nanoseconds, more than 0; a plain number is in milliseconds. */
  static final class Millis extends Nanos<Long> {
    Millis() {
      super("milliseconds, more than 0", NANOS_PER_MILLI, BigDecimal.ONE, Function.identity());
    }
  }

  /** A duration in nanoseconds, 0 or more; a plain number is in milliseconds. */
  static final class MillisOrZero extends Nanos<Long> {
    MillisOrZero() {
      super("milliseconds, 0 or more", NANOS_PER_MILLI, BigDecimal.ZERO, Function.identity());
    }
  }

  /** A duration in seconds, more than 0; a plain number is in seconds. */
  static final class LengthInSeconds extends Nanos<Double> {
    LengthInSeconds() {
      super("seconds, more than 0", NANOS_PER_SECOND, BigDecimal.ONE, in(NANOS_PER_SECOND));
    }
  }

  /** A duration in seconds, 0 or more; a plain number is in seconds. */
  static final class LengthInSecondsOrZero extends Nanos<Double> {
    LengthInSecondsOrZero() {
      super("seconds, 0 or more", NANOS_PER_SECOND, BigDecimal.ZERO, in(NANOS_PER_SECOND));
    }
  }

  /** A duration in milliseconds, 0 or more; a plain number is in milliseconds. */
  static final class LengthInMillisOrZero extends Nanos<Double> {
    LengthInMillisOrZero() {
      super("milliseconds, 0 or more", NANOS_PER_MILLI, BigDecimal.ZERO, in(NANOS_PER_MILLI));
    }
  }

  /** A size in bytes, written with its unit, such as {@code 10GB}. */
  static final class Bytes extends Typed<Long> {
    private static final Pattern SIZE =
        Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,15})?)\\s*([kKMGT]i?B)");
    private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(Long.MAX_VALUE);

    Bytes() {
      super("a size with its unit kB, MB, GB, TB, KiB, MiB, GiB or TiB, such as 10GB");
    }

    @Override
    Optional<Long> read(String text) {
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

  /** The backend of a Triton server. */
  static final class Backend extends Word<TritonBackend> {
    Backend() {
      super(TritonBackend.class);
    }
  }

  /** How a model is selected for each turn. */
  static final class Models extends Word<ModelSelection> {
    Models() {
      super(ModelSelection.class);
    }
  }

  /** A version of HTTP. */
  static final class Http extends Word<HttpVersion> {
    Http() {
      super(HttpVersion.class);
    }
  }

  /** How connections are reused. */
  static final class Connections extends Word<ConnectionReuse> {
    Connections() {
      super(ConnectionReuse.class);
    }
  }

  /** A format of images. */
  static final class Images extends Word<ImageFormat> {
    Images() {
      super(ImageFormat.class);
    }
  }

  /** A format of audio. */
  static final class Audio extends Word<AudioFormat> {
    Audio() {
      super(AudioFormat.class);
    }
  }

  /** The content of synthetic videos. */
  static final class Scenes extends Word<VideoContent> {
    Scenes() {
      super(VideoContent.class);
    }
  }

  /** A format of videos. */
  static final class Videos extends Word<VideoFormat> {
    Videos() {
      super(VideoFormat.class);
    }
  }

  /** The source of synthetic text. */
  static final class Corpus extends Word<PromptCorpus> {
    Corpus() {
      super(PromptCorpus.class);
    }
  }

  /** The order of dataset entries. */
  static final class Sampling extends Word<SamplingStrategy> {
    Sampling() {
      super(SamplingStrategy.class);
    }
  }

  /** The place of markers that defeat prefix caches. */
  static final class CacheBusts extends Word<CacheBust> {
    CacheBusts() {
      super(CacheBust.class);
    }
  }

  /** Converts a text to a value of one type. */
  abstract static class Typed<T> implements ITypeConverter<OptionValue<T>> {
    private final String wanted;

    Typed(String wanted) {
      this.wanted = wanted;
    }

    abstract Optional<T> read(String text);

    String wantedFor(String text) {
      return wanted;
    }

    @Override
    public final OptionValue<T> convert(String text) {
      return read(text)
          .map(value -> OptionValue.valid(text, value))
          .orElseGet(() -> OptionValue.invalid(text, wantedFor(text)));
    }
  }

  /** One of several keywords, in any case, with {@code -} or {@code _}. */
  private abstract static class Word<E extends Enum<E> & Keyword> extends Typed<E> {
    private final Class<E> type;

    Word(Class<E> type) {
      super(Keyword.list(type));
      this.type = type;
    }

    @Override
    Optional<E> read(String text) {
      return Keyword.find(type, text);
    }
  }

  private abstract static class Whole<T> extends Typed<T> {
    private final long least;
    private final long most;
    private final Function<Long, T> as;

    Whole(long least, long most, Function<Long, T> as) {
      super("a whole number, " + least + " or more");
      this.least = least;
      this.most = most;
      this.as = as;
    }

    @Override
    Optional<T> read(String text) {
      return number(text).filter(value -> value >= least && value <= most).map(as);
    }

    @Override
    String wantedFor(String text) {
      return number(text).filter(value -> value > most).isPresent()
          ? "a whole number, " + most + " or less"
          : super.wantedFor(text);
    }

    private static Optional<Long> number(String text) {
      try {
        return Optional.of(Long.valueOf(text.strip()));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
  }

  private abstract static class Decimal<T> extends Typed<T> {
    private final Predicate<BigDecimal> allowed;
    private final Function<BigDecimal, T> as;

    Decimal(String wanted, Predicate<BigDecimal> allowed, Function<BigDecimal, T> as) {
      super(wanted);
      this.allowed = allowed;
      this.as = as;
    }

    Optional<BigDecimal> number(String text) {
      return Quantities.number(text);
    }

    @Override
    Optional<T> read(String text) {
      return number(text).filter(allowed).map(as);
    }
  }

  private abstract static class PerSecond extends Decimal<Double> {
    PerSecond(String wanted, Predicate<BigDecimal> allowed) {
      super(wanted + ", " + Quantities.RATE_UNITS, allowed, BigDecimal::doubleValue);
    }

    @Override
    Optional<BigDecimal> number(String text) {
      return Quantities.perSecond(text);
    }
  }

  private abstract static class Nanos<T> extends Decimal<T> {
    private final BigDecimal plainUnit;

    Nanos(String wanted, BigDecimal plainUnit, BigDecimal leastNanos, Function<Long, T> as) {
      super(
          wanted + ", " + Quantities.DURATION_UNITS,
          nanos -> nanos.compareTo(leastNanos) >= 0 && nanos.compareTo(MOST_NANOS) < 0,
          nanos -> as.apply(nanos.setScale(0, RoundingMode.HALF_EVEN).longValueExact()));
      this.plainUnit = plainUnit;
    }

    @Override
    Optional<BigDecimal> number(String text) {
      return Quantities.nanos(text, plainUnit);
    }
  }

  private static Function<Long, Double> in(BigDecimal unitNanos) {
    return nanos -> BigDecimal.valueOf(nanos).divide(unitNanos).doubleValue();
  }

  private static boolean isUpTo(BigDecimal most, BigDecimal value) {
    return value.signum() >= 0 && value.compareTo(most) <= 0;
  }
}
