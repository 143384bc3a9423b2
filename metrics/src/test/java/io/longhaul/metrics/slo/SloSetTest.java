package io.longhaul.metrics.slo;

import static io.longhaul.metrics.TestTraces.latencyOf;
import static io.longhaul.metrics.TestTraces.traceOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.MetricParser;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.RequestTraceBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class SloSetTest {
  @Test
  void aValueEqualToTheBoundIsGood() {
    assertThat(judge("request_latency:100", latencyOf(100))).isEqualTo(SloResult.GOOD);
  }

  @Test
  void aNanosecondTooMuchIsNotGood() {
    assertThat(SloSet.parse("request_latency:99.999999").slos())
        .containsExactly(new Slo(Metric.REQUEST_LATENCY, 99_999_999));
    assertThat(judge("request_latency:99.999999", latencyOf(100))).isEqualTo(SloResult.NOT_GOOD);
  }

  @Test
  void aRequestWithoutAMetricWithAnSloHasNoResult() {
    assertThat(judge("request_latency:100 inter_token_latency:70", traceOf("t140").outputTokens(1)))
        .isEqualTo(SloResult.NO_VALUE);
  }

  @Test
  void aMissingMetricTakesPrecedenceOverAMissedSlo() {
    assertThat(judge("request_latency:1 inter_token_latency:70", traceOf("t140").outputTokens(1)))
        .isEqualTo(SloResult.NO_VALUE);
  }

  @Test
  void aMetricWhoseLargerValueIsBetterHasALowerBound() {
    String twentyPerSecond = "output_token_throughput_per_user:20";

    assertThat(judge(twentyPerSecond, traceOf("t140 t190").outputTokens(2)))
        .isEqualTo(SloResult.GOOD);
    assertThat(judge(twentyPerSecond, traceOf("t140 t191").outputTokens(2)))
        .isEqualTo(SloResult.NOT_GOOD);
  }

  @Test
  void everySloMustBeMet() {
    assertThat(judge("request_latency:100 time_to_first_token:39", traceOf("t140 t150")))
        .isEqualTo(SloResult.NOT_GOOD);
    assertThat(judge("request_latency:100 time_to_first_token:40", traceOf("t140 t150")))
        .isEqualTo(SloResult.GOOD);
  }

  @Test
  void anErrorIsNeverGoodHoweverFastItIs() {
    assertThat(judge("client_overhead:100", traceOf("t101").outcome(Outcome.HTTP_ERROR)))
        .isEqualTo(SloResult.NOT_GOOD);
  }

  @Test
  void withoutSlosNoRequestIsEvaluated() {
    assertThat(SloSet.NONE.evaluate(RequestMetrics.of(latencyOf(1).build())))
        .isEqualTo(SloResult.NO_VALUE);
  }

  @Test
  void aThresholdBetweenTwoStoredUnitsIsRoundedInsideTheBound() {
    assertThat(SloSet.parse("request_latency:0.0000019").slos().get(0).threshold()).isEqualTo(1);
    assertThat(SloSet.parse("output_token_throughput_per_user:0.0000019").slos().get(0).threshold())
        .isEqualTo(2);
  }

  @Test
  void allProblemsAreReportedTogether() {
    assertThat(problems("ttft:100 request_latency:x inter_token_latency a:1:2 request_latency:-1"))
        .satisfiesExactly(
            unknown ->
                assertThat(unknown).isEqualTo("Invalid SLO metric: ttft (there is no metric ttft)"),
            noNumber ->
                assertThat(noNumber)
                    .isEqualTo("Invalid SLO value: 'request_latency:x' (a number instead of x)"),
            noColon ->
                assertThat(noColon)
                    .isEqualTo(
                        "Invalid SLO: 'inter_token_latency' (TAG:VALUE, as in"
                            + " request_latency:2000)"),
            twoColons -> assertThat(twoColons).startsWith("Invalid SLO metric: a:1 (there is no"),
            negative ->
                assertThat(negative)
                    .isEqualTo("Invalid SLO value: 'request_latency:-1' (0 or more)"));
  }

  @Test
  void aMetricWithoutAValuePerRequestIsRejected() {
    assertThat(problems("inter_chunk_latency:1 request_count:2"))
        .allSatisfy(
            problem ->
                assertThat(problem).contains("has no value for each request").contains("latency"));
  }

  @Test
  void theTextOfSlosParsesToTheSameSlos() {
    SloSet slos =
        SloSet.parse("request_latency:99.5 output_token_throughput_per_user:1e1 image_latency:0");

    assertThat(slos.text())
        .isEqualTo("request_latency:99.5 output_token_throughput_per_user:10 image_latency:0");
    assertThat(SloSet.parse(slos.text())).isEqualTo(slos);
  }

  @Test
  void anSloGivenTwiceIsAProblem() {
    assertThat(problems("request_latency:1 request_latency:2"))
        .containsExactly("Invalid SLO: request_latency is given twice (once)");
  }

  @Test
  void theParserDecidesWhichNamesAreValid() {
    MetricParser reader =
        name -> {
          if (name.equals("ttft")) {
            throw new IllegalArgumentException("time_to_first_token needs --streaming");
          }
          return Metric.REQUEST_LATENCY;
        };
    InvalidSlosException refusal =
        catchThrowableOfType(InvalidSlosException.class, () -> SloSet.parse("ttft:1 x:2", reader));

    assertThat(refusal.problems())
        .containsExactly("Invalid SLO metric: ttft (time_to_first_token needs --streaming)");
    assertThat(SloSet.parse("x:2", reader).text()).isEqualTo("request_latency:2");
  }

  @Test
  void anEmptyTextAndAHugeNumberAreRejected() {
    assertThat(problems("  "))
        .containsExactly("Invalid SLO: '' (TAG:VALUE, as in request_latency:2000)");
    assertThat(problems("request_latency:1e999999999")).hasSize(1);
    assertThat(problems("request_latency:1e-999999999")).hasSize(1);
  }

  private static SloResult judge(String slos, RequestTraceBuilder request) {
    return SloSet.parse(slos).evaluate(RequestMetrics.of(request.build()));
  }

  private static List<String> problems(String text) {
    return catchThrowableOfType(InvalidSlosException.class, () -> SloSet.parse(text)).problems();
  }
}
