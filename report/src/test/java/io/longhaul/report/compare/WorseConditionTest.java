package io.longhaul.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.metrics.MetricParser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorseConditionTest {

  @ParameterizedTest
  @CsvSource({
    "request_latency.p99>5%, request_latency.p99>5%",
    "time_to_first_token.mean > 2.50 %, time_to_first_token.avg>2.5%",
    "goodput>3%, goodput>3%",
    "request_throughput.avg>3%, request_throughput>3%",
    "energy_per_output_token>10%, energy_per_output_token>10%"
  })
  void conditionsAreParsed(String typed, String canonical) {
    assertThat(parse(typed).text()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "request_latency.p99>5",
        "request_latency.p99<5%",
        "request_latency>5%",
        "request_latency.p95>5%",
        "goodput.p99>5%",
        "send_lag.p99>5%",
        "request_latency.p99>5..1%",
        "nothing.p99>5%"
      })
  void otherTextsAreRefused(String typed) {
    assertThatThrownBy(() -> parse(typed)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void onlyARealDifferenceBeyondTheBoundIsAMiss() {
    assertThat(missed("goodput>3%", difference(ComparedFigure.GOODPUT, 100, 95, 2))).isTrue();
    assertThat(missed("goodput>6%", difference(ComparedFigure.GOODPUT, 100, 95, 2))).isFalse();
    assertThat(missed("goodput>3%", difference(ComparedFigure.GOODPUT, 100, 95, 6))).isFalse();
    assertThat(missed("goodput>3%", difference(ComparedFigure.GOODPUT, 100, 105, 2))).isFalse();
    assertThat(missed("request_latency.p99>5%", latency(100, 106))).isTrue();
    assertThat(missed("request_latency.p99>5%", latency(100, 94))).isFalse();
  }

  @Test
  void aBoundBelowTheMinimumEffectStillCounts() {
    assertThat(missed("request_latency.p99>1%", latency(100, 101.5))).isTrue();
  }

  @Test
  void aMissingFigureIsAMissBecauseNothingExcludesIt() {
    assertThat(missed("goodput>3%", latency(100, 100))).isTrue();
    assertThat(missed("goodput>3%", difference(ComparedFigure.GOODPUT, 100, 99, Double.NaN)))
        .isTrue();
  }

  @Test
  void theResultNamesTheDifferenceAndItsMargin() {
    assertThat(result("goodput>3%", difference(ComparedFigure.GOODPUT, 100, 95, 2)).text())
        .isEqualTo("B is 5.0 % worse (margin 2.0 %)");
    assertThat(
            result(
                    "request_error_rate>1%",
                    difference(ComparedFigure.REQUEST_ERROR_RATE, 0.5, 0.1, 0.2))
                .text())
        .isEqualTo("B is 0.4 points better (margin 0.2 points)");
  }

  private static boolean missed(String condition, FigureDifference difference) {
    return result(condition, difference).missed();
  }

  private static WorseCondition.Result result(String condition, FigureDifference difference) {
    return parse(condition)
        .of(new RunComparison("A", "B", List.of(difference), List.of(), List.of()));
  }

  private static FigureDifference latency(double baseline, double other) {
    return difference(ComparedFigure.REQUEST_LATENCY_P99, baseline, other, 1);
  }

  private static FigureDifference difference(
      ComparedFigure figure, double baseline, double other, double margin) {
    return FigureDifference.of(figure, baseline, other, margin, 2);
  }

  private static WorseCondition parse(String text) {
    return WorseCondition.parse(text, MetricParser.OF_FILES);
  }
}
