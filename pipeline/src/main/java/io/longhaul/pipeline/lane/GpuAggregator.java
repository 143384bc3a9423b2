package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.slice.CounterGrowth;
import io.longhaul.pipeline.slice.GpuCounter;
import io.longhaul.pipeline.slice.GpuKey;
import io.longhaul.pipeline.slice.GpuPart;
import io.longhaul.pipeline.slice.GpuParts;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.ScrapeFailed;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Folds a sampler's lane into slices. A gauge holds its value until the next sample, for at most
 * three intervals; what comes then is a gap. A counter's growth between two samples is spread
 * evenly over the time between them and cut at the slices' edges; one that falls was reset and has
 * grown by what it shows. Samples before the lane's start are baselines. Where the run ends nobody
 * knows yet: the run cuts there what is handed over.
 *
 * <p>A slice is handed over when the lane is complete up to its end and every GPU was sampled at or
 * after it, or three intervals later. What is learned about a slice after that counts in the next.
 */
final class GpuAggregator {
  /** More GPUs than this in one lane are refused. */
  static final int MAX_GPUS = 4096;

  /** So many intervals a sample holds at most. */
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
      return; // told in the wrong order: the row keeps it, the weighing cannot
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

  /** The last sample goes on holding up to there, or until it is too old. */
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
   * Hands over the slices that the lane has passed.
   *
   * @return whether there was one
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

  /** Up to where slices were handed over. */
  long emittedUntilEpochNanos() {
    return clock.startOf(firstOpen);
  }

  /** Hands over all that is left: the lane ended there. */
  void end(long endEpochNanos, LaneContext context) {
    gpus.forEach(
        (gpu, series) -> {
          hold(gpu, series, endEpochNanos);
          series.heldUntil(Long.MAX_VALUE); // nobody watches any more
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
        parts.of(known.getKey(), firstAt); // without a sample it has a row, too: it tells the gap
      }
    }
    if (!parts.isEmpty()) {
      context.sendPart(Kind.GPU_PART, firstOpen, parts.toBytes());
    }
    firstOpen++;
  }

  GpuAggregator copy() {
    GpuAggregator copy = new GpuAggregator(clock, startEpochNanos, validityNanos / SAMPLE_VALIDITY_INTERVALS);
    copy.firstOpen = firstOpen;
    open.forEach((index, parts) -> copy.open.put(index, parts.copy()));
    gpus.forEach((gpu, series) -> copy.gpus.put(gpu, series.copy()));
    return copy;
  }

  void writeTo(DataOutput out) throws IOException {
    out.writeLong(firstOpen);
    out.writeInt(open.size());
    for (Map.Entry<Long, GpuParts> slice : open.entrySet()) {
      out.writeLong(slice.getKey());
      slice.getValue().writeTo(out);
    }
    out.writeInt(gpus.size());
    for (Map.Entry<GpuKey, GpuTracker> gpu : gpus.entrySet()) {
      gpu.getKey().writeTo(out);
      gpu.getValue().writeTo(out);
    }
  }

  static GpuAggregator readFrom(
      SliceClock clock, long startEpochNanos, long sampleIntervalNanos, DataInput in)
      throws IOException {
    GpuAggregator aggregator = new GpuAggregator(clock, startEpochNanos, sampleIntervalNanos);
    aggregator.firstOpen = in.readLong();
    for (int slices = in.readInt(); slices > 0; slices--) {
      aggregator.open.put(in.readLong(), GpuParts.readFrom(in));
    }
    for (int known = in.readInt(); known > 0; known--) {
      aggregator.gpus.put(GpuKey.readFrom(in), GpuTracker.readFrom(in));
    }
    return aggregator;
  }
}
