package io.longhaul.config.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricNamesTest {
  private final MetricNames names = new MetricNames(metric -> Optional.empty());

  @ParameterizedTest
  @CsvSource({
    "ttft, time_to_first_token",
    "TTFT, time_to_first_token",
    "time-to-first-token, time_to_first_token",
    "itl, inter_token_latency",
    "tpot, inter_token_latency",
    "icl, inter_chunk_latency",
    "e2el, request_latency",
    "osl, output_sequence_length",
    "isl, input_sequence_length",
    "rps, request_throughput",
    "goodput, goodput"
  })
  void aMetricHasItsTagAndItsUsualAbbreviations(String typed, String tag) {
    assertThat(names.metric(typed).tag()).isEqualTo(tag);
  }

  @Test
  void noAbbreviationIsAlsoATag() {
    assertThat(MetricNames.ALIASES.keySet()).noneMatch(name -> Metric.ofTag(name).isPresent());
  }

  @Test
  void thePageListsEveryAbbreviation() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("../docs/command-line.md"), UTF_8).stream()
            .dropWhile(line -> !line.equals("| Typed | Metric |"))
            .takeWhile(line -> line.startsWith("|"))
            .toList();

    for (Map.Entry<String, Metric> name : MetricNames.ALIASES.entrySet()) {
      assertThat(rows)
          .as(name.getKey())
          .anyMatch(
              row ->
                  row.split("\\|", -1)[1].contains("`" + name.getKey() + "`")
                      && row.split("\\|", -1)[2].contains("`" + name.getValue().tag() + "`"));
    }
    long listed =
        rows.stream()
            .skip(2)
            .flatMap(row -> Arrays.stream(row.split("\\|", -1)[1].split(",", -1)))
            .count();
    assertThat(listed).isEqualTo(MetricNames.ALIASES.size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tttft | there is no metric tttft; did you mean time_to_first_token?",
        "time_to_first_tokn | there is no metric time_to_first_tokn; did you mean"
            + " time_to_first_token?",
        "token_latency | there is no metric token_latency; did you mean inter_token_latency or"
            + " adj_inter_token_latency?",
        "p99_ttft | did you mean time_to_first_token.p99?",
        "ttft_p99 | did you mean time_to_first_token.p99?",
        "vllm:num_requests_running | vllm:num_requests_running is a server metric, but conditions"
            + " apply to metrics of requests; server_slices.parquet contains it if"
            + " --server-metrics scrapes it",
        "gpu_power_usage | gpu_power_usage is a GPU metric, but conditions apply to metrics of"
            + " requests; gpu_telemetry_export and the lake contain GPU metrics",
        "bogus | there is no metric bogus; common ones are ttft for time_to_first_token, itl for"
            + " inter_token_latency, e2el for request_latency, rps for request_throughput, tps for"
            + " output_token_throughput",
      })
  void whatIsNoMetricIsRefusedWithWhatWasMeant(String typed, String advice) {
    assertThatThrownBy(() -> names.metric(typed)).hasMessage(advice);
  }

  @Test
  void aMetricThatTheRunDoesNotHaveIsRefusedWithTheReason() {
    MetricNames ofRun =
        new MetricNames(
            metric ->
                metric == Metric.TIME_TO_FIRST_TOKEN
                    ? Optional.of("needs --streaming")
                    : Optional.empty());

    assertThatThrownBy(() -> ofRun.metric("ttft"))
        .hasMessage("time_to_first_token needs --streaming");
  }

  @ParameterizedTest
  @CsvSource({
    "request_latency, 500, 500",
    "request_latency, 1.5s, 1500",
    "inter_token_latency, 500us, 0.5",
    "benchmark_duration, 2m, 120",
    "benchmark_duration, 90, 90"
  })
  void aBoundOfATimeMayHaveAUnit(String metric, String typed, String display) {
    assertThat(names.bound(names.metric(metric), typed)).isEqualByComparingTo(display);
  }

  @Test
  void aBoundOfAnythingElseIsAPlainNumber() {
    assertThatThrownBy(() -> names.bound(Metric.REQUEST_COUNT, "5s"))
        .hasMessage("a number instead of 5s");
    assertThatThrownBy(() -> names.bound(Metric.REQUEST_LATENCY, "5 apples"))
        .hasMessage(
            "a number of milliseconds instead of 5 apples, or with a unit as in 500ms, 90s or 10m");
  }
}
