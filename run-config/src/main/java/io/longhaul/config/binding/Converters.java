package io.longhaul.config.binding;

import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The types of the values of options: their converters, and their labels in the help. */
public final class Converters {
  private static final List<Type<?>> TYPES =
      List.of(
          new Type<>(OptionValue.Count.class, "N", OptionValue.Count::new),
          new Type<>(OptionValue.CountOrZero.class, "N", OptionValue.CountOrZero::new),
          new Type<>(OptionValue.LongCount.class, "N", OptionValue.LongCount::new),
          new Type<>(OptionValue.LongCountOrZero.class, "N", OptionValue.LongCountOrZero::new),
          new Type<>(OptionValue.NonNegative.class, "N", OptionValue.NonNegative::new),
          new Type<>(OptionValue.Positive.class, "N", OptionValue.Positive::new),
          new Type<>(OptionValue.Percent.class, "PERCENT", OptionValue.Percent::new),
          new Type<>(OptionValue.Share.class, "SHARE", OptionValue.Share::new),
          new Type<>(OptionValue.Port.class, "PORT", OptionValue.Port::new),
          new Type<>(OptionValue.Bytes.class, "SIZE", OptionValue.Bytes::new),
          new Type<>(OptionValue.Rate.class, "RATE", OptionValue.Rate::new),
          new Type<>(OptionValue.RateOrZero.class, "RATE", OptionValue.RateOrZero::new),
          new Type<>(OptionValue.Seconds.class, "SECONDS", OptionValue.Seconds::new),
          new Type<>(OptionValue.SecondsOrZero.class, "SECONDS", OptionValue.SecondsOrZero::new),
          new Type<>(
              OptionValue.SecondsOrInfinite.class, "SECONDS", OptionValue.SecondsOrInfinite::new),
          new Type<>(OptionValue.SliceLength.class, "SECONDS", OptionValue.SliceLength::new),
          new Type<>(OptionValue.LogAge.class, "SECONDS", OptionValue.LogAge::new),
          new Type<>(
              OptionValue.LengthInSeconds.class, "SECONDS", OptionValue.LengthInSeconds::new),
          new Type<>(
              OptionValue.LengthInSecondsOrZero.class,
              "SECONDS",
              OptionValue.LengthInSecondsOrZero::new),
          new Type<>(Duration.class, "SECONDS", Converters::duration),
          new Type<>(OptionValue.Millis.class, "MS", OptionValue.Millis::new),
          new Type<>(OptionValue.MillisOrZero.class, "MS", OptionValue.MillisOrZero::new),
          new Type<>(
              OptionValue.LengthInMillisOrZero.class, "MS", OptionValue.LengthInMillisOrZero::new),
          new Type<>(String.class, "NAME", text -> text),
          new Type<>(Path.class, "FILE", Path::of),
          new Type<>(OptionValue.Word.class, "WORD", OptionValue.Word::new));

  static final String SECONDS_WANTED = "seconds, " + Quantities.DURATION_UNITS;

  private Converters() {}

  /**
   * A type of option.
   *
   * @param label the label of a value in the help, unless the option has one of its own
   */
  private record Type<T>(Class<T> type, String label, ITypeConverter<T> converter) {
    void registerWith(CommandLine command) {
      command.registerConverter(type, converter);
    }
  }

  /** Converts a duration; a plain number is in seconds. */
  private static Duration duration(String typed) {
    return Quantities.nanos(typed, Quantities.NANOS_PER_SECOND)
        .filter(nanos -> nanos.signum() >= 0 && nanos.compareTo(OptionValue.MOST_NANOS) < 0)
        .map(nanos -> Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_EVEN).longValueExact()))
        .orElseThrow(() -> new TypeConversionException(SECONDS_WANTED));
  }

  /** Converts a text to one of the types. */
  static Object convert(Class<?> type, String text) {
    Type<?> known =
        TYPES.stream()
            .filter(each -> each.type() == type)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("There is no converter for " + type));
    try {
      return known.converter().convert(text);
    } catch (Exception e) {
      // Types of options of runs take every text and report invalid ones themselves.
      throw new IllegalStateException("Cannot convert " + text + " to " + type, e);
    }
  }

  /** Makes the types known to the parser and to the help of a command. */
  public static CommandLine register(CommandLine command) {
    TYPES.forEach(type -> type.registerWith(command));
    return command.setHelpFactory(LabelledHelp::new);
  }

  /** Returns the label of an argument's value in the help. */
  public static String labelOf(ArgSpec argument) {
    boolean hasOwn = !argument.paramLabel().startsWith("<");
    return TYPES.stream()
        .filter(type -> !hasOwn && type.type() == argument.typeInfo().getType())
        .map(Type::label)
        .findFirst()
        .orElse(argument.paramLabel());
  }

  /** Help with the labels of types. */
  private static final class LabelledHelp extends Help {
    LabelledHelp(CommandSpec command, ColorScheme colors) {
      super(command, colors);
    }

    @Override
    public IParamLabelRenderer parameterLabelRenderer() {
      IParamLabelRenderer standard = super.parameterLabelRenderer();
      return new IParamLabelRenderer() {
        @Override
        public Ansi.Text renderParameterLabel(
            ArgSpec argument, Ansi ansi, List<Ansi.IStyle> styles) {
          return standard.renderParameterLabel(
              argument instanceof OptionSpec option
                  ? OptionSpec.builder(option).paramLabel(labelOf(option)).build()
                  : argument,
              ansi,
              styles);
        }

        @Override
        public String separator() {
          return standard.separator();
        }
      };
    }
  }
}
