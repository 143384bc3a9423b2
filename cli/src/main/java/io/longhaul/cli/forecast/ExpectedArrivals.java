package io.longhaul.cli.forecast;

import io.longhaul.load.plan.RateCurve;
import io.longhaul.load.plan.RateStage;

/** How many arrivals a curve of rates lets expect, and when. */
final class ExpectedArrivals {
  /** Halvings of a time that is looked for: more exact than a nanosecond is nothing. */
  private static final int HALVINGS = 100;

  private final RateCurve curve;

  ExpectedArrivals(RateCurve curve) {
    this.curve = curve;
  }

  /** From the start until so many nanoseconds later. */
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
   * When so many have arrived, in nanoseconds after the start.
   *
   * @param latestNanos when they have arrived for certain
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
