package io.longhaul.metrics.stability;

/** The correlation of a series with itself some values later. */
final class Autocorrelation {
  private Autocorrelation() {}

  /**
   * Returns the correlation at a lag of values whose mean is 0.
   *
   * @param lag 1 or more, less than the number of values
   */
  static double atLag(double[] centred, int lag) {
    double products = 0;
    double squares = 0;
    for (int i = 0; i < centred.length; i++) {
      squares += centred[i] * centred[i];
      if (i >= lag) {
        products += centred[i] * centred[i - lag];
      }
    }
    return squares == 0 ? 0 : products / squares;
  }

  /**
   * Returns the correlation of neighbouring residuals of a regression, without the bias that few
   * values and many columns cause.
   */
  static double ofNeighbours(double[] residuals, int columns) {
    double r = atLag(residuals, 1);
    return r + (columns + 3 * Math.max(0, r)) / residuals.length;
  }
}
