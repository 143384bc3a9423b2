package io.longhaul.load.schedule;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.SeededRandom;

/**
 * A Poisson process: gaps are exponential, {@code -ln(U) / rate} with U uniform between 0 and 1.
 *
 * <p>Gaps are summed in units of the mean gap and scaled at the end, so rounding to nanoseconds is
 * never summed. Two phases, or two seeds, draw from different streams.
 */
final class PoissonRate implements ArrivalSchedule {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double nanosPerMeanGap;
  private final SeededRandom random;
  private double meanGapsPassed;

  PoissonRate(double perSecond, long seed, LoadPhase phase) {
    this.nanosPerMeanGap = NANOS_PER_SECOND / perSecond;
    this.random = SeededRandom.named(seed, "arrivals." + phase.word());
  }

  @Override
  public long nextArrivalNanos() {
    meanGapsPassed -= StrictMath.log(random.nextUnit());
    return StrictMath.round(meanGapsPassed * nanosPerMeanGap);
  }
}
