package io.longhaul.metrics.stability;

/**
 * The least change of a figure that matters, however significant a smaller one is.
 *
 * @param relative share of the mean, such as 0.02
 * @param absolute in the unit of the figure; the greater of both counts
 */
public record MinimumEffect(double relative, double absolute) {
  /** Two percent of the mean. */
  public static final MinimumEffect USUAL = new MinimumEffect(0.02, 0);

  /** Returns the least change of a figure with a mean. */
  double of(double mean) {
    return Math.max(relative * Math.abs(mean), absolute);
  }
}
