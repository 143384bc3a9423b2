package io.longhaul.report.servers;

import io.longhaul.export.ServerSampleRow;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The known means of observations in the buckets of a histogram: if all observations between two
 * readings fell into one bucket, their mean is exact. For one thread.
 */
final class BucketMeans {
  private static final int FEWEST_FOR_VARIANCE = 3;

  private final Map<Double, Known> byBound = new HashMap<>();

  /** The means in one bucket, with their variance by Welford's algorithm. */
  private static final class Known {
    private double observations;
    private double sum;
    private int means;
    private double meanOfMeans;
    private double squares;

    void add(double mean, double count) {
      observations += count;
      sum += mean * count;
      means++;
      double distance = mean - meanOfMeans;
      meanOfMeans += distance / means;
      squares += distance * (mean - meanOfMeans);
    }
  }

  void learn(ServerSampleRow from, ServerSampleRow to) {
    double count = Math.floor(to.getHistogramCount() - from.getHistogramCount());
    if (count <= 0) {
      return;
    }
    double[] grown = HistogramFold.growth(from, to);
    int only = -1;
    double before = 0;
    for (int i = 0; i < grown.length; i++) {
      double upTo = Math.max(grown[i], 0);
      if (upTo - before > 0) {
        if (only >= 0) {
          return;
        }
        only = i;
      }
      before = upTo;
    }
    if (only >= 0) {
      byBound
          .computeIfAbsent(to.getBucketBounds().get(only), bound -> new Known())
          .add((to.getHistogramSum() - from.getHistogramSum()) / count, count);
    }
  }

  /** Returns the mean of the known observations of a bucket. */
  OptionalDouble mean(double bound) {
    Known known = byBound.get(bound);
    return known == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(known.sum / known.observations);
  }

  /** Returns the sample variance of the means; there must be three or more. */
  OptionalDouble variance(double bound) {
    Known known = byBound.get(bound);
    return known == null || known.means < FEWEST_FOR_VARIANCE
        ? OptionalDouble.empty()
        : OptionalDouble.of(known.squares / (known.means - 1));
  }
}
