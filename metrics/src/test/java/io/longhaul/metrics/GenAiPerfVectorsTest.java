package io.longhaul.metrics;

import static io.longhaul.metrics.TestTraces.latencyOf;
import static io.longhaul.metrics.TestTraces.traceOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.metrics.slo.InvalidSlosException;
import io.longhaul.metrics.slo.SloResult;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ExactStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * GenAI-Perf's vectors V1 to V5 and V8 for figures, with the intended result where GenAI-Perf's own
 * result is a defect. A request is sent at 100 ms; its events give the arrival times of tokens.
 * Other tests verify that bytes are decoded to these events.
 */
class GenAiPerfVectorsTest {
  private static final long MILLI = 1_000_000;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          # V1                 | events         | out | reas | ttft | ttst | latency | osl | itl | per user
          role chunk, DONE     | t120 t130 e140 | 2   | -1   | 20   | 10   | 30      | 2   | 10  | 100
          merged reads         | t110 +t110 t120 e120 | 3 | -1 | 10 | 0   | 20      | 3   | 5   | 200
          split event          | t110 t130 t140 | 3   | -1   | 10   | 20   | 40      | 3   | 15  | 66.6666667
          usage chunk last     | t110 t120 e125 | 2   | -1   | 10   | 10   | 20      | 2   | 10  | 100
          keep-alive alone     | t110 t130      | 2   | -1   | 10   | 20   | 30      | 2   | 20  | 50
          keep-alive + data    | t110 t120 t130 | 3   | -1   | 10   | 10   | 30      | 3   | 10  | 100
          data + keep-alive    | t110 t120 t130 | 3   | -1   | 10   | 10   | 30      | 3   | 10  | 100
          no space             | t110 t120 t130 | 3   | -1   | 10   | 10   | 30      | 3   | 10  | 100
          reasoning first      | r110 t120 t130 | 2   | 1    | 10   | 10   | 30      | 3   | 10  | 100
          named events         | t110 t120      | 2   | -1   | 10   | 10   | 20      | 2   | 10  | 100
          same time            | t110 +t110     | 2   | -1   | 10   | 0    | 10      | 2   | 0   | -
          # V2
          Triton + empty final | t110 t120 e130 | 2   | -1   | 10   | 10   | 20      | 2   | 10  | 100
          C API + empty final  | t110 t120 e130 | 2   | -1   | 10   | 10   | 20      | 2   | 10  | 100
          generate_stream      | t110 t120      | 2   | -1   | 10   | 10   | 20      | 2   | 10  | 100
          HF token stream      | t120           | 1   | -1   | 20   | -    | 20      | 1   | -   | -
          """)
  void v1AndV2OneStreamedRequest(
      String name,
      String timings,
      int output,
      int reasoning,
      Double ttft,
      Double ttst,
      Double latency,
      Double osl,
      Double itl,
      Double perUser) {
    RequestMetrics metrics =
        RequestMetrics.of(
            traceOf(timings)
                .outputTokens(output)
                .reasoningTokens(reasoning)
                .inputTokens(3)
                .build());

    assertShows(metrics, Metric.TIME_TO_FIRST_TOKEN, ttft);
    assertShows(metrics, Metric.TIME_TO_SECOND_TOKEN, ttst);
    assertShows(metrics, Metric.REQUEST_LATENCY, latency);
    assertShows(metrics, Metric.OUTPUT_SEQUENCE_LENGTH, osl);
    assertShows(metrics, Metric.INTER_TOKEN_LATENCY, itl);
    assertShows(metrics, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, perUser);
    assertShows(metrics, Metric.INPUT_SEQUENCE_LENGTH, 3.0);
  }

  @Test
  void v1TheFirstOutputTokenComesAfterTheReasoning() {
    assertShows(
        RequestMetrics.of(traceOf("r110 t120 t130").build()),
        Metric.TIME_TO_FIRST_OUTPUT_TOKEN,
        20.0);
  }

  @Test
  void v1AResponseThatIsNotStreamedHasNoTimeToFirstToken() {
    RequestMetrics metrics =
        RequestMetrics.of(traceOf("t130").streaming(false).outputTokens(3).build());

    assertShows(metrics, Metric.TIME_TO_FIRST_TOKEN, null);
    assertShows(metrics, Metric.REQUEST_LATENCY, 30.0);
    assertShows(metrics, Metric.OUTPUT_SEQUENCE_LENGTH, 3.0);
  }

  @Test
  void v1AnErrorInsideAStreamMakesTheRequestAnError() {
    RequestMetrics metrics =
        RequestMetrics.of(traceOf("t110 e120").outcome(Outcome.STREAM_ERROR).build());

    assertThat(metrics.isError()).isTrue();
    assertShows(metrics, Metric.TIME_TO_FIRST_TOKEN, null);
  }

  @Test
  void v3AResponseWithoutContentIsAnErrorAndCountsInNoThroughput() {
    Map<Metric, Long> folded = new EnumMap<>(Metric.class);
    for (String timings : List.of("e110", "t110 t120")) {
      RequestMetrics request = RequestMetrics.of(traceOf(timings).outputTokens(2).build());
      for (Metric metric :
          List.of(
              Metric.REQUEST_COUNT, Metric.ERROR_REQUEST_COUNT, Metric.OUTPUT_SEQUENCE_LENGTH)) {
        if (request.has(metric)) {
          folded.merge(metric, request.value(metric), Long::sum);
        }
      }
    }

    assertThat(folded)
        .containsEntry(Metric.REQUEST_COUNT, 1L)
        .containsEntry(Metric.ERROR_REQUEST_COUNT, 1L);
    assertThat(DerivedMetrics.of(folded, 20 * MILLI))
        .containsEntry(Metric.REQUEST_THROUGHPUT, 50_000_000L)
        .containsEntry(Metric.OUTPUT_TOKEN_THROUGHPUT, 100_000_000L);
  }

  @Test
  void v4AThroughputIsALowerBound() {
    SloSet slos = SloSet.parse("request_latency:40 output_token_throughput_per_user:99");

    assertThat(judged(slos, "t110 t130", 3)).isEqualTo(SloResult.GOOD);
    assertThat(judged(slos, "t110 t130", 2)).isEqualTo(SloResult.NOT_GOOD);
    assertThat(judged(slos, "t110 t150", 5)).isEqualTo(SloResult.NOT_GOOD);
    assertThat(DerivedMetrics.of(Map.of(Metric.GOOD_REQUEST_COUNT, 1L), 50 * MILLI))
        .containsEntry(Metric.GOODPUT, 20_000_000L);
  }

  /** The original pairs the one request's first token with the other's gap. */
  @Test
  void v4EveryRequestIsEvaluatedByItsOwnFigures() {
    SloSet slos = SloSet.parse("time_to_first_token:50 inter_token_latency:5");

    assertThat(judged(slos, "t200", 1)).isEqualTo(SloResult.NO_VALUE);
    assertThat(judged(slos, "t110 t112", 2)).isEqualTo(SloResult.GOOD);
  }

  @Test
  void v4AnUnknownMetricIsRejected() {
    assertThatThrownBy(() -> SloSet.parse("foo:1 time_to_first_token:500"))
        .isInstanceOf(InvalidSlosException.class)
        .hasMessageStartingWith("Invalid SLO metric: foo (there is no metric foo)");
  }

  @Test
  void v5Statistics() {
    DistributionSummary summary =
        ExactStatistics.of(new long[] {4 * MILLI, MILLI, 3 * MILLI, 2 * MILLI}, MILLI)
            .orElseThrow();

    assertThat(
            new double[] {
              summary.avg(), summary.min(), summary.max(), summary.p1(), summary.p5(),
              summary.p10(), summary.p25(), summary.p50(), summary.p75(), summary.p90(),
              summary.p95(), summary.p99(), summary.std()
            })
        .containsExactly(
            new double[] {2.5, 1, 4, 1.03, 1.15, 1.3, 1.75, 2.5, 3.25, 3.7, 3.85, 3.97, 1.11803399},
            within(1e-8));
  }

  /** Two images, answered after 100 ms. */
  @Test
  void v8ImagesShareTheLatencyOfTheirRequest() {
    RequestMetrics request = RequestMetrics.of(latencyOf(100).images(2).build());

    assertThat(request.displayValue(Metric.REQUEST_LATENCY)).isEqualTo(100);
    assertThat(request.displayValue(Metric.IMAGE_THROUGHPUT)).isEqualTo(20);
    assertThat(request.displayValue(Metric.IMAGE_LATENCY)).isEqualTo(50);
    assertThat(SloSet.parse("image_latency:60 image_throughput:10").evaluate(request))
        .isEqualTo(SloResult.GOOD);
    assertThat(SloSet.parse("image_latency:49 image_throughput:10").evaluate(request))
        .isNotEqualTo(SloResult.GOOD);
    assertThat(SloSet.parse("image_latency:60 image_throughput:21").evaluate(request))
        .isNotEqualTo(SloResult.GOOD);
  }

  private static SloResult judged(SloSet slos, String timings, int output) {
    return slos.evaluate(RequestMetrics.of(traceOf(timings).outputTokens(output).build()));
  }

  private static void assertShows(RequestMetrics metrics, Metric metric, Double expected) {
    if (expected == null) {
      assertThat(metrics.has(metric)).as(metric.tag()).isFalse();
    } else {
      assertThat(metrics.displayValue(metric))
          .as(metric.tag())
          .isCloseTo(expected, within(1e-6 * Math.max(1, expected)));
    }
  }
}
