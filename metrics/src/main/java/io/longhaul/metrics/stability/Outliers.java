package io.longhaul.metrics.stability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Single slices that are far from their neighbours, by a Hampel filter: more than {@link
 * #MAX_DEVIATIONS} robust standard deviations from the median of the {@link #WINDOW} slices around
 * them. A median follows a level shift at once, so a shift is not an outlier.
 */
final class Outliers {
  /** Number of slices in a window; odd. */
  static final int WINDOW = 31;

  static final double MAX_DEVIATIONS = 6;

  /** Standard deviations per median absolute deviation of a normal distribution. */
  private static final double MAD_TO_DEVIATION = 1.4826;

  private final List<Integer> slices = new ArrayList<>();
  private final double[] clipped;

  private Outliers(double[] values) {
    this.clipped = values.clone();
  }

  /**
   * Finds the outliers.
   *
   * @param values one per slice; NaN for a gap
   */
  static Outliers of(double[] values) {
    Outliers outliers = new Outliers(values);
    for (int slice = 0; slice < values.length; slice++) {
      if (!Double.isNaN(values[slice])) {
        outliers.judge(values, slice);
      }
    }
    return outliers;
  }

  private void judge(double[] values, int slice) {
    int from = Math.max(0, slice - WINDOW / 2);
    int to = Math.min(values.length, slice + WINDOW / 2 + 1);
    double[] around =
        Arrays.stream(values, from, to).filter(value -> !Double.isNaN(value)).sorted().toArray();
    double median = median(around);
    double[] distances = Arrays.stream(around).map(value -> Math.abs(value - median)).toArray();
    Arrays.sort(distances);
    double limit = MAX_DEVIATIONS * MAD_TO_DEVIATION * median(distances);
    double distance = values[slice] - median;
    // A window of equal values has no scale to judge by, such as an error rate of 0.
    if (limit > 0 && Math.abs(distance) > limit) {
      slices.add(slice);
      clipped[slice] = median + Math.copySign(limit, distance);
    }
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Returns the indices of the outliers, in order. */
  List<Integer> slices() {
    return List.copyOf(slices);
  }

  /** Returns the values, with outliers moved to the limit. */
  double[] clipped() {
    return clipped;
  }
}
