package io.longhaul.cli.api;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.Distribution;
import io.longhaul.report.figures.LiveTotals;
import io.longhaul.report.figures.SliceColumn;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * The latencies of a run so far as histograms in seconds, native ones and, for a Prometheus without
 * them, classic ones. They are computed again only after a further slice. For one thread.
 */
final class LatencyHistograms {
  /**
   * The schema of native histograms: bounds are powers of 2^(1/32), so that a bucket is 2.2 % wide.
   * The 46 powers of two between a nanosecond and a day give at most 1,500 buckets.
   */
  static final int SCHEMA = 5;

  private static final int BUCKETS_PER_POWER = 1 << SCHEMA;

  /** Smaller values, which were rounded to 0 ns, count as 0: they have no logarithm. */
  private static final double ZERO_THRESHOLD_SECONDS = 0.5e-9;

  private static final double[] CLASSIC_BOUNDS_SECONDS = {
    0.0001,
    0.00025,
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1,
    2.5,
    5,
    10,
    25,
    50,
    100,
    Double.POSITIVE_INFINITY
  };

  private final Labels labels;
  private List<MetricSnapshot> newest = List.of();
  private long slices;

  /**
   * @param labels labels of the run
   */
  LatencyHistograms(Labels labels) {
    this.labels = labels;
  }

  /** Returns the histograms of all metrics that have values. */
  List<MetricSnapshot> of(LiveTotals totals) {
    if (totals.slices() != slices) {
      slices = totals.slices();
      newest = new ArrayList<>();
      for (Metric metric : SliceColumn.metrics()) {
        BaseUnit unit = BaseUnit.of(metric.unit());
        if (unit.isTime()) {
          totals
              .distribution(metric)
              .ifPresent(values -> newest.add(histogram(metric, unit, values)));
        }
      }
    }
    return newest;
  }

  private MetricSnapshot histogram(Metric metric, BaseUnit unit, Distribution distribution) {
    return HistogramSnapshot.builder()
        .name("longhaul_" + metric.tag() + "_" + unit.suffix())
        .help(metric.header() + ", over the run so far")
        .dataPoint(new Buckets().of(unit, distribution, labels))
        .build();
  }

  private static final class Buckets {
    private final TreeMap<Integer, Long> counts = new TreeMap<>();
    private final long[] classic = new long[CLASSIC_BOUNDS_SECONDS.length];
    private long zeros;

    /** Puts the middle of each bucket of the distribution into a bucket of each histogram. */
    HistogramDataPointSnapshot of(BaseUnit unit, Distribution distribution, Labels labels) {
      distribution.forEachBucket((value, count) -> add(unit.of(value), count));
      if (distribution.overflowCount() > 0) {
        add(unit.of((double) distribution.max()), distribution.overflowCount());
      }
      NativeHistogramBuckets.Builder buckets = NativeHistogramBuckets.builder();
      counts.forEach(buckets::bucket);
      return HistogramDataPointSnapshot.builder()
          .labels(labels)
          .nativeSchema(SCHEMA)
          .nativeZeroThreshold(ZERO_THRESHOLD_SECONDS)
          .nativeZeroCount(zeros)
          .nativeBucketsForPositiveValues(buckets.build())
          .classicHistogramBuckets(ClassicHistogramBuckets.of(CLASSIC_BOUNDS_SECONDS, classic))
          .sum(unit.of(distribution.sum().doubleValue()))
          .build();
    }

    private void add(double seconds, long count) {
      int bound = Arrays.binarySearch(CLASSIC_BOUNDS_SECONDS, seconds);
      classic[bound >= 0 ? bound : -bound - 1] += count;
      if (seconds < ZERO_THRESHOLD_SECONDS) {
        zeros += count;
      } else {
        double power = Math.log(seconds) / Math.log(2);
        counts.merge((int) Math.ceil(power * BUCKETS_PER_POWER), count, Long::sum);
      }
    }
  }
}
