package io.longhaul.metrics;

import java.math.BigDecimal;

/** Parses the name of a metric and a bound, as in the condition {@code time_to_first_token:100}. */
public interface MetricParser {
  /** Limits bounds, since the short text 1e999999999 stands for a gigabyte of digits. */
  int MAX_DIGITS = 30;

  /** Parses the format of files: tags, and plain numbers in display units. */
  MetricParser OF_FILES =
      name ->
          Metric.ofTag(name)
              .orElseThrow(() -> new IllegalArgumentException("there is no metric " + name));

  /**
   * Returns the metric of this name.
   *
   * @throws IllegalArgumentException if there is no such metric, or this run does not have it; the
   *     message says what would be valid, or why
   */
  Metric metric(String name);

  /**
   * Returns a bound in the display unit of its metric.
   *
   * @throws IllegalArgumentException if the text is not a number; the message says what is valid
   */
  default BigDecimal bound(Metric metric, String text) {
    try {
      BigDecimal bound = new BigDecimal(text);
      if (bound.precision() <= MAX_DIGITS && Math.abs(bound.scale()) <= MAX_DIGITS) {
        return bound;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number of too many digits
    }
    throw new IllegalArgumentException("a number instead of " + text);
  }
}
