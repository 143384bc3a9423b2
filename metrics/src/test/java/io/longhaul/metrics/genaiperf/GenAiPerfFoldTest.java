package io.longhaul.metrics.genaiperf;

import static io.longhaul.metrics.genaiperf.RecordedRequest.NO_COUNT;
import static io.longhaul.metrics.genaiperf.RecordedRequest.NO_SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GenAiPerfFoldTest {
  private static final long MILLI = 1_000_000;

  @Test
  void interTokenLatencyIsRoundedHalfEvenToNanoseconds() {
    assertThat(
            new RecordedRequest(0, new long[] {10, 15}, 3, 3, false, NO_SESSION)
                .interTokenLatencyNanos())
        .isEqualTo(2);
  }

  @Test
  void oneResponseOrOneTokenHasNoInterTokenLatency() {
    assertThat(
            new RecordedRequest(0, new long[] {10}, 3, 3, false, NO_SESSION)
                .interTokenLatencyNanos())
        .isEqualTo(NO_COUNT);
    assertThat(
            new RecordedRequest(0, new long[] {10, 15}, 3, 1, false, NO_SESSION)
                .interTokenLatencyNanos())
        .isEqualTo(NO_COUNT);
    assertThat(
            new RecordedRequest(0, new long[] {10, 15}, 3, NO_COUNT, false, NO_SESSION)
                .interTokenLatencyNanos())
        .isEqualTo(NO_COUNT);
  }

  /** V1, same time: the original divides by zero. */
  @Test
  void tokensThatArriveTogetherHaveALatencyOfZeroAndNoThroughput() {
    GenAiPerfFold fold = new GenAiPerfFold(true);
    fold.add(request(0, 2, 10, 10));

    assertThat(fold.distributions().get(GenAiPerfMetric.INTER_TOKEN_LATENCY).max()).isZero();
    assertThat(fold.distributions().get(GenAiPerfMetric.TIME_TO_SECOND_TOKEN).max()).isZero();
    assertThat(fold.distributions())
        .doesNotContainKey(GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT_PER_USER);
  }

  /** V4. */
  @Test
  void ratesDivideByTheTimeFromTheFirstStartToTheLastResponse() {
    GenAiPerfFold fold = new GenAiPerfFold(true);
    fold.add(new RecordedRequest(100 * MILLI, new long[] {110 * MILLI}, 3, 2, true, NO_SESSION));
    fold.add(new RecordedRequest(50 * MILLI, new long[] {90 * MILLI}, 3, 4, false, NO_SESSION));

    assertThat(fold.totals(true))
        .containsEntry(GenAiPerfMetric.REQUEST_COUNT, 2.0)
        .containsEntry(GenAiPerfMetric.REQUEST_THROUGHPUT, 2 / 0.06)
        .containsEntry(GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT, 6 / 0.06)
        .containsEntry(GenAiPerfMetric.REQUEST_GOODPUT, 1 / 0.06);
    assertThat(fold.totals(false)).doesNotContainKey(GenAiPerfMetric.REQUEST_GOODPUT);
  }

  @Test
  void noRequestsHaveNoRates() {
    assertThat(new GenAiPerfFold(true).totals(true))
        .containsOnlyKeys(GenAiPerfMetric.REQUEST_COUNT);
  }

  @Test
  void responsesWithoutTokensHaveOnlyLatencyAndThroughput() {
    GenAiPerfFold fold = new GenAiPerfFold(false);
    fold.add(request(0, NO_COUNT, 10));

    assertThat(fold.distributions()).containsOnlyKeys(GenAiPerfMetric.REQUEST_LATENCY);
    assertThat(fold.totals(false))
        .containsOnlyKeys(GenAiPerfMetric.REQUEST_COUNT, GenAiPerfMetric.REQUEST_THROUGHPUT);
  }

  /** 24.03 had one value for each response: the gap over its tokens. */
  @Test
  void inRelease2403EachResponseHasItsOwnInterTokenLatency() {
    TokenGaps gaps = new TokenGaps();
    gaps.add(request(0, 5, 10, 20, 50, 60), new int[] {1, 1, 3, 0});

    assertThat(gaps.summary().orElseThrow().avg()).isEqualTo(10.0 * MILLI);
    assertThat(gaps.summary().orElseThrow().max()).isEqualTo(10.0 * MILLI);
    assertThat(gaps.summary().orElseThrow().count()).isEqualTo(3);
  }

  private static RecordedRequest request(long startMs, int outputTokens, long... responsesMs) {
    return new RecordedRequest(
        startMs * MILLI,
        LongStream.of(responsesMs).map(ms -> ms * MILLI).toArray(),
        3,
        outputTokens,
        false,
        NO_SESSION);
  }
}
