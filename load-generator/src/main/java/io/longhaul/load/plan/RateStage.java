package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;

/**
 * One stretch of a {@link RateCurve}: how many requests arrive per second while it lasts.
 *
 * @param shape how the rate runs
 * @param fromPerSecond the rate at the beginning; of a wave, its lowest
 * @param toPerSecond the rate at the end; of a wave, its highest
 * @param periodNanos length of one wave, which begins and ends at its lowest; 0 for a line
 * @param durationNanos how long the stage lasts; {@link #WITHOUT_END} only for the last one, at a
 *     rate that stays
 */
public record RateStage(
    Shape shape, double fromPerSecond, double toPerSecond, long periodNanos, long durationNanos) {

  /** A stage that lasts as long as the phase does. */
  public static final long WITHOUT_END = Long.MAX_VALUE;

  private static final double NANOS_PER_SECOND = 1e9;

  /** How a rate runs from one end of its stage to the other. */
  public enum Shape implements Keyword {
    /** Straight; level when both ends are alike. */
    LINE,
    /** {@code middle - amplitude * cos(2 pi t / period)}. */
    WAVE
  }

  /** A rate that stays for this long. */
  public static RateStage level(double perSecond, long durationNanos) {
    return line(perSecond, perSecond, durationNanos);
  }

  /** A rate that rises or falls evenly. */
  public static RateStage line(double fromPerSecond, double toPerSecond, long durationNanos) {
    return new RateStage(Shape.LINE, fromPerSecond, toPerSecond, 0, durationNanos);
  }

  /** A rate that goes up and down as a sinusoid, from its lowest. */
  public static RateStage wave(
      double lowestPerSecond, double highestPerSecond, long periodNanos, long durationNanos) {
    return new RateStage(Shape.WAVE, lowestPerSecond, highestPerSecond, periodNanos, durationNanos);
  }

  /** Whether it is a line of one rate. */
  public boolean isLevel() {
    return shape == Shape.LINE && fromPerSecond == toPerSecond;
  }

  /** Arrivals to expect from the stage's beginning until so many nanoseconds later. */
  public double expectedIn(double nanos) {
    double seconds = nanos / NANOS_PER_SECOND;
    if (shape == Shape.LINE) {
      double risePerSecond = (toPerSecond - fromPerSecond) / (durationNanos / NANOS_PER_SECOND);
      return isLevel()
          ? fromPerSecond * seconds
          : (fromPerSecond + risePerSecond * seconds / 2) * seconds;
    }
    double radiansPerSecond = 2 * StrictMath.PI * NANOS_PER_SECOND / periodNanos;
    return middle() * seconds
        - amplitude() / radiansPerSecond * StrictMath.sin(radiansPerSecond * seconds);
  }

  /** Arrivals per second at so many nanoseconds after the stage's beginning. */
  public double perSecondAt(double nanos) {
    if (shape == Shape.LINE) {
      return isLevel()
          ? fromPerSecond
          : fromPerSecond + (toPerSecond - fromPerSecond) * (nanos / durationNanos);
    }
    return middle() - amplitude() * StrictMath.cos(2 * StrictMath.PI * nanos / periodNanos);
  }

  /** Arrivals to expect of the whole stage. */
  public double expected() {
    return durationNanos == WITHOUT_END
        ? Double.POSITIVE_INFINITY
        : expectedIn((double) durationNanos);
  }

  private double middle() {
    return (fromPerSecond + toPerSecond) / 2;
  }

  private double amplitude() {
    return (toPerSecond - fromPerSecond) / 2;
  }

  void check(String of, Problems problems) {
    boolean areRates = isRate(fromPerSecond) && isRate(toPerSecond);
    if (!areRates) {
      problems.invalid(
          of + "request rate", fromPerSecond + " to " + toPerSecond, "0 or more per second");
    }
    problems.requirePositive(of + "stage of rates", durationNanos, "ns");
    if (durationNanos == WITHOUT_END && !isLevel()) {
      problems.add("Invalid " + of + "stage of rates: it changes for ever (give it a duration)");
    }
    if (shape == Shape.WAVE && !(periodNanos > 0 && fromPerSecond <= toPerSecond)) {
      problems.invalid(
          of + "wave of rates",
          fromPerSecond + " to " + toPerSecond + " in " + periodNanos + " ns",
          "from the lowest to the highest rate in more than 0 ns");
    }
  }

  private static boolean isRate(double perSecond) {
    return perSecond >= 0 && Double.isFinite(perSecond);
  }
}
