package io.longhaul.metrics.sweep;

import java.util.Arrays;
import java.util.Optional;

/**
 * Statistics of a curve over a window, each height weighted by its duration. A percentile is the
 * minimum height at or below which the curve was for at least that fraction of the time, without
 * interpolation.
 *
 * @param avg in display units, like all values
 * @param std of the population
 */
public record TimeWeighted(
    double avg,
    double min,
    double max,
    double p50,
    double p90,
    double p95,
    double p99,
    double std) {

  /** The statistics of a curve that is always 0, and of an empty window. */
  static final TimeWeighted NOTHING = new TimeWeighted(0, 0, 0, 0, 0, 0, 0, 0);

  /**
   * Returns the statistics over the whole window.
   *
   * @param storedPerDisplay stored units in one display unit
   */
  static TimeWeighted over(StepCurve curve, long from, long to, long storedPerDisplay) {
    return of(Segments.of(curve, 0, from, to), storedPerDisplay);
  }

  /** Returns the statistics over the parts of the window in which the mask is above 0. */
  static TimeWeighted whileAbove(
      StepCurve mask, StepCurve curve, long from, long to, long storedPerDisplay) {
    StepCurve marked =
        curve.combined(mask, (height, active) -> active > 0 ? height : Segments.EXCLUDED);
    return of(Segments.of(marked, Segments.EXCLUDED, from, to), storedPerDisplay);
  }

  private static TimeWeighted of(Optional<Segments> stretches, long unit) {
    if (stretches.isEmpty()) {
      return NOTHING;
    }
    Segments segments = stretches.get();
    double mean = segments.mean();
    return new TimeWeighted(
        mean / unit,
        (double) segments.min() / unit,
        (double) segments.max() / unit,
        (double) segments.percentile(50) / unit,
        (double) segments.percentile(90) / unit,
        (double) segments.percentile(95) / unit,
        (double) segments.percentile(99) / unit,
        segments.standardDeviation(mean) / unit);
  }

  /**
   * The duration of each height.
   *
   * @param heights distinct, ascending
   * @param nanos duration of each height, never 0
   * @param total sum of the durations
   */
  @SuppressWarnings("ArrayRecordComponent") // Lives within one computation; never compared.
  private record Segments(long[] heights, long[] nanos, long total) {
    /** Marks a part of the window that does not count. */
    static final long EXCLUDED = Long.MIN_VALUE;

    /**
     * @param before the height before the first step
     */
    static Optional<Segments> of(StepCurve curve, long before, long from, long to) {
      if (to <= from) {
        return Optional.empty();
      }
      int next = curve.firstStepAfter(from);
      int last = curve.firstStepAfter(to - 1);
      long[] held = new long[last - next + 1];
      long[] lengths = new long[held.length];
      long at = from;
      int n = 0;
      for (int step = next; step <= last; step++) {
        long until = step < last ? curve.timeOf(step) : to;
        long height = step == 0 ? before : curve.heightOf(step - 1);
        if (height != EXCLUDED) {
          held[n] = height;
          lengths[n] = until - at;
          n++;
        }
        at = until;
      }
      return n == 0 ? Optional.empty() : Optional.of(added(Arrays.copyOf(held, n), lengths));
    }

    private static Segments added(long[] held, long[] lengths) {
      long[] heights = StepCurve.distinct(held.clone());
      long[] nanos = new long[heights.length];
      long total = 0;
      for (int i = 0; i < held.length; i++) {
        nanos[Arrays.binarySearch(heights, held[i])] += lengths[i];
        total += lengths[i];
      }
      return new Segments(heights, nanos, total);
    }

    long min() {
      return heights[0];
    }

    long max() {
      return heights[heights.length - 1];
    }

    double mean() {
      double sum = 0;
      for (int i = 0; i < heights.length; i++) {
        sum += (double) heights[i] * nanos[i];
      }
      return sum / total;
    }

    double standardDeviation(double mean) {
      double squares = 0;
      for (int i = 0; i < heights.length; i++) {
        squares += nanos[i] * (heights[i] - mean) * (heights[i] - mean);
      }
      return Math.sqrt(squares / total);
    }

    long percentile(int percent) {
      long covered = 0;
      for (int i = 0; i < heights.length; i++) {
        covered += nanos[i];
        if (100 * covered >= percent * total) {
          return heights[i];
        }
      }
      return max();
    }
  }
}
