package io.longhaul.metrics.stats;

import java.util.OptionalLong;

/**
 * Totals over a window, in 10^-6 units, rounded half-even once; nothing divided by 0 is no rate.
 */
public final class Rates {
  /** How many stored units make 1 of what a rate counts. */
  public static final long SCALE = 1_000_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private Rates() {}

  /** {@code total / window} in 10^-6 per second. */
  public static OptionalLong perSecond(long total, long windowNanos) {
    return windowNanos <= 0
        ? OptionalLong.empty()
        : OptionalLong.of(FixedPoint.scaledRatio(total, SCALE * NANOS_PER_SECOND, windowNanos));
  }

  /** {@code 100 · part / whole} in 10^-6 percent. */
  public static OptionalLong percent(long part, long whole) {
    return whole <= 0
        ? OptionalLong.empty()
        : OptionalLong.of(FixedPoint.scaledRatio(part, 100 * SCALE, whole));
  }

  /** {@code part / whole} in 10^-6. */
  public static OptionalLong fraction(long part, long whole) {
    return whole <= 0
        ? OptionalLong.empty()
        : OptionalLong.of(FixedPoint.scaledRatio(part, SCALE, whole));
  }
}
