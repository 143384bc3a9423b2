package io.longhaul.metrics;

import static io.longhaul.metrics.TestTraces.traceOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.metrics.slo.SloResult;
import io.longhaul.metrics.slo.SloSet;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Vectors of AIPerf 0.1.1 (G1 to G20) that release 0.13 replaces, with the current results. The
 * other vectors for figures are in {@link GoldenRecordTest} (G1, G5, G6, G11, G15), {@link
 * DerivedMetricsTest} (G3), {@code SloSetTest} (G4), {@code ExactStatisticsTest} (G2), {@code
 * CrossRunStatisticsTest} (G14) and {@code NumberTextTest} (G17).
 *
 * <ul>
 *   <li>G3, G4: rates divided by the duration from the first start to the last response; 0.13
 *       divides by the window of the phase.
 *   <li>G8: slices were cut at multiples of their length and renumbered; 0.13 starts them at the
 *       first start (vectors T1 to T5).
 *   <li>G16: energy was a gauge with the deviation of the population; 0.13 reports the growth of a
 *       counter, and gauges with n - 1 (vector V8).
 *   <li>G17: timestamps were exported as floats; 0.13 exports none of them.
 *   <li>G20: a request that the client cancelled was an error; here it is counted separately.
 * </ul>
 */
class OverruledVectorsTest {

  /** G1 had {@code prefill_throughput}; it is {@code prefill_throughput_per_user} now. */
  @Test
  void g1PrefillThroughputIsPerUser() {
    assertThat(Metric.ofTag("prefill_throughput")).isEmpty();
    assertThat(
            RequestMetrics.of(traceOf("t150 t160 t172 t190").build())
                .displayValue(Metric.PREFILL_THROUGHPUT_PER_USER))
        .isEqualTo(200);
  }

  /** G3 was 2 / 2.5 s, independent of the phase. */
  @Test
  void g3ARateDividesByTheWindowOfThePhase() {
    assertThat(
            DerivedMetrics.of(
                Map.of(
                    Metric.REQUEST_COUNT, 2L,
                    Metric.MIN_REQUEST_TIMESTAMP, 0L,
                    Metric.MAX_RESPONSE_TIMESTAMP, 2_500_000_000L),
                4_000_000_000L))
        .containsEntry(Metric.BENCHMARK_DURATION, 2_500_000_000L)
        .containsEntry(Metric.REQUEST_THROUGHPUT, 500_000L);
  }

  /** G4 had 0 good requests for a metric without a value; it is no value now. */
  @Test
  void g4ARequestWithoutAMetricWithAnSloIsNeitherGoodNorBad() {
    assertThat(
            SloSet.parse("request_latency:600 inter_token_latency:1000")
                .evaluate(RequestMetrics.of(traceOf("t140").outputTokens(1).build())))
        .isEqualTo(SloResult.NO_VALUE);
  }

  /** G5 and G11 had {@code thinking_efficiency}; hidden in 0.13, and absent here. */
  @Test
  void g5ThinkingEfficiencyIsNotKept() {
    assertThat(Metric.ofTag("thinking_efficiency")).isEmpty();
  }

  /** G6 dropped all gaps if one was 0. */
  @Test
  void g6AGapOfZeroIsAGap() {
    assertThat(RequestMetrics.of(traceOf("t140 +t140 t150").build()).interChunkGapsNanos())
        .containsExactly(0, 10_000_000);
  }

  /** G17 had its stamps as floats: 256 ns were lost. */
  @Test
  void g17TimeStampsAreIntegersAndInternal() {
    assertThat(Arrays.asList(Metric.MIN_REQUEST_TIMESTAMP, Metric.MAX_RESPONSE_TIMESTAMP))
        .allMatch(metric -> metric.is(Metric.Flag.INTERNAL));
  }

  /** G20 had an error with code 499. */
  @Test
  void g20ARequestThatTheClientCancelledIsNotAnError() {
    RequestMetrics cancelled =
        RequestMetrics.of(traceOf("t140 e150").outcome(Outcome.CANCELLED).build());

    assertThat(cancelled.isError()).isFalse();
    assertThat(cancelled.isValid()).isFalse();
  }
}
