package io.longhaul.report.compare;

/** Sums over the bins of a run, each counted as often as its weight. */
final class Weighted {
  private Weighted() {}

  static double sum(double[] values, int[] weights) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i] * weights[i];
    }
    return sum;
  }

  static double sum(int[] values, int[] weights) {
    long sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += (long) values[i] * weights[i];
    }
    return sum;
  }
}
