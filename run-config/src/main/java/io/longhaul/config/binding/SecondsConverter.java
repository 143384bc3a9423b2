package io.longhaul.config.binding;

import java.math.RoundingMode;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a duration; a plain number is in seconds. */
public final class SecondsConverter implements ITypeConverter<Duration> {
  static final String WANTED = "seconds, " + Quantities.DURATION_UNITS;

  @Override
  public Duration convert(String typed) {
    return Quantities.nanos(typed, Quantities.NANOS_PER_SECOND)
        .filter(nanos -> nanos.signum() >= 0 && nanos.compareTo(OptionValue.MOST_NANOS) < 0)
        .map(nanos -> Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_EVEN).longValueExact()))
        .orElseThrow(() -> new TypeConversionException(WANTED));
  }
}
