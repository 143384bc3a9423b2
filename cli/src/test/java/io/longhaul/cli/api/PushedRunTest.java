package io.longhaul.cli.api;

import static io.longhaul.cli.api.FullSlices.VALUES;
import static io.longhaul.cli.api.FullSlices.aFullSlice;
import static io.longhaul.cli.api.FullSlices.aGpuSample;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.otlp.MetricsPush;
import io.longhaul.cli.otlp.OtlpReceiver;
import io.longhaul.cli.otlp.OtlpValues;
import io.longhaul.report.figures.FinishedSlices;
import io.longhaul.report.figures.LiveStability;
import io.longhaul.report.figures.PlannedLoad;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A collector receives what Prometheus would scrape. */
class PushedRunTest {
  private static final String LABELS =
      "{benchmark_id=run-1, concurrency=8, endpoint_type=chat, model=b,a \"x\", streaming=true}";

  @TempDir Path folder;

  private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
  private OtlpReceiver receiver;
  private RunApi api;

  @BeforeEach
  void open() throws IOException {
    receiver = OtlpReceiver.start();
    api =
        RunApi.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            "127.0.0.1",
            ApiTestRun.withObjectives(folder),
            () -> {});
  }

  @AfterEach
  void close() {
    api.close();
    receiver.close();
  }

  private MetricsPush push(RunView view) {
    return MetricsPush.ofRun(
        receiver.settings(), "run-1", "0.1.0", view.metrics().orElseThrow(), notes::add);
  }

  private void finishSlices() {
    LiveStability stability = new LiveStability(TimeUnit.SECONDS.toNanos(1), PlannedLoad.CONSTANT);
    api.dispatch(listener -> listener.starting(FinishedSlices.RUN_START_EPOCH_NS));
    for (int i = 0; i < 2; i++) {
      api.judged(stability.finished(aFullSlice(i, value -> 0.1 + value / 10_000.0)));
      api.finished(aFullSlice(i, value -> 0.1 + value / 10_000.0));
    }
    api.gpuSampled(aGpuSample(0));
  }

  /** Returns what Prometheus reads without native histograms. */
  private Map<String, Double> scraped() throws IOException {
    return OtlpValues.of(RawHttpExchange.to(api.address(), "GET", "/metrics").body());
  }

  @Test
  void valuesEqualTheScrapedOnes() throws Exception {
    finishSlices();
    push(api).close();
    OtlpReceiver.Received received = receiver.newest();

    Map<String, Double> pushed = received.values();
    assertThat(pushed).hasSizeGreaterThan(300).isEqualTo(scraped());
    assertThat(pushed)
        .containsEntry("longhaul_valid_requests_total" + LABELS, 2.0 * VALUES)
        .containsEntry("longhaul_request_latency_seconds_count" + LABELS, 2.0 * VALUES);
    assertThat(received.resource())
        .containsEntry("longhaul.run.id", "run-1")
        .containsEntry("longhaul.command", "profile");
    assertThat(notes).isEmpty();
  }

  @Test
  void beforeTheFirstSliceTheValuesEqualTheScrapedOnes() throws Exception {
    push(api).close();

    assertThat(receiver.newest().values()).isEqualTo(scraped()).isNotEmpty();
  }

  @Test
  void nativeHistogramsAreExponentialOnesWithTheSameBuckets() throws Exception {
    api.finished(aFullSlice(0, i -> i < 10 ? 0 : i < 1_000 ? 0.04 : 0.3));
    push(api).close();

    ExponentialHistogramDataPoint histogram =
        receiver
            .newest()
            .metric("longhaul_request_latency_seconds")
            .getExponentialHistogram()
            .getDataPoints(0);
    double base = Math.pow(2, Math.pow(2, -histogram.getScale()));
    List<Long> counts = histogram.getPositive().getBucketCountsList();
    int first = histogram.getPositive().getOffset();
    int last = first + counts.size() - 1;
    assertThat(histogram.getScale()).isEqualTo(LatencyHistograms.SCHEMA);
    assertThat(histogram.getZeroCount()).isEqualTo(10);
    assertThat(counts.get(0)).isEqualTo(990);
    assertThat(counts.get(counts.size() - 1)).isEqualTo(VALUES - 1_000);
    assertThat(counts.stream().mapToLong(Long::longValue).sum()).isEqualTo(VALUES - 10);
    assertThat(0.04).isGreaterThan(Math.pow(base, first)).isLessThan(Math.pow(base, first + 1));
    assertThat(0.3).isGreaterThan(Math.pow(base, last)).isLessThan(Math.pow(base, last + 1));
    assertThat(histogram.getCount()).isEqualTo(VALUES);
  }

  @Test
  @SuppressWarnings("try") // sends until the end
  void theEndOfTheRunIsTheLastThatIsSent() throws Exception {
    finishSlices();
    try (MetricsPush push = push(api)) {
      receiver.newest().values();
      Files.writeString(ApiTestRun.in(folder).layout().profileJson(), "{\"was_cancelled\": true}");
      api.resultsExported();
    }

    assertThat(receiver.newest().values())
        .containsEntry(
            "longhaul_run_stage" + LABELS.replace(", streaming", ", stage=done, streaming"), 1.0);
  }

  @Test
  @Timeout(60)
  @SuppressWarnings("try") // closed before the receiver is asked
  void aRunWithoutAPortSendsItsMetricsAndEndsAtOnce() throws Exception {
    try (RunApi collecting = RunApi.withoutPort(ApiTestRun.in(folder));
        MetricsPush push = push(collecting)) {
      collecting.finished(FinishedSlices.aSlice(0, 10));
      collecting.failed("because");
      long before = System.nanoTime();
      collecting.linger();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
      push.close();

      assertThat(receiver.newest().values())
          .containsEntry(
              "longhaul_run_stage" + LABELS.replace(", streaming", ", stage=failed, streaming"),
              1.0);
    }
  }

  @Test
  void noViewHasNoMetrics() {
    assertThat(RunView.NONE.metrics()).isEmpty();
  }
}
