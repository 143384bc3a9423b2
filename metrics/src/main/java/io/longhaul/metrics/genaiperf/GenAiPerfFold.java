package io.longhaul.metrics.genaiperf;

import io.longhaul.metrics.stats.BoundedValues;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.EnumMap;
import java.util.Map;

/**
 * Answered requests on their way into GenAI-Perf's figures, in any order. D, which rates divide by,
 * goes from the first start to the last response. For one thread.
 */
public final class GenAiPerfFold {
  /** Percentiles are exact up to so many requests: 8 bytes for each and metric. */
  public static final int MOST_EXACT_REQUESTS = 1_000_000;

  /** A grid unit of a rate is 10^-3 per second, of all others the stored unit. */
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
   * Nothing yet.
   *
   * @param hasTokens whether answers are made of tokens; else there is latency and throughput only
   */
  public GenAiPerfFold(boolean hasTokens) {
    this(hasTokens, MOST_EXACT_REQUESTS);
  }

  GenAiPerfFold(boolean hasTokens, int mostExactRequests) {
    this.hasTokens = hasTokens;
    for (GenAiPerfMetric metric : GenAiPerfMetric.values()) {
      if (!metric.isOfRun() && (hasTokens || !metric.needsTokens())) {
        int gridUnit =
            metric == GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT_PER_USER
                ? STORED_PER_GRID_UNIT_OF_RATES
                : 1;
        values.put(metric, new BoundedValues(mostExactRequests, gridUnit));
      }
    }
  }

  /**
   * Adds a request.
   *
   * @param request whose responses came one after the other
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

  /** How many requests there were. */
  public long requests() {
    return requests;
  }

  /**
   * The statistics of the metrics that have values: times in ns, all others in the unit of files.
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
   * The numbers of the run; nothing divided by a D of 0 is no number.
   *
   * @param promised whether there were promises, so that there is a goodput
   */
  public Map<GenAiPerfMetric, Double> totals(boolean promised) {
    Map<GenAiPerfMetric, Double> totals = new EnumMap<>(GenAiPerfMetric.class);
    totals.put(GenAiPerfMetric.REQUEST_COUNT, (double) requests);
    double seconds = requests == 0 ? 0 : (lastResponse - firstStart) / NANOS_PER_SECOND;
    if (seconds > 0) {
      totals.put(GenAiPerfMetric.REQUEST_THROUGHPUT, requests / seconds);
      if (hasTokens) {
        totals.put(GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT, outputTokens / seconds);
      }
      if (promised) {
        totals.put(GenAiPerfMetric.REQUEST_GOODPUT, goodRequests / seconds);
      }
    }
    return totals;
  }
}
