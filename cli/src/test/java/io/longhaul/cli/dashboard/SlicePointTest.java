package io.longhaul.cli.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.dashboard.SlicePoint.Percentiles;
import io.longhaul.export.Distribution;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlicePointTest {
  @Test
  void figuresOfASliceAreInDisplayUnits() {
    SliceRow slice = aSlice();
    slice.put("time_to_first_token_ns", percentiles(80.5e6, 98.1e6, 125e6));
    slice.put("inter_token_latency_ps", percentiles(12e9, 13e9, 14e9));

    SlicePoint point = SlicePoint.of(slice);

    assertThat(point.index()).isEqualTo(7);
    assertThat(point.requestsPerSecond()).isEqualTo(24.5);
    assertThat(point.tokensPerSecond()).isEqualTo(1612);
    assertThat(point.errors()).isEqualTo(1);
    assertThat(point.inFlight()).isEqualTo(8.2);
    assertThat(point.gpuWatts()).isEqualTo(512.4);
    assertThat(point.latencies())
        .containsEntry(Metric.TIME_TO_FIRST_TOKEN, new Percentiles(80.5, 98.1, 125))
        .containsEntry(Metric.INTER_TOKEN_LATENCY, new Percentiles(12, 13, 14))
        .doesNotContainKey(Metric.REQUEST_LATENCY);
  }

  @Test
  void aSliceWithoutObjectivesAndGpusHasNoSuchFigures() {
    SliceRow slice = aSlice();
    slice.put("gpu_power_watts", null);

    assertThat(SlicePoint.of(slice).goodput()).isNaN();
    assertThat(SlicePoint.of(slice).gpuWatts()).isNaN();
  }

  @Test
  void goodputCountsGoodRequests() {
    SliceRow slice = aSlice();
    slice.put("judged_requests", 49L);
    slice.put("good_requests", 40L);

    assertThat(SlicePoint.of(slice).goodput()).isEqualTo(20);
    assertThat(SlicePoint.of(slice).goodShare()).isEqualTo(0.8);
  }

  @Test
  void anEmptySliceIsNotSuspicious() {
    SliceRow slice = aSlice();
    assertThat(SlicePoint.of(slice).isTrusted()).isFalse();

    slice.put("empty", true);
    assertThat(SlicePoint.of(slice).isTrusted()).isTrue();
  }

  /** Two seconds long. */
  private static SliceRow aSlice() {
    SliceRow slice = new SliceRow();
    slice.put("slice_index", 7L);
    slice.put("covered_ns", 2_000_000_000L);
    slice.put("requests_ok", 49L);
    slice.put("valid_requests", 49L);
    slice.put("http_errors", 1L);
    slice.put("output_tokens_arrived", 3224L);
    slice.put("in_flight_request_ns", 16_400_000_000L);
    slice.put("gpu_power_watts", 512.4);
    slice.put("trusted", false);
    slice.put("distrust", List.of("machine busy"));
    slice.put("distrust_causes", List.of());
    return slice;
  }

  private static Distribution percentiles(double p50, double p90, double p99) {
    Distribution latency = new Distribution();
    latency.put("p50", p50);
    latency.put("p90", p90);
    latency.put("p99", p99);
    return latency;
  }
}
