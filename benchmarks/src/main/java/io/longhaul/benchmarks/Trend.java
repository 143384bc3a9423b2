package io.longhaul.benchmarks;

import java.util.List;

/**
 * The regression line of evenly spaced values.
 *
 * @param mean mean of the values
 * @param growth growth of the line from the first value to the last
 */
record Trend(double mean, double growth) {

  /** Returns the trend of at least two values. */
  static Trend of(List<Double> values) {
    int n = values.size();
    double meanIndex = (n - 1) / 2.0;
    double mean = SortedSample.of(values, Double::doubleValue).mean();
    double covariance = 0;
    double variance = 0;
    for (int i = 0; i < n; i++) {
      covariance += (i - meanIndex) * (values.get(i) - mean);
      variance += (i - meanIndex) * (i - meanIndex);
    }
    return new Trend(mean, covariance / variance * (n - 1));
  }

  /** Returns the growth in percent of the mean. */
  double growthPercent() {
    return growth == 0 ? 0 : 100 * growth / mean;
  }
}
