package io.longhaul.pipeline.slice;

import static java.util.Objects.requireNonNull;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.stats.Distribution;
import io.longhaul.pipeline.state.CountsState;
import io.longhaul.pipeline.state.DistributionsState;
import io.longhaul.pipeline.state.SlicePartState;
import io.longhaul.pipeline.types.BinaryFormat;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;

/**
 * The aggregates of a slice, for all requests or for one label set: of one lane, of all lanes, or
 * of all slices of a run. Sums are integers, so parts may be added in any order. Mutable; belongs
 * to one key's state.
 */
public final class SlicePart {
  private static final Count[] COUNTS = Count.values();

  /**
   * Metrics for which a slice contains a distribution. Each has a field of {@link
   * DistributionsState}.
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

  private static final EnumFields<Count> COUNT_FIELDS =
      new EnumFields<>(CountsState.getClassSchema(), Count.class, List.of(COUNTS));
  private static final EnumFields<Metric> DISTRIBUTION_FIELDS =
      new EnumFields<>(
          DistributionsState.getClassSchema(), Metric.class, METRICS_WITH_DISTRIBUTION);

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

  /**
   * Adds what generators reported in this slice about themselves, to a part of which only the
   * requests were counted.
   *
   * @param reports of all lanes
   */
  public void addReports(SlicePart reports) {
    addSums(reports);
    quality.addReports(reports.quality);
  }

  /** Returns only what holds for each part of the slice: maxima and minima, as bounds. */
  public SlicePart bounds() {
    return new SlicePart(new long[COUNTS.length], new ErrorTally(), quality.bounds());
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

  public SlicePartState toState() {
    CountsState sums = new CountsState();
    for (Count count : COUNTS) {
      COUNT_FIELDS.put(sums, count, count(count));
    }
    DistributionsState stored = new DistributionsState();
    distributions.forEach(
        (metric, values) -> DISTRIBUTION_FIELDS.put(stored, metric, bytesOf(values)));
    return new SlicePartState(sums, stored, errors.toState(), quality.toState());
  }

  private static ByteBuffer bytesOf(Distribution values) {
    return ByteBuffer.wrap(BinaryFormat.toBytes(values, Distribution::writeTo));
  }

  public static SlicePart ofState(SlicePartState stored) {
    long[] counts = new long[COUNTS.length];
    for (Count count : COUNTS) {
      counts[count.index()] = (Long) requireNonNull(COUNT_FIELDS.get(stored.getCounts(), count));
    }
    SlicePart part =
        new SlicePart(
            counts,
            ErrorTally.ofState(stored.getErrors()),
            SliceQuality.ofState(stored.getQuality()));
    for (Metric metric : METRICS_WITH_DISTRIBUTION) {
      if (DISTRIBUTION_FIELDS.get(stored.getDistributions(), metric) instanceof ByteBuffer bytes) {
        part.distributions.put(
            metric, BinaryFormat.ofBytes(BinaryFormat.copyOf(bytes), Distribution::readFrom));
      }
    }
    return part;
  }
}
