package io.longhaul.metrics.genaiperf;

import io.longhaul.metrics.stats.BoundedValues;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.EnumMap;
import java.util.Map;

/**
 * Aggregates successful requests, in any order, into GenAI-Perf's metrics. Rates divide by D, the
 * time from the first start to the last response. For one thread.
 */
public final class GenAiPerfFold {
  /** Maximum number of requests with exact percentiles: 8 bytes per request and metric. */
  public static final int MAX_EXACT_REQUESTS = 1_000_000;

  /** The grid unit of a rate is 10^-3 per second, that of other metrics the stored unit. */
  private static final int STORED_PER_GRID_UNIT_OF_RATES = 1_000_000;

  private static final double NANOS_PER_SECOND = 1e9;

  private final boolean hasTokens;
  private final Map<GenAiPerfMetric, BoundedValues> values = new EnumMap<>(GenAiPerfMetric.class);
  private long requests;
  private long goodRequests;
  private long outputTokens;
  private long firstStart = Long.MAX_VALUE;
  private long lastResponse = Long.MIN_VALUE;

  /**
   * Creates an empty aggregate.
   *
   * @param hasTokens whether responses consist of tokens; otherwise there are only latency and
   *     throughput
   */
  public GenAiPerfFold(boolean hasTokens) {
    this(hasTokens, MAX_EXACT_REQUESTS);
  }

  GenAiPerfFold(boolean hasTokens, int maxExactRequests) {
    this.hasTokens = hasTokens;
    for (GenAiPerfMetric metric : GenAiPerfMetric.values()) {
      if (!metric.isOfRun() && (hasTokens || !metric.needsTokens())) {
        int gridUnit =
            metric == GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT_PER_USER
                ? STORED_PER_GRID_UNIT_OF_RATES
                : 1;
        values.put(metric, new BoundedValues(maxExactRequests, gridUnit));
      }
    }
  }

  /**
   * Adds a request.
   *
   * @param request with responses in ascending order of time
   */
  public void add(RecordedRequest request) {
    requests++;
    goodRequests += request.good() ? 1 : 0;
    outputTokens += Math.max(request.outputTokens(), 0);
    firstStart = Math.min(firstStart, request.startEpochNanos());
    lastResponse = Math.max(lastResponse, request.endEpochNanos());
    request
        .figures()
        .forEach(
            (metric, value) -> {
              if (values.containsKey(metric)) {
                values.get(metric).add(value);
              }
            });
  }

  /** Returns the number of requests. */
  public long requests() {
    return requests;
  }

  /**
   * Returns the statistics of the metrics that have values: times in ns, others in the unit of
   * files.
   */
  public Map<GenAiPerfMetric, DistributionSummary> distributions() {
    Map<GenAiPerfMetric, DistributionSummary> summaries = new EnumMap<>(GenAiPerfMetric.class);
    values.forEach(
        (metric, all) ->
            all.summary(metric.storedPerUnit())
                .ifPresent(summary -> summaries.put(metric, summary)));
    return summaries;
  }

  /**
   * Returns the metrics of the whole run; without rates if D is 0.
   *
   * @param hasSlos whether the run has SLOs, and thus a goodput
   */
  public Map<GenAiPerfMetric, Double> totals(boolean hasSlos) {
    Map<GenAiPerfMetric, Double> totals = new EnumMap<>(GenAiPerfMetric.class);
    totals.put(GenAiPerfMetric.REQUEST_COUNT, (double) requests);
    double seconds = requests == 0 ? 0 : (lastResponse - firstStart) / NANOS_PER_SECOND;
    if (seconds > 0) {
      totals.put(GenAiPerfMetric.REQUEST_THROUGHPUT, requests / seconds);
      if (hasTokens) {
        totals.put(GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT, outputTokens / seconds);
      }
      if (hasSlos) {
        totals.put(GenAiPerfMetric.REQUEST_GOODPUT, goodRequests / seconds);
      }
    }
    return totals;
  }
}
