package io.longhaul.metrics;

import org.jspecify.annotations.Nullable;

/** Computes the energy that GPUs consumed. */
public final class GpuJoules {
  private static final double NANOS = 1e9;

  private GpuJoules() {}

  /**
   * Returns the growth of the energy counter or, without a counter, mean power times duration.
   *
   * @param grownNanojoules growth of the counter; null without a counter
   * @param meanWatts mean power; NaN if it is unknown
   * @return joules; NaN if neither is known
   */
  public static double of(@Nullable Long grownNanojoules, double meanWatts, long durationNanos) {
    return grownNanojoules != null ? grownNanojoules / NANOS : meanWatts * (durationNanos / NANOS);
  }

  /** Returns the energy per token; null if the energy is unknown or there are no tokens. */
  public static @Nullable Double perToken(@Nullable Double joules, long tokens) {
    return joules == null || tokens == 0 ? null : (Double) (joules / tokens);
  }
}
