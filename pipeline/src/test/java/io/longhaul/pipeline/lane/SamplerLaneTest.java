package io.longhaul.pipeline.lane;

import static io.longhaul.pipeline.history.Times.epochAt;
import static io.longhaul.pipeline.history.Times.ms;
import static io.longhaul.pipeline.history.Times.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.ServerPage;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.TestLane;
import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.slice.Gauge;
import io.longhaul.pipeline.slice.GaugeSum;
import io.longhaul.pipeline.slice.GpuCounter;
import io.longhaul.pipeline.slice.GpuSlice;
import io.longhaul.pipeline.slice.GpuSlices;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Samples are taken every 100 ms and are valid for at most 300 ms; slices last one second. */
class SamplerLaneTest {
  private static final long NANOJOULES = 1_000_000_000L;

  private final FakeLog log = new FakeLog();
  private final TestLane sampler = TestLane.sampler(log, "s0.1.0");

  @Test
  void aGaugeIsWeightedByTime() {
    sampler.started();
    sampler.sample(-100, "gpu-0", 100, 0);
    sampler.sample(150, "gpu-0", 300, 0);
    sampler.sample(250, "gpu-0", 200, 0);
    sampler.ended(300);

    GaugeSum power = only(0).gauge(Gauge.POWER_WATTS);
    assertThat(power.observedNanos()).isEqualTo(ms(300));
    assertThat(power.mean()).isEqualTo((150 * 100 + 100 * 300 + 50 * 200) / 300.0, within(1e-9));
    assertThat(power.min()).isEqualTo(100);
    assertThat(power.max()).isEqualTo(300);
  }

  @Test
  void aSampleIsValidForThreeIntervalsAndThenThereIsAGap() {
    sampler.started();
    sampler.sample(0, "gpu-0", 100, 0);
    sampler.sample(800, "gpu-0", 100, 0);
    sampler.ended(1000);

    GpuSlice slice = only(0);
    assertThat(slice.observedNanos()).isEqualTo(ms(300 + 200));
    assertThat(slice.samples()).isEqualTo(2);
    assertThat(slice.integratedPowerNanojoules()).isEqualTo(100 * ms(500));
  }

  @Test
  void aCounterIsDividedLinearlyAtSliceEdgesAndAddsUpExactly() {
    sampler.started();
    sampler.sample(-500, "gpu-0", 100, 0);
    sampler.sample(500, "gpu-0", 100, 100);
    sampler.sample(1500, "gpu-0", 100, 200.000000001);
    sampler.ended(1500);

    Map<Long, GpuSlices> parts = LaneReplay.of(log).gpuParts();
    assertThat(only(parts, 0).grown(GpuCounter.ENERGY_NANOJOULES)).isEqualTo(100 * NANOJOULES);
    assertThat(only(parts, 1).grown(GpuCounter.ENERGY_NANOJOULES)).isEqualTo(50 * NANOJOULES + 1);
  }

  @Test
  void everySeriesOfAServersPageIsARowAndNotPartOfASlice() {
    sampler.started();
    sampler.serverSample(-100, "http://a/metrics", 3, 0);
    sampler.serverSample(1_200, "http://a/metrics", 4, 5);
    sampler.serverScrapeFailed(1_250, "http://b/metrics");
    sampler.ended(1_300);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.serverSamples)
        .extracting(
            ServerSampleRow::getAtEpochNs,
            ServerSampleRow::getSliceIndex,
            ServerSampleRow::getName,
            ServerSampleRow::getType,
            ServerSampleRow::getValue,
            ServerSampleRow::getHistogramCount)
        .containsExactly(
            tuple(epochAt(-100), -1L, "running", "gauge", 3.0, null),
            tuple(epochAt(-100), -1L, "ttft_seconds", "histogram", null, 2.0),
            tuple(epochAt(1_200), 1L, "running", "gauge", 4.0, null),
            tuple(epochAt(1_200), 1L, "ttft_seconds", "histogram", null, 2.0));
    ServerSampleRow last = out.serverSamples.get(3);
    assertThat(last.getHoldsUntilEpochNs()).isEqualTo(epochAt(1_500));
    assertThat(last.getBucketBounds()).containsExactly(1.0, Double.POSITIVE_INFINITY);
    assertThat(last.getBucketCounts()).containsExactly(1.0, 2.0);
    assertThat(out.gpuParts()).isEmpty();
    assertThat(out.ending().serverSamples()).isEqualTo(4);
    assertThat(out.ending().gpuSamples()).isZero();
  }

  @Test
  void everyHandshakeIsARow() {
    sampler.started();
    sampler.handshake(1_200, 150);
    sampler.handshakeFailed(1_250);
    sampler.ended(1_300);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.handshakes)
        .extracting(
            HandshakeRow::getAtEpochNs,
            HandshakeRow::getSliceIndex,
            HandshakeRow::getTookNs,
            HandshakeRow::getHost,
            HandshakeRow::getPort,
            HandshakeRow::getErrorType)
        .containsExactly(
            tuple(epochAt(1_200), 1L, 150_000L, "server", 8000, null),
            tuple(epochAt(1_250), 1L, 50_000L, "server", 8000, "ConnectException"));
    assertThat(out.ending().handshakes()).isEqualTo(2);
    assertThat(out.gpuParts()).isEmpty();
  }

  @Test
  void scrapesOfServersAreCountedByPageFromTheStartOfTheRun() {
    sampler.started();
    sampler.serverSample(-100, "http://a/metrics", 3, 0);
    sampler.serverScrapeFailed(-50, "http://a/metrics");
    sampler.serverSample(100, "http://a/metrics", 4, 7);
    sampler.serverSample(200, "http://a/metrics", 4, 5);
    sampler.serverScrapeFailed(250, "http://b/metrics");
    sampler.ended(1_300);

    assertThat(LaneReplay.of(log).ending().serverPages().rows())
        .containsExactly(
            new ServerPage("http://a/metrics", 2L, 0L, 7),
            new ServerPage("http://b/metrics", 0L, 1L, 0));
  }

  @Test
  void aDecreasingCounterWasResetAndHasGrownByItsNewValue() {
    sampler.started();
    sampler.sample(0, "gpu-0", 100, 5000);
    sampler.sample(100, "gpu-0", 100, 7);
    sampler.ended(200);

    assertThat(only(0).grown(GpuCounter.ENERGY_NANOJOULES)).isEqualTo(7 * NANOJOULES);
  }

  @Test
  void memoryErrorsCountInTheSliceInWhichTheyOccurredAndOtherCountersRemainUnknown() {
    sampler.started();
    sampler.eccSample(-100, "gpu-0", 7);
    sampler.eccSample(500, "gpu-0", 7);
    sampler.eccSample(900, "gpu-0", 9);
    sampler.eccSample(1500, "gpu-0", 10);
    sampler.ended(1500);

    Map<Long, GpuSlices> parts = LaneReplay.of(log).gpuParts();
    assertThat(only(parts, 0).grown(GpuCounter.ECC_SINGLE_BIT_ERRORS)).isEqualTo(2);
    assertThat(only(parts, 1).grown(GpuCounter.ECC_SINGLE_BIT_ERRORS)).isEqualTo(1);
    assertThat(only(parts, 0).grown(GpuCounter.ECC_DOUBLE_BIT_ERRORS)).isEqualTo(GpuSlice.UNKNOWN);
  }

  @Test
  void samplesBeforeTheRunAreOnlyRowsAndBaselines() {
    sampler.started();
    sampler.sample(-1000, "gpu-0", 100, 10);
    sampler.sample(-900, "gpu-0", 100, 20);
    sampler.ended(-800);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.gpuSamples).extracting(GpuSampleRow::getSliceIndex).containsExactly(-1L, -1L);
    assertThat(out.gpuParts()).isEmpty();
    assertThat(out.ending().gpuSamples()).isEqualTo(2);
  }

  @Test
  void aSliceIsCompleteWhenEveryGpuWasSampledAtOrAfterItsEnd() {
    sampler.started();
    sampler.sample(900, "gpu-0", 100, 0);
    sampler.sample(900, "gpu-1", 100, 0);
    sampler.sample(1000, "gpu-0", 100, 0);
    sampler.heartbeat(1001);
    assertThat(LaneReplay.of(log).toRun).isEmpty();

    sampler.sample(1002, "gpu-1", 100, 0);
    sampler.heartbeat(1003);
    assertThat(LaneReplay.of(log).toRun)
        .extracting(LaneMessage::kind)
        .containsExactly(Kind.GPU_PART, Kind.PROGRESS);
  }

  @Test
  void aFailedExporterDelaysASliceForThreeIntervalsOnly() {
    sampler.started();
    sampler.sample(900, "gpu-0", 100, 0);
    sampler.scrapeFailed(1000);
    sampler.heartbeat(1299);
    assertThat(LaneReplay.of(log).toRun).isEmpty();

    sampler.heartbeat(1300);
    sampler.ended(2000);
    Map<Long, GpuSlices> parts = LaneReplay.of(log).gpuParts();
    assertThat(only(parts, 0).observedNanos()).isEqualTo(ms(100));
    assertThat(only(parts, 1).observedNanos()).isEqualTo(ms(200));
    assertThat(only(parts, 1).failedScrapes()).isEqualTo(1);
  }

  @Test
  void aGpuWithoutASampleInASliceHasAPartWithTheGap() {
    sampler.started();
    sampler.sample(100, "gpu-0", 100, 0);
    sampler.heartbeat(3500);

    Map<Long, GpuSlices> parts = LaneReplay.of(log).gpuParts();
    assertThat(parts).containsOnlyKeys(0L, 1L, 2L);
    assertThat(only(parts, 2).samples()).isZero();
    assertThat(only(parts, 2).observedNanos()).isZero();
  }

  @Test
  void energyReportedAfterASliceWasSentCountsInTheNextSlice() {
    sampler.started();
    sampler.sample(0, "gpu-0", 100, 0);
    sampler.heartbeat(1300);
    sampler.sample(2000, "gpu-0", 100, 200);
    sampler.ended(2000);

    Map<Long, GpuSlices> parts = LaneReplay.of(log).gpuParts();
    assertThat(only(parts, 0).grown(GpuCounter.ENERGY_NANOJOULES)).isEqualTo(GpuSlice.UNKNOWN);
    assertThat(only(parts, 1).grown(GpuCounter.ENERGY_NANOJOULES)).isEqualTo(200 * NANOJOULES);
  }

  @Test
  void noSampleOfALostSamplerIsValidBeyondItsFrontier() {
    sampler.started();
    sampler.sample(0, "gpu-0", 100, 0);
    sampler.heartbeat(200);
    sampler.lost();

    assertThat(only(0).observedNanos()).isEqualTo(ms(200));
  }

  @Test
  void anOutOfOrderSampleIsARowButIsNotAggregated() {
    sampler.started();
    sampler.sample(200, "gpu-0", 100, 0);
    sampler.sample(100, "gpu-0", 900, 0);
    sampler.ended(300);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.gpuSamples).hasSize(2);
    assertThat(only(out.gpuParts(), 0).gauge(Gauge.POWER_WATTS).max()).isEqualTo(100);
  }

  @Test
  void gpuSamplesAreCutAtTheEndOfTheRun() {
    sampler.started();
    sampler.sample(0, "gpu-0", 100, 0);
    sampler.sample(200, "gpu-0", 300, 40);
    sampler.sample(400, "gpu-0", 900, 100);
    sampler.sample(600, "gpu-1", 900, 0);
    sampler.scrapeFailed(700);
    sampler.ended(900);

    GpuSlice slice = only(LaneReplay.of(log).gpuPartsUntil(epochAt(250)), 0);
    assertThat(slice.samples()).isEqualTo(2);
    assertThat(slice.failedScrapes()).isZero();
    assertThat(slice.observedNanos()).isEqualTo(ms(250));
    assertThat(slice.gauge(Gauge.POWER_WATTS).max()).isEqualTo(300);
    assertThat(slice.integratedPowerNanojoules()).isEqualTo(100 * ms(200) + 300 * ms(50));
    assertThat(slice.grown(GpuCounter.ENERGY_NANOJOULES)).isEqualTo(55 * NANOJOULES);
  }

  @Test
  void aSamplerLaneWithoutTheStartOfTheRunIsLost() {
    sampler.started(
        builder ->
            builder.setPlan(
                sampler.plan().setRunStartEpochNs(null).setSliceDurationNs(seconds(1)).build()));

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.rejected).hasSize(1);
    assertThat(out.ending().lost()).isTrue();
  }

  private GpuSlice only(long slice) {
    return only(LaneReplay.of(log).gpuParts(), slice);
  }

  private static GpuSlice only(Map<Long, GpuSlices> parts, long slice) {
    assertThat(parts).containsKey(slice);
    assertThat(parts.get(slice).gpus()).hasSize(1);
    return parts.get(slice).gpus().values().iterator().next();
  }
}
