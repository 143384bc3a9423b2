package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ErrorAdjusted;
import io.longhaul.metrics.stats.ExactStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Aggregates values of requests into the figures of each window. For one thread. */
final class WindowFold implements RequestFold {
  private final Windows windows;
  private final NetworkRoundTrip roundTrip;
  private final List<Map<Metric, DistributionSummary>> distributions = new ArrayList<>();
  private final List<Map<Metric, DistributionSummary>> asAiperf = new ArrayList<>();
  private final List<Map<Metric, Long>> folded = new ArrayList<>();

  /** Gaps between chunks per window, and their current numbers. */
  private final long[][] gaps;

  private final int[] gapCounts;

  /**
   * @param roundTrip network round trip that network-adjusted latencies subtract
   * @param also values that rows do not contain, in stored units, added to every window
   */
  WindowFold(Windows windows, NetworkRoundTrip roundTrip, Map<Metric, Long> also) {
    this.windows = windows;
    this.roundTrip = roundTrip;
    this.gaps = new long[windows.count()][];
    this.gapCounts = new int[windows.count()];
    for (int window = 0; window < windows.count(); window++) {
      distributions.add(new EnumMap<>(Metric.class));
      asAiperf.add(new EnumMap<>(Metric.class));
      Map<Metric, Long> sums = new EnumMap<>(Metric.class);
      sums.putAll(also);
      folded.add(sums);
    }
  }

  @Override
  public void add(Metric metric, long[] values) {
    long[][] groups = windows.group(values);
    for (int window = 0; window < groups.length; window++) {
      if (groups[window].length > 0) {
        if (metric.kind() != Metric.Kind.AGGREGATE) {
          summarize(distributions.get(window), metric, groups[window]);
          adjust(window, metric, groups[window]);
          subtractNetwork(window, metric, groups[window]);
        }
        folded.get(window).put(metric, Arrays.stream(groups[window]).sum());
      }
    }
  }

  @Override
  public void addAsAiperf(Metric metric, long[] values, boolean differ) {
    if (!differ) {
      return;
    }
    long[][] groups = windows.group(values);
    for (int window = 0; window < groups.length; window++) {
      summarize(asAiperf.get(window), metric, groups[window]);
    }
  }

  private static void summarize(
      Map<Metric, DistributionSummary> summaries, Metric metric, long[] values) {
    ExactStatistics.of(values, metric.unit().storedPerDisplay())
        .ifPresent(summary -> summaries.put(metric, summary));
  }

  private void adjust(int window, Metric metric, long[] values) {
    long errors = folded.get(window).getOrDefault(Metric.ERROR_REQUEST_COUNT, 0L);
    if (errors > 0 && metric.is(Metric.Flag.ADJUSTED_TWIN)) {
      distributions
          .get(window)
          .put(metric.twin(), ErrorAdjusted.of(values, errors, metric.unit().storedPerDisplay()));
    }
  }

  private void subtractNetwork(int window, Metric metric, long[] values) {
    if (roundTrip.isKnown()) {
      metric
          .withoutNetwork()
          .ifPresent(
              twin -> {
                summarize(distributions.get(window), twin, roundTrip.subtractFrom(values));
                summarize(
                    distributions.get(window), Metric.NETWORK_RTT, new long[] {roundTrip.nanos()});
              });
    }
  }

  /** Reserves space for gaps; all gaps are announced before the first one is added. */
  void announceGaps(int row, int count) {
    int window = windows.ofRow()[row];
    if (window != Windows.NO_WINDOW) {
      gapCounts[window] += count;
    }
  }

  /** Ends the announcement of gaps. */
  void beginGaps() {
    Arrays.setAll(gaps, window -> new long[gapCounts[window]]);
    Arrays.fill(gapCounts, 0);
  }

  /** Adds the gaps between the first {@code count} chunks. */
  void addGaps(int row, long[] afterStart, int count) {
    int window = windows.ofRow()[row];
    for (int i = 1; window != Windows.NO_WINDOW && i < count; i++) {
      gaps[window][gapCounts[window]++] = afterStart[i] - afterStart[i - 1];
    }
  }

  /** Ends the addition of gaps. */
  void endGaps() {
    for (int window = 0; window < gaps.length; window++) {
      summarize(distributions.get(window), Metric.INTER_CHUNK_LATENCY, gaps[window]);
      gaps[window] = null;
    }
  }

  @Override
  public void fold(int row, Metric metric, long value) {
    int window = windows.ofRow()[row];
    if (window == Windows.NO_WINDOW) {
      return;
    }
    Map<Metric, Long> sums = folded.get(window);
    switch (metric) {
      case MIN_REQUEST_TIMESTAMP -> sums.merge(metric, value, Math::min);
      case MAX_RESPONSE_TIMESTAMP -> sums.merge(metric, value, Math::max);
      default -> sums.merge(metric, value, Long::sum);
    }
  }

  List<WindowStatistics> finish() {
    List<WindowStatistics> finished = new ArrayList<>();
    for (int window = 0; window < windows.count(); window++) {
      finished.add(
          new WindowStatistics(
              distributions.get(window),
              SliceFigures.values(folded.get(window), windows.nanos()[window]),
              asAiperf.get(window)));
    }
    return finished;
  }
}
