package io.longhaul.pipeline.slice;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.stats.Distribution;
import io.longhaul.pipeline.types.UnreadableStateException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The aggregates of a slice, for all requests or for one label set: of one lane, of all lanes, or
 * of all slices of a run. Sums are integers, so parts may be added in any order. Mutable; belongs
 * to one key's state.
 */
public final class SlicePart {
  private static final byte VERSION = 1;
  private static final Count[] COUNTS = Count.values();

  /**
   * Metrics for which a slice contains a distribution. The stored format contains the position in
   * this list.
   */
  public static final List<Metric> METRICS_WITH_DISTRIBUTION =
      List.of(
          Metric.TIME_TO_FIRST_TOKEN,
          Metric.TIME_TO_FIRST_OUTPUT_TOKEN,
          Metric.TIME_TO_SECOND_TOKEN,
          Metric.INTER_TOKEN_LATENCY,
          Metric.INTER_CHUNK_LATENCY,
          Metric.INTER_READ_LATENCY,
          Metric.REQUEST_LATENCY,
          Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE,
          Metric.REQUEST_LATENCY_FROM_SCHEDULE,
          Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER,
          Metric.PREFILL_THROUGHPUT_PER_USER,
          Metric.INPUT_SEQUENCE_LENGTH,
          Metric.OUTPUT_SEQUENCE_LENGTH,
          Metric.CLIENT_OVERHEAD,
          Metric.SEND_LAG,
          Metric.CONNECT_TIME);

  private final long[] counts;
  private final EnumMap<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
  private final ErrorTally errors;
  private final SliceQuality quality;

  public SlicePart() {
    this(new long[COUNTS.length], new ErrorTally(), new SliceQuality());
  }

  private SlicePart(long[] counts, ErrorTally errors, SliceQuality quality) {
    this.counts = counts;
    this.errors = errors;
    this.quality = quality;
  }

  public void add(Count count, long amount) {
    counts[count.index()] += amount;
  }

  public long count(Count count) {
    return counts[count.index()];
  }

  /** Adds the request's values of all metrics with a distribution. */
  public void addValues(RequestMetrics request) {
    for (Metric metric : METRICS_WITH_DISTRIBUTION) {
      if (metric.kind() == Metric.Kind.RECORD && request.has(metric)) {
        distributionFor(metric).add(request.value(metric));
      }
    }
    addAll(Metric.INTER_CHUNK_LATENCY, request.interChunkGapsNanos());
    addAll(Metric.INTER_READ_LATENCY, request.interReadGapsNanos());
  }

  private void addAll(Metric metric, long[] values) {
    if (values.length == 0) {
      return;
    }
    Distribution distribution = distributionFor(metric);
    for (long value : values) {
      distribution.add(value);
    }
  }

  private Distribution distributionFor(Metric metric) {
    return distributions.computeIfAbsent(metric, Metric::newDistribution);
  }

  /** Returns the distribution of a metric; empty if there are no values. */
  public Optional<Distribution> distribution(Metric metric) {
    return Optional.ofNullable(distributions.get(metric));
  }

  public ErrorTally errors() {
    return errors;
  }

  public SliceQuality quality() {
    return quality;
  }

  /** Adds another lane's part of the same slice. */
  public void addLane(SlicePart lane) {
    addSums(lane);
    errors.addAll(lane.errors);
    quality.addLane(lane.quality);
  }

  /** Adds the slice that follows all slices added so far. */
  public void addSlice(SlicePart next) {
    addSums(next);
    errors.addBounded(next.errors);
    quality.addSlice(next.quality);
  }

  private void addSums(SlicePart other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    other.distributions.forEach((metric, values) -> distributionFor(metric).merge(values));
  }

  public SlicePart copy() {
    SlicePart copy = new SlicePart(counts.clone(), errors.copy(), quality.copy());
    distributions.forEach((metric, values) -> copy.distributions.put(metric, values.copy()));
    return copy;
  }

  public void writeTo(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeByte(counts.length);
    for (long count : counts) {
      out.writeLong(count);
    }
    out.writeByte(distributions.size());
    for (Map.Entry<Metric, Distribution> entry : distributions.entrySet()) {
      out.writeByte(METRICS_WITH_DISTRIBUTION.indexOf(entry.getKey()));
      entry.getValue().writeTo(out);
    }
    errors.writeTo(out);
    quality.writeTo(out);
  }

  public static SlicePart readFrom(DataInput in) throws IOException {
    UnreadableStateException.requireForm("slice part", in.readByte(), VERSION);
    long[] counts = new long[COUNTS.length];
    int stored = in.readByte();
    for (int i = 0; i < stored; i++) {
      counts[i] = in.readLong();
    }
    EnumMap<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
    for (int left = in.readByte(); left > 0; left--) {
      distributions.put(METRICS_WITH_DISTRIBUTION.get(in.readByte()), Distribution.readFrom(in));
    }
    SlicePart part = new SlicePart(counts, ErrorTally.readFrom(in), SliceQuality.readFrom(in));
    part.distributions.putAll(distributions);
    return part;
  }
}
