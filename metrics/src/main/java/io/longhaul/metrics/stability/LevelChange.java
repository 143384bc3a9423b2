package io.longhaul.metrics.stability;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The difference between two parts of a series that follow each other.
 *
 * @param from mean of the first part; outliers are clipped
 * @param to mean of the second part
 */
public record LevelChange(double from, double to) {
  /** Least number of values of a part. */
  private static final int LEAST_VALUES = 5;

  /** Difference in standard errors. */
  private static final double DEVIATIONS = 5;

  /**
   * Compares two parts. They differ if the difference of their means is at least the least effect
   * and more than five standard errors, corrected for autocorrelation.
   *
   * @param before values of the first part; NaN for a gap
   * @param after values of the second part; NaN for a gap
   * @return empty if they do not differ, or if a part has too few values
   */
  public static Optional<LevelChange> between(
      double[] before, double[] after, MinimumEffect effect) {
    double[] first = known(before);
    double[] second = known(after);
    if (first.length < LEAST_VALUES || second.length < LEAST_VALUES) {
      return Optional.empty();
    }
    int size = first.length + second.length;
    double[] level = new double[size];
    Arrays.fill(level, 1);
    double[] step = new double[size];
    Arrays.fill(step, first.length, size, 1);
    double[] values = Arrays.copyOf(first, size);
    System.arraycopy(second, 0, values, first.length, second.length);
    LeastSquares fit = LeastSquares.of(values, List.of(level, step));
    double[] coefficients = fit.coefficients();
    double difference = Math.abs(coefficients[1]);
    double error = Math.sqrt(fit.noise() * (1.0 / first.length + 1.0 / second.length));
    double mean = Arrays.stream(values).average().orElseThrow();
    return difference > 0 && difference > DEVIATIONS * error && difference >= effect.of(mean)
        ? Optional.of(new LevelChange(coefficients[0], coefficients[0] + coefficients[1]))
        : Optional.empty();
  }

  private static double[] known(double[] values) {
    return Arrays.stream(Outliers.of(values).clipped())
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }
}
