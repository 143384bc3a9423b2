package io.longhaul.report.compare;

import java.util.Arrays;

/**
 * The length of the blocks for the circular block bootstrap of a series, chosen from its
 * autocorrelation: Politis and White, "Automatic Block-Length Selection for the Dependent
 * Bootstrap", Econometric Reviews 23 (2004), with the correction of Patton, Politis and White,
 * Econometric Reviews 28 (2009).
 */
final class BlockLength {
  private BlockLength() {}

  /** Returns the length in elements of the series, at least 1; not an integer. */
  static double of(double[] series) {
    int n = series.length;
    double logOfSize = Math.log10(n);
    int quiet = (int) Math.max(5, Math.ceil(Math.sqrt(logOfSize)));
    int maxLag = Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)) + quiet);
    double[] covariances = covariances(series, maxLag);
    if (covariances[0] <= 0) {
      return 1;
    }
    double negligible = 2 * Math.sqrt(logOfSize / n) * covariances[0];
    int bandwidth = Math.min(2 * lastNotable(covariances, quiet, negligible), maxLag);
    double spectrum = covariances[0];
    double slope = 0;
    for (int lag = 1; lag <= bandwidth; lag++) {
      double weighted = flatTop((double) lag / bandwidth) * covariances[lag];
      spectrum += 2 * weighted;
      slope += 2 * lag * weighted;
    }
    double spread = 4.0 / 3 * spectrum * spectrum;
    double length = Math.cbrt(2 * slope * slope / spread * n);
    double longest = Math.ceil(Math.min(3 * Math.sqrt(n), n / 3.0));
    return Double.isNaN(length) ? 1 : Math.max(1, Math.min(length, longest));
  }

  /**
   * Returns how many times the variance of a mean is greater than resamples of blocks show, because
   * they cut correlations at the ends of blocks. The variance is that of the flat-top kernel of
   * Politis and Romano (1995), whose bias is smaller, divided by that of the blocks.
   *
   * @param length of the blocks
   * @return from 1 to 3
   */
  static double varianceRatio(double[] series, int length) {
    int n = series.length;
    double[] covariances = covariances(series, Math.min(length, n - 1));
    double blocks = covariances[0];
    double flat = covariances[0];
    for (int lag = 1; lag < covariances.length; lag++) {
      double at = (double) lag / length;
      blocks += 2 * (1 - at) * covariances[lag];
      flat += 2 * flatTop(at) * covariances[lag];
    }
    // Deviations from the run's own mean are smaller than those from the unknown true mean.
    double ratio = flat / blocks / (1 - 1.5 * length / n);
    return ratio > 1 ? Math.min(ratio, 3) : 1;
  }

  /** Returns the lag after which some lags in a row have negligible autocorrelation. */
  private static int lastNotable(double[] covariances, int quiet, double negligible) {
    int quietSince = 0;
    for (int lag = 1; lag < covariances.length; lag++) {
      if (Math.abs(covariances[lag]) >= negligible) {
        quietSince = lag;
      } else if (lag - quietSince >= quiet) {
        break;
      }
    }
    return Math.max(1, quietSince);
  }

  private static double[] covariances(double[] series, int maxLag) {
    double mean = Arrays.stream(series).average().orElse(0);
    double[] covariances = new double[maxLag + 1];
    for (int lag = 0; lag <= maxLag; lag++) {
      double sum = 0;
      for (int i = lag; i < series.length; i++) {
        sum += (series[i] - mean) * (series[i - lag] - mean);
      }
      covariances[lag] = sum / series.length;
    }
    return covariances;
  }

  /** The trapezoidal window of Politis and Romano. */
  private static double flatTop(double at) {
    return at <= 0.5 ? 1 : Math.max(0, 2 * (1 - at));
  }
}
