package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.handshake.HandshakePlan;
import io.longhaul.load.handshake.HandshakeTarget;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.publish.FileEventPublisher;
import io.longhaul.load.record.LaneEvent;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.schema.EventKind;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Handshake;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.ScrapeFailed;
import io.longhaul.wire.ServerSample;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class MetricsSamplerTest {
  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final long RUN_START = 1_700_000_000_000_000_000L;

  @TempDir Path folder;
  private final AnchoredRunClock clock = new AnchoredRunClock();
  private final List<GpuSample> gpuSamples = new CopyOnWriteArrayList<>();
  private final List<ServerSample> forwarded = new CopyOnWriteArrayList<>();

  @Test
  void samplerLaneStartsWithBaselinesAndEndsWithOneMoreSample() throws Exception {
    List<LaneEvent> lane;
    try (MockServer mock = MockServer.start(MockServerOptions.builder().build())) {
      lane = sample(List.of(page(mock.dcgmPort())), List.of());
    }

    LaneStarted started = (LaneStarted) lane.get(0).event();
    assertThat(started.getLaneKind()).isEqualTo(LaneKind.SAMPLER);
    assertThat(started.getPhase()).isNull();
    assertThat(started.getPlan().getRunStartEpochNs()).isEqualTo(RUN_START);
    assertThat(started.getPlan().getSampleIntervalNs()).isEqualTo(INTERVAL.toNanos());
    assertThat(lane.get(1).event()).isInstanceOf(GpuSample.class);
    assertThat(lane.get(lane.size() - 1).kind()).isEqualTo(EventKind.LANE_ENDED);
    for (int i = 0; i < lane.size(); i++) {
      assertThat(lane.get(i).seq()).isEqualTo(i);
    }
    GpuSample sample = (GpuSample) lane.get(1).event();
    assertThat(sample.getAtNs()).isNotNegative();
    assertThat(sample.getPowerWatts()).isPositive();
    assertThat(sample.getGpuUuid()).startsWith("GPU-");
    assertThat(gpuSamples).as("forwarded").contains(sample);
  }

  @Test
  void unavailableExporterIsRecordedAndDoesNotDelayTheLane() throws Exception {
    List<LaneEvent> lane = sample(List.of(page(1)), List.of());

    assertThat(failures(lane)).isNotEmpty().noneMatch(ScrapeFailed::getOfServer);
    assertThat(lane).extracting(LaneEvent::event).anyMatch(Heartbeat.class::isInstance);
    assertThat(lane.get(lane.size() - 1).kind()).isEqualTo(EventKind.LANE_ENDED);
  }

  @Test
  void serverMetricsAreRecordedSeriesBySeries() throws Exception {
    List<LaneEvent> lane;
    try (MockServer mock = MockServer.start(MockServerOptions.builder().build())) {
      lane = sample(List.of(), List.of(page(mock.llmPort())));
    }

    ServerSample sample = (ServerSample) lane.get(1).event();
    assertThat(sample.getLastPart()).isTrue();
    assertThat(sample.getLeftOut()).isZero();
    assertThat(sample.getSeries())
        .anySatisfy(
            series -> {
              assertThat(series.getName()).isEqualTo("vllm:num_requests_running");
              assertThat(series.getType()).isEqualTo("gauge");
              assertThat(series.getHelp()).startsWith("Number of requests");
              assertThat(series.getValue()).isZero();
              assertThat(series.getLabels()).containsEntry("engine", "0");
            })
        .anySatisfy(
            series -> {
              assertThat(series.getName()).isEqualTo("vllm:time_to_first_token_seconds");
              assertThat(series.getValue()).isNull();
              assertThat(series.getHistogram().getCount()).isZero();
              assertThat(series.getHistogram().getBucketBounds())
                  .isSorted()
                  .endsWith(Double.POSITIVE_INFINITY);
            });
  }

  @Test
  void failedServerScrapeNamesItsServer() throws Exception {
    List<LaneEvent> lane = sample(List.of(), List.of(page(1)));

    assertThat(failures(lane)).isNotEmpty().allMatch(ScrapeFailed::getOfServer);
    assertThat(lane).extracting(LaneEvent::event).noneMatch(ServerSample.class::isInstance);
  }

  @Test
  void handshakesStartWithTheRunAndAShortRunHasTheMinimumNumber() throws Exception {
    List<LaneEvent> lane;
    try (MockServer mock = MockServer.start(MockServerOptions.builder().build())) {
      String url = "http://127.0.0.1:" + mock.llmPort();
      lane =
          sample(
              List.of(),
              List.of(),
              new HandshakePlan(
                  HandshakeTarget.among(List.of(url + "/v1", url)), Duration.ofHours(1)));
    }

    List<Handshake> handshakes =
        lane.stream()
            .map(LaneEvent::event)
            .filter(Handshake.class::isInstance)
            .map(Handshake.class::cast)
            .toList();
    assertThat(handshakes)
        .hasSize(5)
        .allSatisfy(
            handshake -> {
              assertThat(handshake.getTookNs()).isPositive();
              assertThat(handshake.getUrl()).endsWith("/v1");
              assertThat(handshake.getHost()).isEqualTo("127.0.0.1");
              assertThat(handshake.getErrorType()).isNull();
            });
    assertThat(handshakes).extracting(Handshake::getAtNs).isSorted();
  }

  private static URI page(int port) {
    return URI.create("http://127.0.0.1:" + port + "/metrics");
  }

  private static List<ScrapeFailed> failures(List<LaneEvent> lane) {
    return lane.stream()
        .map(LaneEvent::event)
        .filter(ScrapeFailed.class::isInstance)
        .map(ScrapeFailed.class::cast)
        .toList();
  }

  private List<LaneEvent> sample(List<URI> exporters, List<URI> servers) throws Exception {
    return sample(exporters, servers, HandshakePlan.NONE);
  }

  private List<LaneEvent> sample(List<URI> exporters, List<URI> servers, HandshakePlan handshakes)
      throws Exception {
    RunPlan plan = RunPlanBuilder.plan("run-1").model("mock-model").tokenizer("builtin").build();
    Path events = folder.resolve("events");
    try (FileEventPublisher publisher = new FileEventPublisher(events);
        MetricsSampler sampling =
            new MetricsSampler(
                plan,
                0,
                1,
                "gpu",
                0,
                exporters,
                servers,
                Set.of(),
                INTERVAL,
                handshakes,
                clock,
                publisher,
                gpuSamples::add,
                forwarded::add)) {
      assertThat(sampling.address().getLaneId()).isEqualTo("s0.1.0");
      sampling.start();
      // The end waits for a sample, and so does the baseline.
      awaitAScrape(sampling);
      sampling.open(RUN_START, RUN_START);
      sampling.end();
      assertThat(publisher.flush(Duration.ofSeconds(10))).isTrue();
    }
    return GeneratorRun.recordsIn(events).stream()
        .map(entry -> LaneEvent.decode(entry.key(), entry.value()))
        .toList();
  }

  private void awaitAScrape(MetricsSampler sampling) {
    long since = clock.nowNanos();
    while (!sampling.allPagesReadSince(since)) {
      assertThat(clock.nowNanos() - since).isLessThan(Duration.ofSeconds(10).toNanos());
      Thread.onSpinWait();
    }
  }
}
