package io.longhaul.metrics;

import java.math.BigDecimal;

/**
 * Reads the name of a metric, and a bound of it, as conditions such as {@code
 * time_to_first_token:100} have them.
 */
public interface MetricParser {
  /** A number such as 1e999999999 is a short text and a gigabyte of digits. */
  int MOST_DIGITS = 30;

  /** Reads what files contain: tags, and plain numbers in display units. */
  MetricParser OF_FILES =
      name ->
          Metric.ofTag(name)
              .orElseThrow(() -> new IllegalArgumentException("there is no metric " + name));

  /**
   * The metric of this name.
   *
   * @throws IllegalArgumentException with what would be right, or the reason why this run does not
   *     have the metric
   */
  Metric metric(String name);

  /**
   * A bound in the display unit of its metric.
   *
   * @throws IllegalArgumentException with what would be right
   */
  default BigDecimal bound(Metric metric, String text) {
    try {
      BigDecimal bound = new BigDecimal(text);
      if (bound.precision() <= MOST_DIGITS && Math.abs(bound.scale()) <= MOST_DIGITS) {
        return bound;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number of too many digits
    }
    throw new IllegalArgumentException("a number instead of " + text);
  }
}
