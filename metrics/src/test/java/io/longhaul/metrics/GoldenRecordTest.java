package io.longhaul.metrics;

import static io.longhaul.metrics.TestTraces.traceOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One request as AIPerf 0.13 measures it: vectors from running the original. */
class GoldenRecordTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          # case | timings             | out | reas | first | in | latency | ttft | ttst | ttfo | decode | itl                | icl      | osl | output | per user           | e2e               | prefill
          A      | t140 t150 t170 t200 | 4   | -1   | -1    | 10 | 100     | 40   | 10   | 40   | 60     | 20                 | 10 20 30 | 4   | 4      | 50                 | 40                | 250
          B      | t140                | 1   | -1   | -1    | 10 | 40      | 40   | -    | 40   | 0      | -                  | -        | 1   | 1      | -                  | 25                | 250
          # AIPerf's ITL of B2 is 0: one chunk contains no time between tokens. Files contain AIPerf's 0.
          B2     | t140                | 5   | -1   | -1    | 10 | 40      | 40   | -    | 40   | 0      | -                  | -        | 5   | 5      | -                  | 125               | 250
          C      | t140 t140 t180      | 8   | -1   | -1    | 10 | 80      | 40   | 0    | 40   | 40     | 5.714285714285714  | 0 40     | 8   | 8      | 174.99999999999997 | 100               | 250
          D      | r130 r140 t160 t170 | 2   | 2    | -1    | 10 | 70      | 30   | 10   | 60   | 40     | 13.333333333333334 | 10 20 10 | 4   | 2      | 75                 | 57.14285714285714 | 333.3333333333333
          E      | r130 r140           | -1  | 2    | -1    | 10 | 40      | 30   | 10   | -    | 10     | 10                 | 10       | 2   | -      | 100                | 50                | 333.3333333333333
          F      | t140 t180 e230      | 2   | -1   | -1    | 10 | 80      | 40   | 40   | 40   | 40     | 40                 | 40       | 2   | 2      | 25                 | 25                | 250
          H      | t140 t180           | -1  | -1   | -1    | -1 | 80      | 40   | 40   | 40   | 40     | -                  | 40       | -   | -      | -                  | -                 | -
          I      | t140 t180           | 0   | -1   | -1    | 0  | 80      | 40   | 40   | 40   | 40     | -                  | 40       | 0   | -      | -                  | 0                 | 0
          J      | t140 t190           | 8   | -1   | 3     | 10 | 90      | 40   | 50   | 40   | 50     | 10                 | 50       | 8   | 8      | 100                | 88.88888888888887 | 250
          J2     | t140 t190           | 8   | -1   | 8     | 10 | 90      | 40   | 50   | 40   | 50     | 7.142857142857142  | 50       | 8   | 8      | 140                | 88.88888888888887 | 250
          # L: the original has ITL -10 and -100 tokens/sec/user; a clock that ran backwards is no value here.
          L      | t140 t130           | 2   | -1   | -1    | 10 | 30      | 40   | -    | 40   | -      | -                  | -        | 2   | 2      | -                  | 66.66666666666666 | 250
          """)
  void aStreamedRequestHasTheFiguresOfAiperf(
      String name,
      String timings,
      int output,
      int reasoning,
      int firstChunk,
      int input,
      Double latency,
      Double ttft,
      Double ttst,
      Double ttfo,
      Double decode,
      Double itl,
      String gaps,
      Double osl,
      Double outputCount,
      Double perUser,
      Double endToEnd,
      Double prefill) {
    RequestMetrics metrics =
        RequestMetrics.of(
            traceOf(timings)
                .outputTokens(output)
                .reasoningTokens(reasoning)
                .firstChunkTokens(firstChunk)
                .inputTokens(input)
                .build());

    assertThat(metrics.isValid()).isTrue();
    assertDisplays(metrics, Metric.REQUEST_LATENCY, latency);
    assertDisplays(metrics, Metric.TIME_TO_FIRST_TOKEN, ttft);
    assertDisplays(metrics, Metric.TIME_TO_SECOND_TOKEN, ttst);
    assertDisplays(metrics, Metric.TIME_TO_FIRST_OUTPUT_TOKEN, ttfo);
    assertDisplays(metrics, Metric.DECODE_DURATION, decode);
    assertDisplays(metrics, Metric.INTER_TOKEN_LATENCY, itl);
    assertThat(millisOf(metrics.interChunkGapsNanos())).isEqualTo(gaps == null ? "" : gaps);
    assertDisplays(metrics, Metric.OUTPUT_SEQUENCE_LENGTH, osl);
    assertDisplays(metrics, Metric.OUTPUT_TOKEN_COUNT, outputCount);
    assertDisplays(metrics, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, perUser);
    assertDisplays(metrics, Metric.E2E_OUTPUT_TOKEN_THROUGHPUT, endToEnd);
    assertDisplays(metrics, Metric.PREFILL_THROUGHPUT_PER_USER, prefill);
  }

  @Test
  void caseFComparesTheServersUsageWithOurCounts() {
    RequestMetrics metrics =
        RequestMetrics.of(
            traceOf("t140 t180 e230")
                .outputTokens(2)
                .usagePromptTokens(11)
                .usageCompletionTokens(2)
                .usageCachedTokens(4)
                .build());

    assertDisplays(metrics, Metric.USAGE_PROMPT_TOKENS, 11.0);
    assertDisplays(metrics, Metric.USAGE_COMPLETION_TOKENS, 2.0);
    assertDisplays(metrics, Metric.USAGE_PROMPT_CACHE_READ_TOKENS, 4.0);
    assertDisplays(metrics, Metric.USAGE_PROMPT_TOKENS_DIFF_PCT, 10.0);
    assertDisplays(metrics, Metric.USAGE_COMPLETION_TOKENS_DIFF_PCT, 0.0);
    assertDisplays(metrics, Metric.USAGE_DISCREPANCY_COUNT, 0.0);
    assertDisplays(metrics, Metric.USAGE_REASONING_TOKENS, null);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      textBlock =
          """
          G: nothing but the end, e230, OK
          M: refused with 503,    e230, HTTP_ERROR
          N: over as it began,    t100, OK
          """)
  void anInvalidRequestHasOnlyItsErrorMetrics(String name, String timings, Outcome outcome) {
    RequestMetrics metrics = RequestMetrics.of(traceOf(timings).outcome(outcome).build());

    assertThat(metrics.isValid()).isFalse();
    assertDisplays(metrics, Metric.ERROR_ISL, 10.0);
    assertDisplays(metrics, Metric.ERROR_REQUEST_COUNT, 1.0);
    assertThat(Metric.values())
        .filteredOn(metrics::has)
        .allMatch(
            metric ->
                metric.is(Metric.Flag.ERROR_ONLY)
                    || metric.is(Metric.Flag.OF_ERRORS_TOO)
                    || metric.is(Metric.Flag.ANY_OUTCOME));
  }

  @ParameterizedTest(name = "{0}: asked for {1}, got {2}")
  @CsvSource({
    "K,   100,   95,   -5,    0",
    "K2,  100,   94,   -6,    1",
    "K3,  2000,  1949, -2.55, 1",
    "K4,  2000,  1950, -2.5,  0",
    "G15, 2000,  1945, -2.75, 1",
    "ours, 0,    5,    ,      ",
  })
  void anOutputLengthOtherThanRequestedIsAMismatch(
      String name, int requested, int got, Double percent, Double mismatches) {
    RequestMetrics metrics =
        RequestMetrics.of(
            traceOf("t140 t180").outputTokens(got).requestedOutputTokens(requested).build());

    assertDisplays(metrics, Metric.OSL_MISMATCH_DIFF_PCT, percent);
    assertDisplays(metrics, Metric.OSL_MISMATCH_COUNT, mismatches);
    assertDisplays(metrics, Metric.REQUESTED_OSL, (double) requested);
  }

  @ParameterizedTest
  @CsvSource({"110, 0", "111, 1", "89, 1"})
  void usageThatDiffersByMoreThanTenPercentIsADiscrepancy(int usage, double discrepancies) {
    RequestMetrics metrics =
        RequestMetrics.of(
            traceOf("t140 t180")
                .inputTokens(100)
                .outputTokens(2)
                .usagePromptTokens(usage)
                .usageCompletionTokens(2)
                .build());

    assertDisplays(metrics, Metric.USAGE_DISCREPANCY_COUNT, discrepancies);
  }

  @Test
  void g1OneStreamedRequest() {
    RequestMetrics metrics =
        RequestMetrics.of(traceOf("t150 t160 t172 t190").outputTokens(4).build());

    assertDisplays(metrics, Metric.TIME_TO_FIRST_TOKEN, 50.0);
    assertDisplays(metrics, Metric.TIME_TO_SECOND_TOKEN, 10.0);
    assertDisplays(metrics, Metric.REQUEST_LATENCY, 90.0);
    assertDisplays(metrics, Metric.INTER_TOKEN_LATENCY, 40.0 / 3);
    assertDisplays(metrics, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, 75.0);
    assertThat(millisOf(metrics.interChunkGapsNanos())).isEqualTo("10 12 18");
    assertDisplays(metrics, Metric.OUTPUT_TOKEN_COUNT, 4.0);
    assertDisplays(metrics, Metric.OUTPUT_SEQUENCE_LENGTH, 4.0);
    assertDisplays(metrics, Metric.INPUT_SEQUENCE_LENGTH, 10.0);
    assertDisplays(metrics, Metric.TIME_TO_FIRST_OUTPUT_TOKEN, 50.0);
    assertDisplays(metrics, Metric.DECODE_DURATION, 40.0);
    assertDisplays(metrics, Metric.E2E_OUTPUT_TOKEN_THROUGHPUT, 4 / 0.090);
    assertDisplays(metrics, Metric.PREFILL_THROUGHPUT_PER_USER, 200.0);
  }

  @ParameterizedTest(name = "output {0}, reasoning {1}")
  @CsvSource({"2, 3, 5, 2, 3, 2.5", "-1, 3, 3, , 3, 5", "2, -1, 2, 2, , 10"})
  void g5ReasoningTokensAreOutputToo(
      int output,
      int reasoning,
      double osl,
      Double outputCount,
      Double reasoningCount,
      Double itl) {
    RequestMetrics metrics =
        RequestMetrics.of(
            traceOf("t110 t120").outputTokens(output).reasoningTokens(reasoning).build());

    assertDisplays(metrics, Metric.OUTPUT_SEQUENCE_LENGTH, osl);
    assertDisplays(metrics, Metric.OUTPUT_TOKEN_COUNT, outputCount);
    assertDisplays(metrics, Metric.REASONING_TOKEN_COUNT, reasoningCount);
    assertDisplays(metrics, Metric.INTER_TOKEN_LATENCY, itl);
  }

  @Test
  void g6ThreeChunksOfWhichTwoArrivedTogether() {
    RequestMetrics metrics = RequestMetrics.of(traceOf("t140 +t140 t150").outputTokens(3).build());

    assertDisplays(metrics, Metric.TIME_TO_FIRST_TOKEN, 40.0);
    assertDisplays(metrics, Metric.TIME_TO_SECOND_TOKEN, 0.0);
    assertDisplays(metrics, Metric.REQUEST_LATENCY, 50.0);
    assertDisplays(metrics, Metric.INTER_TOKEN_LATENCY, 5.0);
    assertDisplays(metrics, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, 200.0);
    assertThat(millisOf(metrics.interChunkGapsNanos())).isEqualTo("0 10");
  }

  @Test
  void g11ReasoningComesFirstAndTheEndComesLater() {
    RequestMetrics metrics =
        RequestMetrics.of(
            traceOf("r120 t130 t140 e150").outputTokens(2).reasoningTokens(2).build());

    assertDisplays(metrics, Metric.TIME_TO_FIRST_TOKEN, 20.0);
    assertDisplays(metrics, Metric.TIME_TO_SECOND_TOKEN, 10.0);
    assertDisplays(metrics, Metric.TIME_TO_FIRST_OUTPUT_TOKEN, 30.0);
    assertDisplays(metrics, Metric.REQUEST_LATENCY, 40.0);
    assertThat(millisOf(metrics.interChunkGapsNanos())).isEqualTo("10 10");
    assertDisplays(metrics, Metric.OUTPUT_SEQUENCE_LENGTH, 4.0);
    assertDisplays(metrics, Metric.INTER_TOKEN_LATENCY, 20.0 / 3);
    assertDisplays(metrics, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, 150.0);
  }

  /** Equal within 10^-9 of the value or half a stored unit; null is no value. */
  private static void assertDisplays(RequestMetrics metrics, Metric metric, Double expected) {
    if (expected == null) {
      assertThat(metrics.has(metric)).as(metric.tag()).isFalse();
      return;
    }
    double halfAUnit = 0.5 / metric.unit().storedPerDisplay();
    assertThat(metrics.displayValue(metric))
        .as(metric.tag())
        .isCloseTo(expected, within(Math.max(halfAUnit, 1e-9 * Math.abs(expected))));
  }

  private static String millisOf(long[] nanos) {
    return Arrays.stream(nanos)
        .mapToObj(gap -> Long.toString(gap / 1_000_000))
        .reduce((a, b) -> a + " " + b)
        .orElse("");
  }
}
