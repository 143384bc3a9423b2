package io.longhaul.report.servers;

import io.longhaul.export.ServerSampleRow;
import java.util.List;

/**
 * One reading of a histogram.
 *
 * @param counts cumulative observations up to each bound
 */
record HistogramReading(
    long atEpochNanos, double sum, double count, List<Double> bounds, List<Double> counts) {

  static HistogramReading of(ServerSampleRow row) {
    return new HistogramReading(
        row.getAtEpochNs(),
        row.getHistogramSum(),
        row.getHistogramCount(),
        row.getBucketBounds(),
        row.getBucketCounts());
  }

  boolean saysTheSameAs(HistogramReading other) {
    return sum == other.sum
        && count == other.count
        && counts.equals(other.counts)
        && bounds.equals(other.bounds);
  }

  /** Returns the growth of each bucket since an earlier reading; since 0 if the bounds differ. */
  double[] countsSince(HistogramReading earlier) {
    boolean alike = bounds.equals(earlier.bounds);
    double[] grown = new double[counts.size()];
    for (int i = 0; i < grown.length; i++) {
      grown[i] = counts.get(i) - (alike ? earlier.counts.get(i) : 0);
    }
    return grown;
  }
}
