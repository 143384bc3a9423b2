package io.longhaul.cli.api;

import io.longhaul.metrics.MetricUnit;

/**
 * The unit of a metric in Prometheus, where times are in seconds.
 *
 * @param suffix end of the metric's name, such as {@code seconds}
 * @param storedPerUnit stored units of the metric in one of these units
 */
record BaseUnit(String suffix, double storedPerUnit) {
  private static final String SECONDS = "seconds";

  /**
   * Returns the unit in Prometheus.
   *
   * @throws IllegalArgumentException if no metric of a slice with a distribution has this unit
   */
  static BaseUnit of(MetricUnit unit) {
    return switch (unit) {
      case TIME -> new BaseUnit(SECONDS, 1e9);
      case AVERAGED_TIME -> new BaseUnit(SECONDS, 1e12);
      case TOKENS -> new BaseUnit("tokens", 1);
      case TOKENS_PER_SECOND_PER_USER -> new BaseUnit("tokens_per_second", 1e6);
      default -> throw new IllegalArgumentException("Slices have no distribution in " + unit);
    };
  }

  boolean isTime() {
    return suffix.equals(SECONDS);
  }

  /** Returns a stored value in this unit. */
  double of(double stored) {
    return stored / storedPerUnit;
  }
}
