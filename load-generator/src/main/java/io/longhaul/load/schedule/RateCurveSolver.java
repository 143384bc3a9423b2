package io.longhaul.load.schedule;

import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;

/**
 * Computes the time at which a rate curve has produced an expected number of arrivals: the inverse
 * of the curve's integral.
 */
final class RateCurveSolver {
  private static final double NANOS_PER_SECOND = 1e9;

  /** The precision of solutions on a wave, finer than a timestamp. */
  private static final double SOLVED_NANOS = 0.25;

  private final RateCurve curve;
  private int stageIndex;
  private RateStage stage;
  private double expectedInStage;
  private double expectedBefore;
  private long stageStartNanos;

  RateCurveSolver(RateCurve curve) {
    this.curve = curve;
    enter(0);
  }

  /**
   * Returns the time at which this number of arrivals is expected, in nanoseconds since the start
   * of the curve, or {@link ArrivalSchedule#NEVER}.
   *
   * @param expected not smaller than in the previous call
   */
  long nanosUntil(double expected) {
    while (expected - expectedBefore > expectedInStage) {
      boolean isLast = stageIndex == curve.stages().size() - 1;
      if (isLast && !curve.repeats()) {
        return ArrivalSchedule.NEVER;
      }
      expectedBefore += expectedInStage;
      stageStartNanos += stage.durationNanos();
      enter(isLast ? 0 : stageIndex + 1);
    }
    return stageStartNanos + StrictMath.round(nanosInStage(expected - expectedBefore));
  }

  private void enter(int index) {
    stageIndex = index;
    stage = curve.stages().get(index);
    expectedInStage = stage.expected();
  }

  private double nanosInStage(double expected) {
    if (stage.isLevel()) {
      return expected * NANOS_PER_SECOND / stage.fromPerSecond();
    }
    double nanos =
        stage.shape() == RateStage.Shape.LINE ? nanosOnLine(expected) : nanosOnWave(expected);
    return Math.min(nanos, (double) stage.durationNanos());
  }

  /** Solves {@code from * t + rise / 2 * t² = expected}, in the form without cancellation. */
  private double nanosOnLine(double expected) {
    double risePerSecond =
        (stage.toPerSecond() - stage.fromPerSecond()) / (stage.durationNanos() / NANOS_PER_SECOND);
    double from = stage.fromPerSecond();
    double root = StrictMath.sqrt(Math.max(0, from * from + 2 * risePerSecond * expected));
    return from + root == 0 ? 0 : 2 * expected / (from + root) * NANOS_PER_SECOND;
  }

  /** Uses Newton's method, with bisection where a step would leave the bracketing interval. */
  private double nanosOnWave(double expected) {
    double low = 0;
    double high = stage.durationNanos();
    double nanos = high * expected / expectedInStage;
    while (high - low > SOLVED_NANOS) {
      double above = stage.expectedIn(nanos) - expected;
      if (above > 0) {
        high = nanos;
      } else {
        low = nanos;
      }
      double step = above / stage.perSecondAt(nanos) * NANOS_PER_SECOND;
      double next = nanos - step;
      if (Math.abs(step) < SOLVED_NANOS) {
        return Math.max(low, Math.min(high, next));
      }
      nanos = next > low && next < high ? next : (low + high) / 2;
    }
    return nanos;
  }
}
