package io.longhaul.cli.api;

import static io.longhaul.report.figures.FinishedSlices.aSlice;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusExpositionTest {
  private static final String LABELS =
      "benchmark_id=\"run-1\",model=\"b,a \\\"x\\\"\",endpoint_type=\"chat\",streaming=\"true\","
          + "concurrency=\"8\"";

  @TempDir Path folder;

  private final RunState state = ApiTestRun.state();

  private List<String> lines() {
    return PrometheusExposition.of(ApiTestRun.in(folder), state).lines().toList();
  }

  @Test
  void distributionsAreSummariesWithAiperfsNames() {
    state.finished(aSlice(0, 10, 20, 30));

    assertThat(lines())
        .containsSubsequence(
            "# HELP aiperf_request_latency_ms Request Latency (in ms)",
            "# TYPE aiperf_request_latency_ms summary",
            "aiperf_request_latency_ms_sum{" + LABELS + "} 60.0",
            "aiperf_request_latency_ms_count{" + LABELS + "} 3",
            "# HELP aiperf_request_latency_avg_ms Request Latency average (in ms)",
            "# TYPE aiperf_request_latency_avg_ms gauge",
            "aiperf_request_latency_avg_ms{" + LABELS + "} 20.0")
        .anyMatch(
            line -> line.startsWith("aiperf_request_latency_ms{" + LABELS + ",quantile=\"0.99\"} "))
        .contains("aiperf_request_throughput_avg_requests_per_sec{" + LABELS + "} 3.0");
  }

  @Test
  void theRunIsShownBeforeTheFirstMetric() {
    state.generatorsPresent(1);

    assertThat(lines())
        .contains(
            "aiperf_info{" + LABELS + ",version=\"0.13.0\",longhaul_version=\"0.1.0\"} 1",
            "longhaul_run_stage{" + LABELS + ",stage=\"preparing\"} 1",
            "longhaul_run_stage{" + LABELS + ",stage=\"running\"} 0",
            "longhaul_slices_finished_total{" + LABELS + "} 0")
        .noneMatch(line -> line.startsWith("aiperf_request"));
  }

  @Test
  void aFamilyIsDeclaredOnceBeforeItsSamples() {
    state.finished(aSlice(0, 10, 20, 30));

    assertThat(lines().stream().filter(line -> line.startsWith("# TYPE "))).doesNotHaveDuplicates();
    assertThat(lines())
        .allMatch(
            line ->
                line.matches("# (HELP|TYPE) [a-z_0-9]+ .+")
                    || line.matches("[a-z_0-9]+\\{.+\\} [-0-9.E]+"));
  }
}
