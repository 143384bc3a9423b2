package io.longhaul.sinks.report;

import io.longhaul.metrics.DerivedMetrics;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.ExactStatistics;
import io.longhaul.metrics.stats.Rates;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Exact statistics of windows of requests, one metric after another: linear interpolation between
 * ranks, standard deviation of the population, as AIPerf has them.
 */
final class StatisticsOfRequests {
  /**
   * Above so many gaps between chunks (160 MB of them) the run's own distribution is taken instead.
   */
  private static final long MOST_GAPS = 20_000_000;

  /** Ten percent, as stored. */
  private static final long MOST_DIFFERENCE = 10 * Rates.SCALE;

  private final PhaseRequests requests;
  private final Windows windows;
  private final Predicate<Metric> wanted;
  private final List<Map<Metric, DistributionSummary>> distributions;
  private final List<Map<Metric, Long>> folded;

  private StatisticsOfRequests(PhaseRequests requests, Windows windows, Predicate<Metric> wanted) {
    this.requests = requests;
    this.windows = windows;
    this.wanted = wanted;
    this.distributions = new ArrayList<>();
    this.folded = new ArrayList<>();
    for (int window = 0; window < windows.count(); window++) {
      distributions.add(new EnumMap<>(Metric.class));
      folded.add(new EnumMap<>(Metric.class));
    }
  }

  /**
   * @param also values that rows do not hold, in stored units, folded into every window
   * @param wanted the metrics that mean something for this run
   */
  static List<WindowStatistics> of(
      PhaseRequests requests, Windows windows, Map<Metric, Long> also, Predicate<Metric> wanted)
      throws IOException {
    StatisticsOfRequests statistics = new StatisticsOfRequests(requests, windows, wanted);
    statistics.folded.forEach(window -> window.putAll(also));
    for (Metric metric : Metric.values()) {
      if (wanted.test(metric) && RequestColumn.of(metric).isPresent()) {
        statistics.weigh(metric);
      }
    }
    statistics.weighChunkGaps();
    statistics.count();
    statistics.countDiscrepancies();
    return statistics.finish();
  }

  private void weigh(Metric metric) throws IOException {
    long[][] groups = windows.group(requests.values(metric));
    for (int window = 0; window < groups.length; window++) {
      long[] values = groups[window];
      if (values.length > 0) {
        if (metric.kind() != Metric.Kind.AGGREGATE) {
          summarize(window, metric, values);
        }
        folded.get(window).put(metric, Arrays.stream(values).sum());
      }
    }
  }

  private void summarize(int window, Metric metric, long[] values) {
    ExactStatistics.of(values, metric.unit().storedPerDisplay())
        .ifPresent(summary -> distributions.get(window).put(metric, summary));
  }

  private void weighChunkGaps() throws IOException {
    long[] sizes = new long[windows.count()];
    requests.forEachChunkGap(
        (row, gap) -> {
          if (windows.ofRow()[row] != Windows.NO_WINDOW) {
            sizes[windows.ofRow()[row]]++;
          }
        });
    if (Arrays.stream(sizes).sum() > MOST_GAPS) {
      return;
    }
    long[][] gaps = new long[windows.count()][];
    Arrays.setAll(gaps, window -> new long[(int) sizes[window]]);
    int[] next = new int[windows.count()];
    requests.forEachChunkGap(
        (row, gap) -> {
          int window = windows.ofRow()[row];
          if (window != Windows.NO_WINDOW) {
            gaps[window][next[window]++] = gap;
          }
        });
    for (int window = 0; window < gaps.length; window++) {
      summarize(window, Metric.INTER_CHUNK_LATENCY, gaps[window]);
    }
  }

  private void count() throws IOException {
    long[] good = requests.good();
    long[] latency = requests.values(Metric.REQUEST_LATENCY);
    for (int row = 0; row < requests.rows(); row++) {
      int window = windows.ofRow()[row];
      if (window == Windows.NO_WINDOW) {
        continue;
      }
      Map<Metric, Long> counts = folded.get(window);
      if (requests.isValid(row)) {
        counts.merge(Metric.REQUEST_COUNT, 1L, Long::sum);
        counts.merge(Metric.MIN_REQUEST_TIMESTAMP, requests.startEpochNanos(row), Math::min);
        counts.merge(
            Metric.MAX_RESPONSE_TIMESTAMP, requests.startEpochNanos(row) + latency[row], Math::max);
        if (good[row] != PhaseRequests.NONE) {
          counts.merge(Metric.GOOD_REQUEST_COUNT, good[row], Long::sum);
        }
      } else if (requests.isError(row)) {
        counts.merge(Metric.ERROR_REQUEST_COUNT, 1L, Long::sum);
      }
    }
  }

  /** Requests of which the server's counts and ours differ by more than a tenth. */
  private void countDiscrepancies() throws IOException {
    if (!wanted.test(Metric.USAGE_DISCREPANCY_COUNT)) {
      return;
    }
    long[] prompt = requests.values(Metric.USAGE_PROMPT_TOKENS_DIFF_PCT);
    long[] completion = requests.values(Metric.USAGE_COMPLETION_TOKENS_DIFF_PCT);
    long[] reasoning = requests.values(Metric.USAGE_REASONING_TOKENS_DIFF_PCT);
    for (int row = 0; row < requests.rows(); row++) {
      int window = windows.ofRow()[row];
      if (window != Windows.NO_WINDOW
          && prompt[row] != PhaseRequests.NONE
          && completion[row] != PhaseRequests.NONE) {
        boolean discrepancy =
            Math.max(prompt[row], Math.max(completion[row], reasoning[row])) > MOST_DIFFERENCE;
        folded.get(window).merge(Metric.USAGE_DISCREPANCY_COUNT, discrepancy ? 1L : 0L, Long::sum);
      }
    }
  }

  private List<WindowStatistics> finish() {
    List<WindowStatistics> finished = new ArrayList<>();
    for (int window = 0; window < windows.count(); window++) {
      Map<Metric, Long> counts = folded.get(window);
      Map<Metric, Double> values = new EnumMap<>(Metric.class);
      DerivedMetrics.of(counts, windows.nanos()[window])
          .forEach((metric, stored) -> values.put(metric, metric.unit().toDisplay(stored)));
      counts.forEach(
          (metric, stored) -> {
            if (metric.kind() == Metric.Kind.AGGREGATE) {
              values.put(metric, metric.unit().toDisplay(stored));
            }
          });
      finished.add(new WindowStatistics(distributions.get(window), values));
    }
    return finished;
  }
}
