package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.slice.CounterGrowth;
import io.longhaul.pipeline.slice.GpuCounter;
import io.longhaul.pipeline.slice.GpuKey;
import io.longhaul.pipeline.slice.GpuPart;
import io.longhaul.pipeline.slice.GpuParts;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.pipeline.state.GpuTrackerState;
import io.longhaul.pipeline.state.OpenGpuSliceState;
import io.longhaul.pipeline.state.SamplerState;
import io.longhaul.pipeline.types.ConvertedList;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.ScrapeFailed;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Aggregates the GPU samples of a sampler's lane into slices. A gauge holds its value until the
 * next sample, but for at most three intervals; the rest is a gap. The growth of a counter between
 * two samples is distributed evenly over the time between them and divided at slice edges. If a
 * counter decreases, it was reset and has grown by its new value. Samples before the lane's start
 * are baselines. The end of the run is not known yet; the run stage cuts the parts there.
 *
 * <p>The aggregator sends a slice when the lane is complete up to the slice's end and every GPU was
 * sampled at or after it, or three intervals later. Facts about a slice that arrive after that
 * count in the next one.
 */
final class GpuAggregator {
  /** Maximum number of GPUs in one lane; further ones are rejected. */
  static final int MAX_GPUS = 4096;

  /** Number of intervals for which a sample is valid at most. */
  static final int SAMPLE_VALIDITY_INTERVALS = 3;

  private static final GpuCounter[] COUNTERS = GpuCounter.values();

  private final SliceClock clock;
  private final long startEpochNanos;
  private final long validityNanos;
  private long firstOpen;
  private final TreeMap<Long, GpuParts> open = new TreeMap<>();
  private final TreeMap<GpuKey, GpuTracker> gpus = new TreeMap<>();

  GpuAggregator(SliceClock clock, long startEpochNanos, long sampleIntervalNanos) {
    this.clock = clock;
    this.startEpochNanos = startEpochNanos;
    this.validityNanos = SAMPLE_VALIDITY_INTERVALS * sampleIntervalNanos;
    this.firstOpen = clock.indexOf(startEpochNanos);
  }

  boolean isTooFarAhead(long epochNanos) {
    return clock.indexOf(epochNanos) - firstOpen >= SliceAggregator.MAX_SLICES_AHEAD;
  }

  boolean isFull(GpuKey gpu) {
    return gpus.size() >= MAX_GPUS && !gpus.containsKey(gpu);
  }

  void sampled(long epochNanos, GpuSample sample) {
    GpuKey gpu = GpuKey.of(sample);
    GpuTracker series = gpus.computeIfAbsent(gpu, unknown -> new GpuTracker());
    if (epochNanos <= series.lastAt()) {
      return; // out of order: the sample is still a row, but it cannot be weighted by time
    }
    hold(gpu, series, epochNanos);
    for (GpuCounter counter : COUNTERS) {
      spread(gpu, series, counter, series.growth(counter, epochNanos, sample));
    }
    series.sampled(epochNanos, sample);
    if (epochNanos >= startEpochNanos) {
      partOf(gpu, series, epochNanos).sampled(epochNanos, sample.getAgeNs(), xid(sample));
    }
  }

  private static double xid(GpuSample sample) {
    return sample.getXidErrors() == null ? Double.NaN : sample.getXidErrors();
  }

  void scrapeFailed(long epochNanos, ScrapeFailed failure) {
    if (epochNanos < startEpochNanos) {
      return;
    }
    gpus.forEach(
        (gpu, series) -> {
          if (gpu.exporterUrl().equals(failure.getUrl())) {
            partOf(gpu, series, epochNanos).scrapeFailed(epochNanos);
          }
        });
  }

  /** Extends the last sample's validity to a time, or until the sample is too old. */
  private void hold(GpuKey gpu, GpuTracker series, long untilEpochNanos) {
    if (untilEpochNanos <= series.heldUntil()) {
      return;
    }
    long from = Math.max(series.heldUntil(), startEpochNanos);
    long until = Math.min(untilEpochNanos, series.validUntil(validityNanos));
    while (from < until) {
      long pieceEnd = Math.min(until, clock.endOf(clock.indexOf(from)));
      partOf(gpu, series, from).hold(series.values(), from, pieceEnd);
      from = pieceEnd;
    }
    series.heldUntil(untilEpochNanos);
  }

  private void spread(GpuKey gpu, GpuTracker series, GpuCounter counter, CounterGrowth growth) {
    long from = Math.max(growth.fromEpochNanos(), startEpochNanos);
    while (from < growth.toEpochNanos()) {
      long pieceEnd = Math.min(growth.toEpochNanos(), clock.endOf(clock.indexOf(from)));
      partOf(gpu, series, from).grew(counter, growth.between(from, pieceEnd));
      from = pieceEnd;
    }
  }

  private GpuPart partOf(GpuKey gpu, GpuTracker series, long epochNanos) {
    long index = Math.max(firstOpen, clock.indexOf(epochNanos));
    return open.computeIfAbsent(index, unknown -> new GpuParts()).of(gpu, series.firstAt());
  }

  /**
   * Sends the slices that the lane has completed.
   *
   * @return whether a slice was sent
   */
  boolean advanceTo(long frontierEpochNanos, LaneContext context) {
    long before = firstOpen;
    long complete = clock.indexOf(frontierEpochNanos);
    while (firstOpen < complete
        && (frontierEpochNanos >= clock.endOf(firstOpen) + validityNanos
            || everyGpuSampledSince(clock.endOf(firstOpen)))) {
      sendSlice(context);
    }
    return firstOpen > before;
  }

  private boolean everyGpuSampledSince(long epochNanos) {
    return gpus.values().stream().allMatch(gpu -> gpu.lastAt() >= epochNanos);
  }

  /** Returns the end of the last slice that was sent. */
  long emittedUntilEpochNanos() {
    return clock.startOf(firstOpen);
  }

  /** Sends all remaining slices, because the lane ended at this time. */
  void end(long endEpochNanos, LaneContext context) {
    gpus.forEach(
        (gpu, series) -> {
          hold(gpu, series, endEpochNanos);
          series.heldUntil(Long.MAX_VALUE); // no further samples
        });
    while (!open.isEmpty()) {
      sendSlice(context);
    }
  }

  private void sendSlice(LaneContext context) {
    long end = clock.endOf(firstOpen);
    gpus.forEach((gpu, series) -> hold(gpu, series, end));
    GpuParts parts = open.remove(firstOpen);
    if (parts == null) {
      parts = new GpuParts();
    }
    for (Map.Entry<GpuKey, GpuTracker> known : gpus.entrySet()) {
      long firstAt = known.getValue().firstAt();
      if (firstAt < end) {
        parts.of(
            known.getKey(),
            firstAt); // a slice without a sample also has a row, which reports the gap
      }
    }
    if (!parts.isEmpty()) {
      context.sendPart(Kind.GPU_PART, firstOpen, parts.toBytes());
    }
    firstOpen++;
  }

  GpuAggregator copy() {
    GpuAggregator copy =
        new GpuAggregator(clock, startEpochNanos, validityNanos / SAMPLE_VALIDITY_INTERVALS);
    copy.firstOpen = firstOpen;
    open.forEach((index, parts) -> copy.open.put(index, parts.copy()));
    gpus.forEach((gpu, series) -> copy.gpus.put(gpu, series.copy()));
    return copy;
  }

  List<OpenGpuSliceState> openSlicesState() {
    return ConvertedList.of(
        open.entrySet(),
        slice -> new OpenGpuSliceState(slice.getKey(), slice.getValue().toState()));
  }

  List<GpuTrackerState> gpusState() {
    return ConvertedList.of(gpus.entrySet(), gpu -> gpu.getValue().toState(gpu.getKey()));
  }

  long firstOpenSlice() {
    return firstOpen;
  }

  static GpuAggregator ofState(
      SliceClock clock, long startEpochNanos, long sampleIntervalNanos, SamplerState stored) {
    GpuAggregator aggregator = new GpuAggregator(clock, startEpochNanos, sampleIntervalNanos);
    aggregator.firstOpen = stored.getFirstOpenSlice();
    for (OpenGpuSliceState slice : stored.getOpenSlices()) {
      aggregator.open.put(slice.getSliceIndex(), GpuParts.ofState(slice.getParts()));
    }
    for (GpuTrackerState gpu : stored.getGpus()) {
      aggregator.gpus.put(GpuKey.ofState(gpu.getGpu()), GpuTracker.ofState(gpu));
    }
    return aggregator;
  }
}
