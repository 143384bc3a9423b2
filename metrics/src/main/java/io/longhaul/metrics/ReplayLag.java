package io.longhaul.metrics;

import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ExactStatistics;
import java.util.Arrays;
import java.util.Map;

/**
 * The lag of a replayed schedule: how much later than the most punctual request the other requests
 * started, relative to their planned times.
 */
public final class ReplayLag {
  private static final double DEGRADED_BEYOND_MILLIS = 500;

  private ReplayLag() {}

  /**
   * Returns AIPerf's metrics of a replay, in display units.
   *
   * @param offsetsNanos start - scheduled of each valid request
   */
  public static Map<Metric, Double> of(long[] offsetsNanos) {
    long smallest = Arrays.stream(offsetsNanos).min().orElse(0);
    long[] lags = Arrays.stream(offsetsNanos).map(offset -> offset - smallest).toArray();
    return ExactStatistics.of(lags, MetricUnit.TIME.storedPerDisplay())
        .map(ReplayLag::of)
        .orElse(Map.of());
  }

  /**
   * Returns the same from the statistics of the offsets.
   *
   * @param offsets in milliseconds, with exact percentiles
   */
  public static Map<Metric, Double> of(DistributionSummary offsets) {
    double p99 = offsets.p99() - offsets.min();
    return Map.of(
        Metric.REPLAY_SCHED_LAG_P50,
        offsets.p50() - offsets.min(),
        Metric.REPLAY_SCHED_LAG_P90,
        offsets.p90() - offsets.min(),
        Metric.REPLAY_SCHED_LAG_P99,
        p99,
        Metric.REPLAY_SCHED_DEGRADED,
        p99 > DEGRADED_BEYOND_MILLIS ? 1.0 : 0.0);
  }
}
