package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ExactStatistics;
import io.longhaul.metrics.stats.MultiPassStatistics;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Aggregates values of requests into the same figures as {@link WindowFold} for one window, but in
 * bounded memory: all requests are added block by block, and again until no metric {@linkplain
 * #needsAnotherPass() needs another pass}. For one thread.
 */
final class MultiPassFold implements RequestFold {
  private final Predicate<Metric> wanted;
  private final NetworkRoundTrip roundTrip;
  private final Map<Metric, Long> folded = new EnumMap<>(Metric.class);
  private final Map<Metric, MultiPassStatistics> statistics = new EnumMap<>(Metric.class);
  private final Map<Metric, MultiPassStatistics> asAiperf = new EnumMap<>(Metric.class);
  private final Set<Metric> differing = EnumSet.noneOf(Metric.class);
  private boolean isFirstPass = true;

  /**
   * @param wanted the metrics that apply to this run
   * @param roundTrip network round trip that network-adjusted latencies subtract
   * @param also values that rows do not contain, in stored units
   */
  MultiPassFold(Predicate<Metric> wanted, NetworkRoundTrip roundTrip, Map<Metric, Long> also) {
    this.wanted = wanted;
    this.roundTrip = roundTrip;
    folded.putAll(also);
  }

  /** Returns the metrics whose values this pass needs. */
  Set<Metric> metrics() {
    Set<Metric> metrics = EnumSet.noneOf(Metric.class);
    for (Metric metric : Metric.values()) {
      if (wanted.test(metric) && RequestColumn.isInRows(metric) && isNeeded(metric)) {
        metrics.add(metric);
      }
    }
    return metrics;
  }

  private boolean isNeeded(Metric metric) {
    return isFirstPass
        || isOpen(statistics, metric)
        || isOpen(asAiperf, metric)
        || metric.withoutNetwork().filter(twin -> isOpen(statistics, twin)).isPresent();
  }

  private static boolean isOpen(Map<Metric, MultiPassStatistics> all, Metric metric) {
    MultiPassStatistics one = all.get(metric);
    return one != null && one.needsAnotherPass();
  }

  /** Adds the next block of requests. */
  void add(PhaseRequests block) throws IOException {
    if (isFirstPass) {
      new RequestStatistics(block, wanted, List.of(this)).read();
      return;
    }
    for (Metric metric : metrics()) {
      add(metric, block.values(metric));
      if (isOpen(asAiperf, metric)) {
        addTo(asAiperf, metric, block.aiperfValues(metric), 0);
      }
    }
  }

  @Override
  public void fold(int row, Metric metric, long value) {
    switch (metric) {
      case MIN_REQUEST_TIMESTAMP -> folded.merge(metric, value, Math::min);
      case MAX_RESPONSE_TIMESTAMP -> folded.merge(metric, value, Math::max);
      default -> folded.merge(metric, value, Long::sum);
    }
  }

  @Override
  public void add(Metric metric, long[] values) {
    if (metric.kind() == Metric.Kind.AGGREGATE) {
      for (long value : values) {
        if (value != PhaseRequests.NONE) {
          folded.merge(metric, value, Long::sum);
        }
      }
      return;
    }
    addTo(statistics, metric, values, 0);
    if (roundTrip.isKnown()) {
      metric.withoutNetwork().ifPresent(twin -> addTo(statistics, twin, values, roundTrip.nanos()));
    }
  }

  @Override
  public void addAsAiperf(Metric metric, long[] values, boolean differ) {
    addTo(asAiperf, metric, values, 0);
    if (differ) {
      differing.add(metric);
    }
  }

  private void addTo(
      Map<Metric, MultiPassStatistics> all, Metric metric, long[] values, long subtracted) {
    if (!isFirstPass && !isOpen(all, metric)) {
      return;
    }
    MultiPassStatistics one = all.get(metric);
    for (long value : values) {
      if (value != PhaseRequests.NONE) {
        if (one == null) {
          one = new MultiPassStatistics();
          all.put(metric, one);
        }
        one.add(subtracted == 0 ? value : Math.max(value - subtracted, 0));
      }
    }
  }

  /** Ends a pass over all blocks. */
  void endPass() {
    long errors = folded.getOrDefault(Metric.ERROR_REQUEST_COUNT, 0L);
    statistics.forEach(
        (metric, one) -> one.endPass(metric.is(Metric.Flag.ADJUSTED_TWIN) ? errors : 0));
    asAiperf.values().forEach(one -> one.endPass(0));
    asAiperf.keySet().retainAll(differing);
    isFirstPass = false;
  }

  /** Returns whether all blocks must be added again. */
  boolean needsAnotherPass() {
    return isFirstPass || !metrics().isEmpty();
  }

  /**
   * Returns the figures; no further pass may be needed.
   *
   * @param windowNanos length of the window, for rates
   */
  WindowStatistics finish(long windowNanos) {
    long errors = folded.getOrDefault(Metric.ERROR_REQUEST_COUNT, 0L);
    Map<Metric, DistributionSummary> distributions = new EnumMap<>(Metric.class);
    Map<Metric, Long> sums = new EnumMap<>(folded);
    statistics.forEach(
        (metric, one) -> {
          if (!one.isEmpty()) {
            summary(metric, one).ifPresent(summary -> distributions.put(metric, summary));
            if (errors > 0 && metric.is(Metric.Flag.ADJUSTED_TWIN)) {
              long unit = metric.unit().storedPerDisplay();
              distributions.put(metric.twin(), one.errorAdjusted(errors, unit));
            }
            if (metric.kind() == Metric.Kind.NETWORK) {
              roundTripSummary().ifPresent(all -> distributions.put(Metric.NETWORK_RTT, all));
            } else {
              sums.put(metric, one.sum());
            }
          }
        });
    Map<Metric, DistributionSummary> aiperf = new EnumMap<>(Metric.class);
    asAiperf.forEach(
        (metric, one) -> summary(metric, one).ifPresent(summary -> aiperf.put(metric, summary)));
    return new WindowStatistics(distributions, SliceFigures.values(sums, windowNanos), aiperf);
  }

  private static Optional<DistributionSummary> summary(Metric metric, MultiPassStatistics one) {
    return one.summary(metric.unit().storedPerDisplay());
  }

  private Optional<DistributionSummary> roundTripSummary() {
    return ExactStatistics.of(
        new long[] {roundTrip.nanos()}, Metric.NETWORK_RTT.unit().storedPerDisplay());
  }
}
