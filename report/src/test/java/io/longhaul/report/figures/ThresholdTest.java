package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.MetricParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThresholdTest {
  private static final String RUN = "run";

  @TempDir Path folder;

  /** Three requests of 400, 600 and 400 ms in 3 s, one error; they end in slices 0, 1 and 2. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "request_latency.max>599.9, true",
    "request_latency.max>600, false",
    "request_latency.max>=600, true",
    "request_latency.p50 < 400, false",
    "request_latency.p50 <= 400, true",
    "request_throughput<1.5, true",
    "error_request_count>0, true",
    "context_overflow_count>0, false",
    "effective_concurrency.avg>1, false",
    "adj_request_latency.p99>1e6, true",
    "request_latency.p99>500 in more than 0 slices, true",
    "request_latency.p99>500 in more than 1 slice, false",
    "request_latency.p99>1 in more than 2 slices, true",
    "error_request_count>0 in more than 0 slices, true",
    "error_request_count>0 in more than 1 slices, false",
  })
  void aThresholdIsEvaluatedForARun(String condition, boolean missed) throws IOException {
    assertThat(parse(condition).of(aRun()).missed()).isEqualTo(missed);
  }

  @Test
  void aResultIsReportedAsASentence() throws IOException {
    RunReport report = aRun();

    assertThat(parse("request_latency.max>500").of(report).text())
        .isEqualTo(
            "request_latency.max>500: the value is 600.00 ms; in the slices that can be trusted,"
                + " it is 400.00 ms");
    assertThat(parse("request_latency.max>500 in more than 0 slices").of(report).text())
        .isEqualTo("request_latency.max>500 in more than 0 slices: true in 1 slice");
  }

  /** A gate that cannot be looked at has not been passed. */
  @Test
  void aMissingFigureIsAFailure() throws IOException {
    RunReport report =
        RunReport.read(
            new FakePipeline(folder, RUN).with(anError(RUN, "e", 0, 100)).finished(at(1000)), RUN);

    ThresholdResult result = parse("time_to_first_token.p99>500").of(report);

    assertThat(result.missed()).isTrue();
    assertThat(result.text())
        .isEqualTo("time_to_first_token.p99>500: the run has no time_to_first_token.p99");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ttft",
        "time_to_first_token.p99",
        "time_to_first_token.p99=500",
        "time_to_first_token.p99>500 in more than slices",
        "time_to_first_token.p99>500 in 3 slices",
      })
  void aTextOfAnotherFormIsRejectedWithAnExample(String condition) {
    assertThatThrownBy(() -> parse(condition))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("as in 'time_to_first_token.p99>500'");
  }

  @Test
  void anUnknownStatisticIsRejectedWithTheExistingOnes() {
    assertThatThrownBy(() -> parse("ttft.p99>500")).hasMessage("there is no metric ttft");
    assertThatThrownBy(() -> parse("time_to_first_token.p98>500"))
        .hasMessage(
            "time_to_first_token with one of its statistics: avg, p1, p5, p10, p25, p50, p75, p90,"
                + " p95, p99, min, max, std, count, sum");
    assertThatThrownBy(() -> parse("time_to_first_token>500"))
        .hasMessageStartingWith("time_to_first_token with one of its statistics: avg");
    assertThatThrownBy(() -> parse("tokens_in_flight.p25>1"))
        .hasMessage(
            "tokens_in_flight with one of its statistics: avg, p50, p90, p95, p99, min, max, std");
    assertThatThrownBy(() -> parse("request_count.p99>1"))
        .hasMessage("request_count, which is one number, without a statistic");
    assertThatThrownBy(() -> parse("request_throughput<1e999999999"))
        .hasMessage("a number instead of 1e999999999");
  }

  @Test
  void aFigureThatSlicesLackIsRejectedForSlices() {
    assertThatThrownBy(() -> parse("decode_duration.p99>500 in more than 3 slices"))
        .hasMessage("decode_duration exists only for the whole run: omit 'in more than … slices'");
    assertThatThrownBy(() -> parse("effective_concurrency.avg>500 in more than 3 slices"))
        .hasMessageStartingWith("effective_concurrency exists only for the whole run");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drift",
        "drift(request_latency.p99)",
        "drift(request_latency.p99)>2",
        "drift(request_latency.p99)>2%",
        "drift(request_latency.p99)>2%/h in more than 3 slices",
        "drift request_latency.p99>2%/h",
      })
  void aDriftOfAnotherFormIsRejectedWithAnExample(String condition) {
    assertThatThrownBy(() -> parse(condition))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("as in 'drift(time_to_first_token.p99)>2%/h'");
  }

  @Test
  void aDriftNeedsAFigureOfSlices() {
    assertThatThrownBy(() -> parse("drift(decode_duration.p99)>2%/h"))
        .hasMessage(
            "decode_duration exists only for the whole run, and a drift needs a figure of slices");
    assertThatThrownBy(() -> parse("drift(request_latency.p98)>2%/h"))
        .hasMessageStartingWith("request_latency with one of its statistics: avg");
    assertThatThrownBy(() -> parse("drift(latency)>2%/h")).hasMessage("there is no metric latency");
  }

  @Test
  void theTextOfADriftParsesToTheSameThreshold() {
    Threshold threshold = parse(" Drift( request_latency.P99 ) >= -2.50 % / h ");

    assertThat(threshold.text()).isEqualTo("drift(request_latency.p99)>=-2.5%/h");
    assertThat(threshold.isDrift()).isTrue();
    assertThat(threshold.bound()).isEqualTo(-2.5);
    assertThat(parse(threshold.text())).isEqualTo(threshold);
  }

  @Test
  void theTextParsesToTheSameThreshold() {
    MetricParser reader =
        new MetricParser() {
          @Override
          public Metric metric(String name) {
            return Metric.TIME_TO_FIRST_TOKEN;
          }

          @Override
          public BigDecimal bound(Metric metric, String text) {
            return new BigDecimal("500.0");
          }
        };

    Threshold threshold = Threshold.parse(" ttft.P99 > 0.5s  in more than 3 slices ", reader);

    assertThat(threshold.text()).isEqualTo("time_to_first_token.p99 > 500  in more than 3 slices");
    assertThat(Threshold.parse(threshold.text())).isEqualTo(threshold);
  }

  @Test
  void statisticsHaveCommonAlternativeNames() {
    assertThat(parse("request_latency.mean>1").text()).isEqualTo("request_latency.avg>1");
    assertThat(parse("request_latency.median>1").text()).isEqualTo("request_latency.p50>1");
    assertThat(parse("request_latency.stddev>1").text()).isEqualTo("request_latency.std>1");
    assertThat(parse("request_count.mean>1").text()).isEqualTo("request_count>1");
  }

  private static Threshold parse(String condition) {
    return Threshold.parse(condition);
  }

  private RunReport aRun() throws IOException {
    return RunReport.read(
        new FakePipeline(folder, RUN)
            .with(aRequest(RUN, "a", 0, 400))
            .with(aRequest(RUN, "b", 900, 1500))
            .with(anError(RUN, "e", 1300, 1301))
            .with(aRequest(RUN, "c", 2100, 2500))
            .finished(at(3000)),
        RUN);
  }
}
