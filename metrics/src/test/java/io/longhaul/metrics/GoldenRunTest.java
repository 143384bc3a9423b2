package io.longhaul.metrics;

import static io.longhaul.metrics.TestTraces.traceOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ExactStatistics;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Several requests as AIPerf 0.13 measures them. Its other vectors: V1 in {@code
 * ExactStatisticsTest}, V2 and V3 in {@link GoldenRecordTest} and {@code SloSetTest}, V4 in {@code
 * SweepCurvesTest}, V6 in {@code ErrorAdjustedTest}, V8, V13 and T1 to T5 where files are written,
 * V9 (server metrics) where they are aggregated, V10 where responses are decoded, V11 in {@code
 * NumberTextTest}.
 */
class GoldenRunTest {
  private static final long MILLI = 1_000_000;

  /** V5: (start, end, issued) in milliseconds; the third is an error, the fourth never issued. */
  @Test
  void v5ErrorsHaveAnEffectiveLatency() {
    List<RequestMetrics> requests =
        List.of(
            RequestMetrics.of(request(10, 110).handedAtNanos(0).build()),
            RequestMetrics.of(request(120, 220).handedAtNanos(0).build()),
            RequestMetrics.of(
                request(5, 5).handedAtNanos(5 * MILLI).outcome(Outcome.HTTP_ERROR).build()),
            RequestMetrics.of(request(300, 400).handedAtNanos(RequestTrace.NONE).build()));

    DistributionSummary latency = summary(requests, Metric.EFFECTIVE_LATENCY);
    assertThat(latency.count()).isEqualTo(3);
    assertFigures(latency, 110, 0, 220, 110, 198, 217.8, 89.81462390204986);
    DistributionSummary start = summary(requests, Metric.CREDIT_TO_START_LATENCY);
    assertThat(start.count()).isEqualTo(3);
    assertFigures(start, 43.333333333333336, 0, 120, 10, 98, 117.8, 54.365021434333634);
  }

  /** V7: a round trip of 2 ms is taken off each latency. */
  @Test
  void v7NetworkAdjustedLatenciesAreNeverNegative() {
    NetworkRoundTrip roundTrip = new NetworkRoundTrip(2 * MILLI);

    assertFigures(
        without(roundTrip, 10_000, 20_000, 1_000),
        8.666666666666666,
        0,
        18,
        8,
        16,
        17.8,
        7.363574011458175);
    DistributionSummary firstToken = without(roundTrip, 5_000, 10_000, 500);
    assertThat(firstToken.avg()).isEqualTo(3.6666666666666665);
    assertThat(firstToken.std()).isEqualTo(3.299831645537222, within(1e-12));
    assertThat(NetworkRoundTrip.UNKNOWN.isKnown()).isFalse();
    assertThat(Metric.REQUEST_LATENCY.withoutNetwork())
        .contains(Metric.NETWORK_ADJUSTED_REQUEST_LATENCY);
    assertThat(Metric.TIME_TO_FIRST_TOKEN.withoutNetwork())
        .contains(Metric.NETWORK_ADJUSTED_TIME_TO_FIRST_TOKEN);
    assertThat(Metric.INTER_TOKEN_LATENCY.withoutNetwork()).isEmpty();
  }

  private static DistributionSummary without(NetworkRoundTrip roundTrip, long... micros) {
    long[] nanos = Arrays.stream(micros).map(each -> each * 1000).toArray();
    return ExactStatistics.of(roundTrip.subtractFrom(nanos), MILLI).orElseThrow();
  }

  /** V12: a replay with a large lag. */
  @Test
  void v12ReplayLagIsRelativeToTheMostPunctualRequest() {
    assertThat(ReplayLag.of(new long[] {705 * MILLI, 5 * MILLI, 105 * MILLI}))
        .containsOnly(
            entry(Metric.REPLAY_SCHED_LAG_P50, 100.0),
            entry(Metric.REPLAY_SCHED_LAG_P90, 580.0),
            entry(Metric.REPLAY_SCHED_LAG_P99, 688.0),
            entry(Metric.REPLAY_SCHED_DEGRADED, 1.0));
    assertThat(ReplayLag.of(new long[] {705 * MILLI, 706 * MILLI}))
        .containsEntry(Metric.REPLAY_SCHED_DEGRADED, 0.0);
    assertThat(ReplayLag.of(new long[0])).isEmpty();
  }

  private static RequestTraceBuilder request(long startMs, long endMs) {
    return traceOf("t" + endMs).sentAtNanos(startMs * MILLI);
  }

  private static DistributionSummary summary(List<RequestMetrics> requests, Metric metric) {
    long[] values =
        requests.stream().filter(r -> r.has(metric)).mapToLong(r -> r.value(metric)).toArray();
    return ExactStatistics.of(values, metric.unit().storedPerDisplay()).orElseThrow();
  }

  private static void assertFigures(DistributionSummary summary, double... expected) {
    assertThat(
            new double[] {
              summary.avg(),
              summary.min(),
              summary.max(),
              summary.p50(),
              summary.p90(),
              summary.p99(),
              summary.std()
            })
        .containsExactly(expected, within(1e-9));
  }
}
