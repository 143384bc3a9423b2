package io.longhaul.metrics.stability;

import java.util.Arrays;
import java.util.List;

/**
 * Converts values to scores that are about standard normal while the figure stays as it was in a
 * reference: five quantiles of the reference are mapped to those of the normal distribution, with
 * straight lines between them. Beyond them, the distance of a further deviation grows as that of
 * the last two quantiles does. So skewed and heavy-tailed figures raise few more alarms than normal
 * ones. Scores far from the line through those of the reference are clipped.
 */
final class NormalScores {
  private static final double[] PROBABILITIES = {0.0228, 0.1587, 0.5, 0.8413, 0.9772};
  private static final double[] DEVIATIONS = {-4, -3, -2, -1, 0, 1, 2, 3, 4};
  private static final double[] SHARES = {0.1587, 0.3413, 0.3413, 0.1587};
  private static final int MIDDLE = 4;
  private static final double MOST_GROWTH = 2;

  /** A deviation is at least this share of the least effect. */
  private static final double LEAST_DEVIATION = 0.25;

  /** Share of the mean distance of two quantiles that each distance has. */
  private static final double LEAST_WIDTH = 0.5;

  /** Figures that mostly have one value, such as an error rate of 0, have little variance. */
  /** A smaller share of counts has no deviations to compare with. */
  private static final double SMALL_SHARE_OF_EFFECT = 0.1;

  private static final double LEAST_SPREAD = 0.75;

  /** Number of values from which on a line is fitted instead of a level. */
  static final int LEAST_FOR_LINE = 30;

  private final double[] knots;
  private final double intercept;
  private final double slope;
  private final double spread;
  private final double autocorrelation;

  private NormalScores(
      double[] knots, double intercept, double slope, double spread, double autocorrelation) {
    this.knots = knots;
    this.intercept = intercept;
    this.slope = slope;
    this.spread = spread;
    this.autocorrelation = autocorrelation;
  }

  /**
   * Fits the scores to a reference.
   *
   * @param reference at least {@link #LEAST_FOR_LINE} values, in order of time
   * @param first position of the first one
   */
  static NormalScores of(double[] reference, long first, MinimumEffect effect) {
    double[] sorted = reference.clone();
    Arrays.sort(sorted);
    double[] quantiles = new double[PROBABILITIES.length];
    Arrays.setAll(quantiles, i -> quantile(sorted, PROBABILITIES[i]));
    double[] knots = knots(quantiles, effect);
    double[] scores = new double[reference.length];
    Arrays.setAll(scores, i -> raw(knots, reference[i]));
    double[] level = new double[scores.length];
    double[] time = new double[scores.length];
    double middle = (scores.length - 1) / 2.0;
    Arrays.fill(level, 1);
    Arrays.setAll(time, i -> i - middle);
    LeastSquares line = LeastSquares.of(scores, List.of(level, time));
    double[] fitted = line.coefficients();
    double r = Autocorrelation.ofNeighbours(line.residuals(), fitted.length);
    return new NormalScores(
        knots,
        fitted[0] - fitted[1] * (first + middle),
        fitted[1],
        Math.max(LEAST_SPREAD, Math.sqrt(line.squares() / (scores.length - fitted.length))),
        r);
  }

  private static double[] knots(double[] quantiles, MinimumEffect effect) {
    int last = quantiles.length - 1;
    double middle = quantiles[last / 2];
    double greatest = Math.max(Math.abs(quantiles[0]), Math.abs(quantiles[last]));
    double least =
        Math.max(
            Math.max(
                LEAST_WIDTH * (quantiles[last] - quantiles[0]) / last,
                LEAST_DEVIATION * effect.of(middle)),
            Math.max(Double.MIN_NORMAL, Math.ulp(greatest)));
    double[] knots = new double[DEVIATIONS.length];
    knots[MIDDLE] = middle;
    for (int side = -1; side <= 1; side += 2) {
      double width = 0;
      double growth = 1;
      for (int i = 1; i <= MIDDLE; i++) {
        double before = knots[MIDDLE + side * (i - 1)];
        if (i <= last / 2) {
          double wider = Math.max(least, side * (quantiles[last / 2 + side * i] - before));
          growth = i == 1 ? 1 : Math.max(1, Math.min(MOST_GROWTH, wider / width));
          width = wider;
        } else {
          width *= growth;
        }
        knots[MIDDLE + side * i] = before + side * width;
      }
    }
    return knots;
  }

  private static double quantile(double[] sorted, double probability) {
    double rank = probability * (sorted.length - 1);
    int below = (int) rank;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
  }

  private static double raw(double[] knots, double value) {
    int segment = 0;
    while (segment < knots.length - 2 && value > knots[segment + 1]) {
      segment++;
    }
    double share = (value - knots[segment]) / (knots[segment + 1] - knots[segment]);
    return DEVIATIONS[segment] + share * (DEVIATIONS[segment + 1] - DEVIATIONS[segment]);
  }

  /**
   * Returns the scores for another level, before it has enough values of its own. Deviations grow
   * with the level; those of a share of counts, whose least effect is absolute, with its square
   * root.
   */
  NormalScores moved(double from, double to, MinimumEffect effect) {
    double least = SMALL_SHARE_OF_EFFECT * effect.absolute();
    double ratio = Math.abs(to) / Math.max(Math.abs(from), least);
    double growth = effect.relative() == 0 ? Math.sqrt(ratio) : ratio;
    double factor = Double.isFinite(growth) ? Math.max(1, growth) : 1;
    double[] moved = new double[knots.length];
    Arrays.setAll(moved, i -> to + (knots[i] - from) * factor);
    return new NormalScores(moved, 0, 0, spread, autocorrelation);
  }

  /**
   * Returns the score of a value.
   *
   * @param position of the value; the line continues beyond the reference
   * @param most greatest distance from the line
   */
  double of(double value, long position, double most) {
    double expected = (intercept + slope * position) / spread;
    double score = raw(knots, value) / spread;
    return Math.max(expected - most, Math.min(expected + most, score));
  }

  /** Returns the mean change of a score for a change of the value by one unit. */
  double perUnit() {
    double sum = 0;
    for (int i = 0; i < SHARES.length; i++) {
      int knot = MIDDLE - SHARES.length / 2 + i;
      sum += SHARES[i] / (knots[knot + 1] - knots[knot]);
    }
    return sum / spread;
  }

  /** Returns the median of the reference. */
  double median() {
    return knots[MIDDLE];
  }

  /** Returns the correlation of neighbouring scores of the reference. */
  double autocorrelation() {
    return autocorrelation;
  }
}
