package io.longhaul.metrics.stats;

import java.util.OptionalLong;

/**
 * Rates, percentages and fractions in units of 10^-6, rounded half-even once; empty if the divisor
 * is 0.
 */
public final class Rates {
  /** Stored units in 1. */
  public static final long SCALE = 1_000_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private Rates() {}

  /** Returns {@code total / window} in 10^-6 per second. */
  public static OptionalLong perSecond(long total, long windowNanos) {
    return ratio(total, SCALE * NANOS_PER_SECOND, windowNanos);
  }

  /** Returns {@code 100 · part / whole} in 10^-6 percent. */
  public static OptionalLong percent(long part, long whole) {
    return ratio(part, 100 * SCALE, whole);
  }

  /** Returns {@code part / whole} in 10^-6. */
  public static OptionalLong fraction(long part, long whole) {
    return ratio(part, SCALE, whole);
  }

  private static OptionalLong ratio(long numerator, long scale, long denominator) {
    return denominator <= 0
        ? OptionalLong.empty()
        : OptionalLong.of(FixedPoint.scaledRatio(numerator, scale, denominator));
  }
}
