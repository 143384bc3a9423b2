package io.longhaul.metrics.sweep;

import io.longhaul.metrics.stats.DistributionSummary;
import java.util.Arrays;
import java.util.Set;

/**
 * Statistics of a curve over a window, each height weighted by its duration; the standard deviation
 * is that of the population. There are no count, no sum and only four percentiles, as in AIPerf.
 */
final class TimeWeighted {
  private static final Set<Double> PERCENTILES = Set.of(50.0, 90.0, 95.0, 99.0);

  private TimeWeighted() {}

  /**
   * Returns the statistics over the whole window; all are 0 if it is empty.
   *
   * @param storedPerDisplay stored units in one display unit
   */
  static DistributionSummary over(StepCurve curve, long from, long to, long storedPerDisplay) {
    return of(Segments.of(curve, 0, from, to), (double) storedPerDisplay);
  }

  /** Returns a curve of which only the parts count in which the mask is above 0. */
  static StepCurve whileAbove(StepCurve mask, StepCurve curve) {
    return curve.combined(mask, (height, active) -> active > 0 ? height : Segments.EXCLUDED);
  }

  /** Returns the statistics over the parts of the window that count. */
  static DistributionSummary overMarked(
      StepCurve marked, long from, long to, long storedPerDisplay) {
    return of(Segments.of(marked, Segments.EXCLUDED, from, to), (double) storedPerDisplay);
  }

  private static DistributionSummary of(Segments segments, double unit) {
    double mean = segments.mean();
    return DistributionSummary.of(
        DistributionSummary.Method.TIME_WEIGHTED,
        0,
        mean / unit,
        segments.min() / unit,
        segments.max() / unit,
        Double.NaN,
        segments.standardDeviation(mean) / unit,
        q -> PERCENTILES.contains(q) ? segments.percentile((int) q) / unit : Double.NaN);
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

    /** A curve that is always 0, which also stands for an empty window. */
    private static final Segments NOTHING = new Segments(new long[] {0}, new long[] {1}, 1);

    /**
     * @param before the height before the first step
     */
    static Segments of(StepCurve curve, long before, long from, long to) {
      if (to <= from) {
        return NOTHING;
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
      return n == 0 ? NOTHING : added(held, lengths, n);
    }

    /** Adds the durations of equal heights; overwrites the given arrays. */
    private static Segments added(long[] held, long[] lengths, int size) {
      PairSort.sort(held, lengths, size);
      int n = 0;
      long total = 0;
      for (int i = 0; i < size; i++) {
        total += lengths[i];
        if (n > 0 && held[n - 1] == held[i]) {
          lengths[n - 1] += lengths[i];
        } else {
          held[n] = held[i];
          lengths[n] = lengths[i];
          n++;
        }
      }
      return new Segments(Arrays.copyOf(held, n), Arrays.copyOf(lengths, n), total);
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
