package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.publish.FileEventPublisher;
import io.longhaul.load.publish.RecordFile;
import io.longhaul.load.record.LaneEvent;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.schema.EventKind;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.ScrapeFailed;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class GpuSamplingTest {
  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final long RUN_START = 1_700_000_000_000_000_000L;

  @TempDir Path folder;
  private final AnchoredRunClock clock = new AnchoredRunClock();

  @Test
  void aSamplersLaneTellsBaselinesFirstAndOneMoreSampleAtItsEnd() throws Exception {
    List<LaneEvent> lane;
    try (MockServer mock = MockServer.start(MockServerOptions.builder().build())) {
      lane = sample(URI.create("http://127.0.0.1:" + mock.dcgmPort() + "/metrics"));
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
  }

  @Test
  void aDeadExporterIsToldAndDoesNotHoldUpTheLane() throws Exception {
    List<LaneEvent> lane = sample(URI.create("http://127.0.0.1:1/metrics"));

    assertThat(lane).extracting(LaneEvent::event).anyMatch(ScrapeFailed.class::isInstance);
    assertThat(lane).extracting(LaneEvent::event).anyMatch(Heartbeat.class::isInstance);
    assertThat(lane.get(lane.size() - 1).kind()).isEqualTo(EventKind.LANE_ENDED);
  }

  private List<LaneEvent> sample(URI exporter) throws Exception {
    RunPlan plan = RunPlan.builder("run-1").model("mock-model").tokenizer("builtin").build();
    Path events = folder.resolve("events");
    try (FileEventPublisher publisher = new FileEventPublisher(events);
        GpuSampling sampling =
            new GpuSampling(plan, 0, 1, "gpu", 0, List.of(exporter), INTERVAL, clock, publisher)) {
      assertThat(sampling.address().getLaneId()).isEqualTo("s0.1.0");
      sampling.start();
      // The end waits for a sample; so does the baseline.
      awaitAScrape(sampling);
      sampling.open(RUN_START);
      sampling.end();
      assertThat(publisher.flush(Duration.ofSeconds(10))).isTrue();
    }
    return RecordFile.readAll(events).stream()
        .map(entry -> LaneEvent.decode(entry.key(), entry.value()))
        .toList();
  }

  private void awaitAScrape(GpuSampling sampling) {
    long since = clock.nowNanos();
    while (!sampling.heardOfAllSince(since)) {
      assertThat(clock.nowNanos() - since).isLessThan(Duration.ofSeconds(10).toNanos());
      Thread.onSpinWait();
    }
  }
}
