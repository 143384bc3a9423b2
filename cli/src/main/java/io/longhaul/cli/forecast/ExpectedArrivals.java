package io.longhaul.cli.forecast;

import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;

/** Expected number of arrivals of a rate curve over time. */
final class ExpectedArrivals {
  /** Bisection steps when searching for a time; enough for nanosecond precision. */
  private static final int HALVINGS = 100;

  private final RateCurve curve;

  ExpectedArrivals(RateCurve curve) {
    this.curve = curve;
  }

  /** Returns the expected number of arrivals in the first given nanoseconds. */
  double until(double nanos) {
    double left = nanos;
    double arrivals = 0;
    if (curve.repeats()) {
      double roundNanos =
          (double) curve.stages().stream().mapToLong(RateStage::durationNanos).sum();
      double rounds = Math.floor(nanos / roundNanos);
      arrivals = rounds * curve.stages().stream().mapToDouble(RateStage::expected).sum();
      left -= rounds * roundNanos;
    }
    for (RateStage stage : curve.stages()) {
      double part = Math.min(left, (double) stage.durationNanos());
      arrivals += stage.expectedIn(part);
      left -= part;
    }
    return arrivals;
  }

  /**
   * Returns the time at which a number of arrivals is expected, in nanoseconds after the start.
   *
   * @param latestNanos upper bound of the result
   */
  long nanosUntil(double count, long latestNanos) {
    double early = 0;
    double late = (double) latestNanos;
    for (int halving = 0; halving < HALVINGS; halving++) {
      double middle = (early + late) / 2;
      if (until(middle) < count) {
        early = middle;
      } else {
        late = middle;
      }
    }
    return Math.round(late);
  }
}
