package io.longhaul.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DerivedMetricsTest {
  private static final long SECOND = 1_000_000_000;

  private final Map<Metric, Long> folded = new EnumMap<>(Metric.class);

  /** AIPerf's vector G3, with the window W of 0.13 equal to the duration. */
  @Test
  void ratesOfTwoSuccessesAndAFailureInTwoAndAHalfSeconds() {
    folded.put(Metric.REQUEST_COUNT, 2L);
    folded.put(Metric.ERROR_REQUEST_COUNT, 1L);
    folded.put(Metric.OUTPUT_SEQUENCE_LENGTH, 10L);
    folded.put(Metric.INPUT_SEQUENCE_LENGTH, 20L);
    folded.put(Metric.ERROR_ISL, 7L);
    folded.put(Metric.GOOD_REQUEST_COUNT, 1L);
    folded.put(Metric.MIN_REQUEST_TIMESTAMP, 5L);
    folded.put(Metric.MAX_RESPONSE_TIMESTAMP, 2_500_000_005L);

    assertThat(DerivedMetrics.of(folded, 2_500_000_000L))
        .containsEntry(Metric.REQUEST_THROUGHPUT, 800_000L)
        .containsEntry(Metric.GOODPUT, 400_000L)
        .containsEntry(Metric.TOTAL_OSL, 10L)
        .containsEntry(Metric.OUTPUT_TOKEN_THROUGHPUT, 4_000_000L)
        .containsEntry(Metric.INPUT_TOKEN_THROUGHPUT, 8_000_000L)
        .containsEntry(Metric.TOTAL_TOKEN_THROUGHPUT, 12_000_000L)
        .containsEntry(Metric.TOTAL_ERROR_ISL, 7L)
        .containsEntry(Metric.COMPLETED_REQUEST_COUNT, 3L)
        .containsEntry(Metric.REQUEST_ERROR_RATE, 33_333_333L)
        .containsEntry(Metric.GOOD_REQUEST_FRACTION, 333_333L)
        .containsEntry(Metric.BENCHMARK_DURATION, 2_500_000_000L)
        .doesNotContainKey(Metric.ARRIVED_TOKEN_THROUGHPUT);
  }

  /** AIPerf's sample "full": 60 requests in a window of 2.049109 s. */
  @Test
  void ratesDivideByTheWindowAndNotByTheDuration() {
    folded.put(Metric.REQUEST_COUNT, 60L);

    assertThat(DerivedMetrics.of(folded, 2_049_109_000L))
        .containsEntry(Metric.REQUEST_THROUGHPUT, 29_281_019L);
  }

  @Test
  void aWindowOfErrorsHasAnErrorRateAndNoThroughput() {
    folded.put(Metric.ERROR_REQUEST_COUNT, 2L);

    assertThat(DerivedMetrics.of(folded, SECOND))
        .containsOnly(
            Map.entry(Metric.COMPLETED_REQUEST_COUNT, 2L),
            Map.entry(Metric.REQUEST_ERROR_RATE, 100_000_000L));
  }

  @Test
  void anEmptyWindowHasNoRates() {
    folded.put(Metric.REQUEST_COUNT, 1L);
    folded.put(Metric.OUTPUT_SEQUENCE_LENGTH, 5L);

    assertThat(DerivedMetrics.of(folded, 0))
        .containsKey(Metric.TOTAL_OSL)
        .doesNotContainKeys(Metric.REQUEST_THROUGHPUT, Metric.OUTPUT_TOKEN_THROUGHPUT);
  }

  @Test
  void noRequestsGiveAGoodFractionOfZero() {
    folded.put(Metric.GOOD_REQUEST_COUNT, 0L);

    assertThat(DerivedMetrics.of(folded, SECOND))
        .containsOnly(Map.entry(Metric.GOOD_REQUEST_FRACTION, 0L), Map.entry(Metric.GOODPUT, 0L));
  }

  @Test
  void theFractionOfCachedPromptTokensIsComputedFromTheTotals() {
    folded.put(Metric.USAGE_PROMPT_TOKENS, 200L);
    folded.put(Metric.USAGE_PROMPT_CACHE_READ_TOKENS, 50L);

    assertThat(DerivedMetrics.of(folded, SECOND))
        .containsEntry(Metric.OVERALL_USAGE_PROMPT_CACHE_READ_PCT, 25_000_000L);
  }

  @Test
  void arrivedTokensHaveTheirOwnThroughput() {
    folded.put(Metric.ARRIVED_OUTPUT_TOKENS, 30L);

    assertThat(DerivedMetrics.of(folded, 2 * SECOND))
        .containsOnly(Map.entry(Metric.ARRIVED_TOKEN_THROUGHPUT, 15_000_000L));
  }
}
