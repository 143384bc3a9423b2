package io.longhaul.metrics.stability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A change of the level of a short series, such as one figure of successive runs.
 *
 * <p>The series is split where the means before and after explain most of its variance, if that is
 * significant and matters; then its parts are split in the same way (binary segmentation,
 * Vostrikova 1981). The statistic is the greatest two-sample t over all places (Hawkins 1977); its
 * significance comes from random permutations of the values (Antoch and Hušková 2001), so that no
 * distribution of the values is assumed.
 *
 * @param index first value after the change
 * @param before mean of the values since the change before
 * @param after mean of the values until the next change
 * @param p probability of a change that is at least as clear in a series without one
 */
public record ChangePoint(int index, double before, double after, double p) {
  /** With fewer values, no change can be significant. */
  public static final int FEWEST_VALUES = 10;

  /** A change is significant if it is less probable than this in a series without one. */
  public static final double SIGNIFICANCE = 0.01;

  /** A single value is an outlier, not a level. */
  private static final int SHORTEST_PART = 2;

  private static final int PERMUTATIONS = 4_999;

  /** Equal sums differ by rounding. */
  private static final double ROUNDING = 1e-9;

  /** A split of a part of the series. */
  private record Split(int index, double p) {}

  /**
   * Finds the changes of a series.
   *
   * @param values finite, in order of time
   * @param effect the least change that matters
   * @return in order of time
   */
  public static List<ChangePoint> in(double[] values, MinimumEffect effect) {
    List<Split> splits = new ArrayList<>();
    split(values, 0, values.length, effect, splits);
    List<ChangePoint> changes = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      int from = i == 0 ? 0 : splits.get(i - 1).index();
      int at = splits.get(i).index();
      int until = i + 1 < splits.size() ? splits.get(i + 1).index() : values.length;
      changes.add(
          new ChangePoint(at, mean(values, from, at), mean(values, at, until), splits.get(i).p()));
    }
    return changes;
  }

  /** Adds the splits of a part of the series in order. */
  private static void split(
      double[] values, int from, int until, MinimumEffect effect, List<Split> splits) {
    if (until - from < FEWEST_VALUES) {
      return;
    }
    double[] deviations = Arrays.copyOfRange(values, from, until);
    double mean = mean(values, from, until);
    Arrays.setAll(deviations, i -> deviations[i] - mean);
    int at = best(deviations);
    double p = probability(deviations, explained(deviations, at));
    double difference = mean(values, from + at, until) - mean(values, from, from + at);
    if (p < SIGNIFICANCE && Math.abs(difference) >= effect.of(mean)) {
      split(values, from, from + at, effect, splits);
      splits.add(new Split(from + at, p));
      split(values, from + at, until, effect, splits);
    }
  }

  private static double mean(double[] values, int from, int until) {
    return Arrays.stream(values, from, until).average().orElseThrow();
  }

  /** Returns the place with the greatest explained sum of squares, of equal ones the first. */
  private static int best(double[] deviations) {
    int best = SHORTEST_PART;
    double greatest = -1;
    double sum = 0;
    for (int i = 1; i <= deviations.length - SHORTEST_PART; i++) {
      sum += deviations[i - 1];
      double explained = explained(sum, i, deviations.length);
      if (i >= SHORTEST_PART && explained > greatest) {
        greatest = explained;
        best = i;
      }
    }
    return best;
  }

  private static double explained(double[] deviations, int at) {
    return explained(Arrays.stream(deviations, 0, at).sum(), at, deviations.length);
  }

  /**
   * Returns the sum of squares that the two means explain. For a given variance of the series, it
   * grows with the t of their difference.
   *
   * @param sum of the deviations before the place
   */
  private static double explained(double sum, int before, int size) {
    return sum * sum * size / ((double) before * (size - before));
  }

  /** Returns how probable an explained sum of squares of this size is in permuted values. */
  private static double probability(double[] deviations, double explained) {
    double squares = Arrays.stream(deviations).map(each -> each * each).sum();
    double reached = explained - ROUNDING * squares;
    SplittableRandom random = new SplittableRandom(deviations.length);
    double[] permuted = deviations.clone();
    int asGreat = 0;
    for (int i = 0; i < PERMUTATIONS; i++) {
      for (int last = permuted.length - 1; last > 0; last--) {
        int other = random.nextInt(last + 1);
        double value = permuted[last];
        permuted[last] = permuted[other];
        permuted[other] = value;
      }
      asGreat += explained(permuted, best(permuted)) >= reached ? 1 : 0;
    }
    return (1.0 + asGreat) / (1.0 + PERMUTATIONS);
  }
}
