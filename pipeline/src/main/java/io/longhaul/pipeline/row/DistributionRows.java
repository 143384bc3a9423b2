package io.longhaul.pipeline.row;

import io.longhaul.metrics.stats.Distribution;
import io.longhaul.metrics.stats.DistributionSummary;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/** Converts a distribution of a metric to the record that rows contain. */
final class DistributionRows {
  private static final BigInteger MAX_SUM = BigInteger.valueOf(Long.MAX_VALUE);

  private DistributionRows() {}

  static io.longhaul.export.Distribution of(Distribution values) {
    DistributionSummary summary = values.summary(1).orElseThrow();
    return io.longhaul.export.Distribution.newBuilder()
        .setCount(values.count())
        // The column ends at 2^63, which is years in picoseconds. The mean is not limited.
        .setSum(values.sum().min(MAX_SUM).longValueExact())
        .setMin(values.min())
        .setMax(values.max())
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
        .setSumOfSquares(ByteBuffer.wrap(values.tally().sumOfSquares().toByteArray()))
        .setHistogram(ByteBuffer.wrap(values.toHdrHistogramBytes()))
        .build();
  }
}
