package io.longhaul.load.plan.load;

import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.load.plan.check.Problems;

/**
 * One stage of a {@link RateCurve}.
 *
 * @param shape how the rate changes during the stage
 * @param fromPerSecond the rate at the start; the lowest rate of a wave
 * @param toPerSecond the rate at the end; the highest rate of a wave
 * @param periodNanos the period of a wave, which starts and ends at its lowest rate; 0 for a line
 * @param durationNanos the duration of the stage; {@link #WITHOUT_END} only for the last stage,
 *     with a constant rate
 */
public record RateStage(
    Shape shape, double fromPerSecond, double toPerSecond, long periodNanos, long durationNanos) {

  /** The duration of a stage that lasts until the end of the phase. */
  public static final long WITHOUT_END = Long.MAX_VALUE;

  private static final double NANOS_PER_SECOND = 1e9;

  /** How the rate changes during a stage. */
  public enum Shape implements Keyword {
    /** Linear, or constant if both ends are equal. */
    LINE,
    /** {@code middle - amplitude * cos(2 pi t / period)}. */
    WAVE
  }

  /** Returns a stage with a constant rate. */
  public static RateStage level(double perSecond, long durationNanos) {
    return line(perSecond, perSecond, durationNanos);
  }

  /** Returns a stage with a rate that changes linearly. */
  public static RateStage line(double fromPerSecond, double toPerSecond, long durationNanos) {
    return new RateStage(Shape.LINE, fromPerSecond, toPerSecond, 0, durationNanos);
  }

  /** Returns a stage with a sinusoidal rate that starts at its lowest value. */
  public static RateStage wave(
      double lowestPerSecond, double highestPerSecond, long periodNanos, long durationNanos) {
    return new RateStage(Shape.WAVE, lowestPerSecond, highestPerSecond, periodNanos, durationNanos);
  }

  /** Returns whether the rate is constant. */
  public boolean isLevel() {
    return shape == Shape.LINE && fromPerSecond == toPerSecond;
  }

  /** Returns the expected number of arrivals in this time since the start of the stage. */
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

  /** Returns the rate at this time since the start of the stage. */
  public double perSecondAt(double nanos) {
    if (shape == Shape.LINE) {
      return isLevel()
          ? fromPerSecond
          : fromPerSecond + (toPerSecond - fromPerSecond) * (nanos / durationNanos);
    }
    return middle() - amplitude() * StrictMath.cos(2 * StrictMath.PI * nanos / periodNanos);
  }

  /** Returns the expected number of arrivals in the whole stage. */
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
      problems.add(
          "Invalid " + of + "stage of rates: it changes without an end (set its duration)");
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
