package io.longhaul.metrics;

import static io.longhaul.metrics.TestTraces.traceOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RequestMetricsTest {
  private static final long MILLI = 1_000_000;

  @Test
  void latencyFromTheScheduleIncludesTheWholeWaitOfAUser() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t140 t200").build());

    assertThat(metrics.value(Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE)).isEqualTo(50 * MILLI);
    assertThat(metrics.value(Metric.REQUEST_LATENCY_FROM_SCHEDULE)).isEqualTo(110 * MILLI);
    assertThat(metrics.value(Metric.SEND_LAG)).isEqualTo(5 * MILLI);
    assertThat(metrics.value(Metric.CLIENT_OVERHEAD)).isEqualTo(5 * MILLI);
  }

  @Test
  void aRequestWithANewConnectionStartsWithTheConnection() {
    RequestMetrics metrics =
        RequestMetrics.of(
            traceOf("t140").connectStartedAtNanos(96 * MILLI).connectedAtNanos(99 * MILLI).build());

    assertThat(metrics.value(Metric.TIME_TO_FIRST_TOKEN)).isEqualTo(44 * MILLI);
    assertThat(metrics.value(Metric.CLIENT_OVERHEAD)).isEqualTo(MILLI);
    assertThat(metrics.value(Metric.CONNECT_TIME)).isEqualTo(3 * MILLI);
  }

  @Test
  void aPlanWithoutTimesGivesNoLatencyFromSchedule() {
    RequestMetrics metrics =
        RequestMetrics.of(traceOf("t140").scheduledAtNanos(RequestTrace.NONE).build());

    assertThat(metrics.has(Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE)).isFalse();
    assertThat(metrics.has(Metric.REQUEST_LATENCY_FROM_SCHEDULE)).isFalse();
    assertThat(metrics.has(Metric.SEND_LAG)).isFalse();
  }

  @Test
  void gapsWithinANetworkReadAreUnknownAndOmitted() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t140 +t140 +t140 t150 +t150 t160").build());

    assertThat(metrics.interChunkGapsNanos()).containsExactly(0, 0, 10 * MILLI, 0, 10 * MILLI);
    assertThat(metrics.interReadGapsNanos()).containsExactly(10 * MILLI, 10 * MILLI);
  }

  @Test
  void twoReadsAtTheSameTimeHaveAKnownGapOfZero() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t140 t140").build());

    assertThat(metrics.interReadGapsNanos()).containsExactly(0);
  }

  @Test
  void aResponseThatWasNotStreamedHasNoTokenTimes() {
    RequestMetrics metrics =
        RequestMetrics.of(traceOf("t140").streaming(false).outputTokens(4).build());

    assertThat(metrics.isValid()).isTrue();
    assertThat(metrics.value(Metric.REQUEST_LATENCY)).isEqualTo(40 * MILLI);
    assertThat(metrics.value(Metric.E2E_OUTPUT_TOKEN_THROUGHPUT)).isEqualTo(100_000_000);
    assertThat(Metric.values())
        .filteredOn(metric -> metric.is(Metric.Flag.STREAMING))
        .noneMatch(metrics::has);
    assertThat(metrics.interChunkGapsNanos()).isEmpty();
  }

  @Test
  void imageLatencyIsTheLatencyPerImage() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t140").images(3).build());

    assertThat(metrics.value(Metric.NUM_IMAGES)).isEqualTo(3);
    assertThat(metrics.value(Metric.IMAGE_THROUGHPUT)).isEqualTo(75_000_000);
    assertThat(metrics.value(Metric.IMAGE_LATENCY)).isEqualTo(13_333_333_333L);
  }

  /** As AIPerf has it: seconds of sound for each second of the server's work. */
  @Test
  void rtfxIsTheAudioDurationPerLatency() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t140").audioNanos(500_000_000).build());

    assertThat(metrics.displayValue(Metric.AUDIO_DURATION)).isEqualTo(0.5);
    assertThat(metrics.displayValue(Metric.RTFX)).isEqualTo(12.5);
    assertThat(RequestMetrics.of(traceOf("t140").build()).has(Metric.RTFX)).isFalse();
    assertThat(RequestMetrics.of(traceOf("t140").build()).has(Metric.AUDIO_DURATION)).isFalse();
  }

  @Test
  void aPromptWithoutImagesHasNoImageMetrics() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t140").build());

    assertThat(metrics.has(Metric.NUM_IMAGES)).isFalse();
    assertThat(metrics.has(Metric.IMAGE_THROUGHPUT)).isFalse();
    assertThat(metrics.has(Metric.IMAGE_LATENCY)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Outcome.class)
  void everyOutcomeExceptOkIsInvalidAndOnlyErrorsOfTheServerCountAsErrors(Outcome outcome) {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t140 t150").outcome(outcome).build());

    assertThat(metrics.isValid()).isEqualTo(outcome == Outcome.OK);
    assertThat(metrics.isError()).isEqualTo(outcome.isError());
    assertThat(metrics.has(Metric.ERROR_REQUEST_COUNT)).isEqualTo(outcome.isError());
    assertThat(metrics.value(Metric.CLIENT_OVERHEAD)).isEqualTo(5 * MILLI);
  }

  @Test
  void aSuccessWithoutContentIsCountedAsAnError() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("e140").build());

    assertThat(metrics.isError()).isTrue();
  }

  @Test
  void aRequestThatWasNeverSentHasNoStart() {
    RequestTrace trace =
        traceOf("e140").sentAtNanos(RequestTrace.NONE).outcome(Outcome.TRANSPORT_ERROR).build();

    assertThat(trace.startNanos()).isEqualTo(RequestTrace.NONE);
    assertThat(RequestMetrics.of(trace).has(Metric.CLIENT_OVERHEAD)).isFalse();
  }

  @Test
  void aFirstChunkBeforeTheStartGivesNoTimeToFirstToken() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t90 t150").outputTokens(3).build());

    assertThat(metrics.has(Metric.TIME_TO_FIRST_TOKEN)).isFalse();
    assertThat(metrics.has(Metric.PREFILL_THROUGHPUT_PER_USER)).isFalse();
    assertThat(metrics.has(Metric.DECODE_DURATION)).isFalse();
    assertThat(metrics.has(Metric.INTER_TOKEN_LATENCY)).isFalse();
    assertThat(metrics.value(Metric.REQUEST_LATENCY)).isEqualTo(50 * MILLI);
  }

  /** Its row has no request latency, by which documents decide the same. */
  @Test
  void aRequestWhoseLastChunkIsBeforeItsStartIsNotValid() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t80 t90 e150").build());

    assertThat(metrics.isValid()).isFalse();
    assertThat(metrics.isError()).isTrue();
  }

  @Test
  void anAveragedGapIsRoundedOnceToPicoseconds() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t140 t180").outputTokens(8).build());

    assertThat(metrics.value(Metric.INTER_TOKEN_LATENCY)).isEqualTo(5_714_285_714L);
    assertThat(metrics.value(Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER)).isEqualTo(175_000_000);
  }

  @Test
  void aRateOfManyTokensInNoTimeDoesNotOverflow() {
    RequestMetrics metrics =
        RequestMetrics.of(traceOf("t140 t180").outputTokens(Integer.MAX_VALUE).build());

    assertThat(metrics.displayValue(Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER))
        .isEqualTo((Integer.MAX_VALUE - 1) / 0.040);
  }

  @Test
  void chunkArraysOfDifferentLengthsAreRejected() {
    assertThatThrownBy(
            () -> new RequestTraceBuilder().chunks(new long[2], new int[1], new byte[2]).build())
        .hasMessage(
            "Invalid request trace: 2 chunk times, 1 reads, 2 kinds (one of each per chunk)");
    assertThatThrownBy(() -> traceOf("t140 t150").chunkTokens(new int[] {1}).build())
        .hasMessage(
            "Invalid request trace: 2 chunk times, 1 chunk tokens (one per chunk, or none)");
  }
}
