package io.longhaul.report.figures;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.Distribution;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.Tally;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The columns of {@code slices} that contain the distribution of a metric. */
public final class SliceColumn {
  private static final Map<Metric, Integer> POSITIONS = new EnumMap<>(Metric.class);

  /** Larger sums do not fit into the column. */
  private static final BigInteger GREATEST = BigInteger.valueOf(Long.MAX_VALUE);

  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0).asReadOnlyBuffer();

  static {
    for (Metric metric : Metric.values()) {
      if (metric.is(Metric.Flag.SLICE_DISTRIBUTION)) {
        POSITIONS.put(metric, SliceRow.getClassSchema().getField(metric.columnName()).pos());
      }
    }
  }

  private SliceColumn() {}

  /** Returns the metrics with distributions in slices. */
  public static Iterable<Metric> metrics() {
    return POSITIONS.keySet();
  }

  /**
   * Returns the statistics of a metric in a slice in display units; percentiles come from buckets.
   */
  public static Optional<DistributionSummary> summary(SliceRow slice, Metric metric) {
    return column(slice, metric).map(distribution -> summary(distribution, metric));
  }

  /** Returns the statistics in the row, without those from buckets. */
  static DistributionSummary summary(Distribution row, Metric metric) {
    double unit = metric.unit().storedPerDisplay();
    return new DistributionSummary(
        DistributionSummary.Method.HISTOGRAM,
        row.getCount(),
        row.getMean() / unit,
        row.getMin() / unit,
        row.getMax() / unit,
        row.getSum() / unit,
        row.getStd() / unit,
        row.getP1() / unit,
        row.getP5() / unit,
        row.getP10() / unit,
        row.getP25() / unit,
        row.getP50() / unit,
        row.getP75() / unit,
        row.getP90() / unit,
        row.getP95() / unit,
        row.getP99() / unit,
        row.getP999() / unit);
  }

  private static int position(Metric metric) {
    return requireNonNull(POSITIONS.get(metric));
  }

  /** Returns the distribution of a metric; empty if there are no values. */
  public static Optional<Distribution> column(SliceRow slice, Metric metric) {
    return Optional.ofNullable((Distribution) slice.get(position(metric)));
  }

  /**
   * Returns percentiles in display units, computed from the buckets.
   *
   * @param percents from 0 to 100
   * @return empty if the row has no values or its buckets were discarded
   */
  public static Optional<double[]> percentiles(SliceRow row, Metric metric, double... percents) {
    return column(row, metric)
        .filter(distribution -> distribution.getHistogram().hasRemaining())
        .map(distribution -> mergeable(distribution, metric))
        .map(
            merged ->
                Arrays.stream(percents)
                    .map(percent -> metric.unit().toDisplay(merged.percentile(percent)))
                    .toArray());
  }

  static void put(SliceRow slice, Metric metric, Distribution distribution) {
    slice.put(position(metric), distribution);
  }

  /** Returns the distribution for merging. */
  static io.longhaul.metrics.stats.Distribution mergeable(Distribution row, Metric metric) {
    Tally exact =
        Tally.of(
            row.getCount(),
            BigInteger.valueOf(row.getSum()),
            new BigInteger(bytesOf(row.getSumOfSquares())),
            row.getMin(),
            row.getMax());
    return io.longhaul.metrics.stats.Distribution.fromHdrHistogramBytes(
        bytesOf(row.getHistogram()), metric.unit().storedPerGridUnit(), exact);
  }

  /** Returns the columns of a merged distribution. */
  public static Distribution row(io.longhaul.metrics.stats.Distribution merged) {
    DistributionSummary summary = merged.summary(1).orElseThrow();
    return Distribution.newBuilder()
        .setCount(merged.count())
        .setSum(merged.sum().min(GREATEST).longValueExact())
        .setMin(merged.min())
        .setMax(merged.max())
        .setMean(summary.avg())
        .setStd(summary.std())
        .setP1(summary.p1())
        .setP5(summary.p5())
        .setP10(summary.p10())
        .setP25(summary.p25())
        .setP50(summary.p50())
        .setP75(summary.p75())
        .setP90(summary.p90())
        .setP95(summary.p95())
        .setP99(summary.p99())
        .setP999(summary.p999())
        .setSumOfSquares(ByteBuffer.wrap(merged.tally().sumOfSquares().toByteArray()))
        .setHistogram(ByteBuffer.wrap(merged.toHdrHistogramBytes()))
        .build();
  }

  /** Discards the buckets to save memory, since a long run has many slices. */
  static void discardBuckets(SliceRow slice) {
    for (Metric metric : metrics()) {
      column(slice, metric)
          .ifPresent(
              row -> {
                row.put("histogram", NO_BYTES);
                row.put("sum_of_squares", NO_BYTES);
              });
    }
  }

  private static byte[] bytesOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
