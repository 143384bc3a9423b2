package io.longhaul.metrics.stability;

/**
 * MSER-5, the marginal standard error rule on means of five values (White 1997; White, Cobb and
 * Spratt 2000): the values at the start to leave out so that the standard error of the mean of the
 * others is least.
 */
final class Mser5 {
  /** Values per mean. */
  static final int BATCH = 5;

  private Mser5() {}

  /**
   * Returns the number of values to leave out, a multiple of {@link #BATCH}; at most half of the
   * values, because the rule is unreliable beyond.
   *
   * @param values without gaps
   */
  static int truncation(double[] values) {
    int batches = values.length / BATCH;
    double[] means = new double[batches];
    for (int batch = 0; batch < batches; batch++) {
      for (int i = 0; i < BATCH; i++) {
        means[batch] += values[batch * BATCH + i] / BATCH;
      }
    }
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    double sum = 0;
    double squares = 0;
    for (int left = batches - 1; left >= 0; left--) {
      sum += means[left];
      squares += means[left] * means[left];
      int kept = batches - left;
      double error = (squares - sum * sum / kept) / ((double) kept * kept);
      if (left <= batches / 2 && error <= least) {
        least = error;
        best = left;
      }
    }
    return best * BATCH;
  }
}
