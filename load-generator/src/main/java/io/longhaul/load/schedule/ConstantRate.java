package io.longhaul.load.schedule;

/**
 * Arrival <i>k</i> = 1, 2, … at <i>k</i> / rate: computed anew each time, so that nothing drifts.
 */
final class ConstantRate implements ArrivalSchedule {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double perSecond;
  private long arrivals;

  ConstantRate(double perSecond) {
    this.perSecond = perSecond;
  }

  @Override
  public long nextArrivalNanos() {
    arrivals++;
    return StrictMath.round(arrivals * NANOS_PER_SECOND / perSecond);
  }
}
