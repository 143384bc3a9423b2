package io.longhaul.report.figures;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.DerivedMetrics;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.stats.Distribution;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Figures that are computed from the columns of a slice. */
public final class SliceFigures {
  private static final double NANOS_PER_SECOND = 1e9;

  private SliceFigures() {}

  /** Returns the number of failed requests, including complete responses without content. */
  public static long errors(SliceRow slice) {
    return slice.getHttpErrors()
        + slice.getTransportErrors()
        + slice.getProtocolErrors()
        + slice.getStreamErrors()
        + slice.getTruncated()
        + slice.getTimeouts()
        + slice.getRequestsOk()
        - slice.getValidRequests();
  }

  /** Returns the number of requests with an outcome. */
  public static long count(SliceRow slice, Outcome outcome) {
    return (Long) slice.get(columnOf(outcome));
  }

  /** Returns the name of the column with the number of requests with an outcome. */
  static String columnOf(Outcome outcome) {
    return switch (outcome) {
      case OK -> "requests_ok";
      case HTTP_ERROR -> "http_errors";
      case TRANSPORT_ERROR -> "transport_errors";
      case PROTOCOL_ERROR -> "protocol_errors";
      case STREAM_ERROR -> "stream_errors";
      case TRUNCATED -> "truncated";
      case TIMEOUT -> "timeouts";
      case CANCELLED -> "cancelled";
      case IN_FLIGHT_AT_STOP -> "in_flight_at_stop";
      case LOST -> "lost";
    };
  }

  /** Returns the time-weighted mean number of requests in flight; NaN if no time was covered. */
  public static double meanInFlight(SliceRow slice) {
    return (double) slice.getInFlightRequestNs() / slice.getCoveredNs();
  }

  /** Returns a count of a slice per second; NaN or infinite if no time was covered. */
  public static double perSecond(SliceRow slice, long count) {
    return count / (slice.getCoveredNs() / NANOS_PER_SECOND);
  }

  /** Returns counts, totals and rates in display units; rates divide by the covered time. */
  public static Map<Metric, Double> values(SliceRow slice) {
    return statistics(slice, slice.getCoveredNs()).values();
  }

  /** Returns the figures of a window from its row; percentiles come from buckets. */
  public static WindowStatistics statistics(SliceRow row, long windowNanos) {
    Map<Metric, DistributionSummary> distributions = new EnumMap<>(Metric.class);
    for (Metric metric : SliceColumn.metrics()) {
      SliceColumn.summary(row, metric).ifPresent(summary -> distributions.put(metric, summary));
    }
    Map<Metric, Double> values = values(folded(row), windowNanos);
    return new WindowStatistics(distributions, values, asAiperf(row));
  }

  /** Returns the counts, totals and rates of a window, in display units. */
  static Map<Metric, Double> values(Map<Metric, Long> folded, long windowNanos) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    DerivedMetrics.of(folded, windowNanos)
        .forEach((metric, stored) -> values.put(metric, metric.unit().toDisplay(stored)));
    folded.forEach(
        (metric, stored) -> {
          if (metric.kind() == Metric.Kind.AGGREGATE) {
            values.put(metric, metric.unit().toDisplay(stored));
          }
        });
    return values;
  }

  /**
   * Returns inter-token latency with the 0 that AIPerf gives each response of one chunk. Unknown
   * for a slice whose buckets were discarded: AIPerf has no figures of such a slice.
   */
  private static Map<Metric, DistributionSummary> asAiperf(SliceRow row) {
    Metric metric = Metric.INTER_TOKEN_LATENCY;
    Optional<io.longhaul.export.Distribution> own = SliceColumn.column(row, metric);
    if (row.getSingleEventAnswers() == 0
        || own.filter(ours -> !ours.getHistogram().hasRemaining()).isPresent()) {
      return Map.of();
    }
    Distribution all =
        own.map(ours -> SliceColumn.mergeable(ours, metric)).orElseGet(metric::newDistribution);
    for (long i = 0; i < row.getSingleEventAnswers(); i++) {
      all.add(0);
    }
    return Map.of(metric, SliceColumn.summary(SliceColumn.row(all), metric));
  }

  private static Map<Metric, Long> folded(SliceRow row) {
    Map<Metric, Long> folded = new EnumMap<>(Metric.class);
    folded.put(Metric.REQUEST_COUNT, row.getValidRequests());
    folded.put(Metric.ERROR_REQUEST_COUNT, errors(row));
    folded.put(Metric.REASONING_TOKEN_COUNT, row.getReasoningTokensCompleted());
    folded.put(Metric.ERROR_ISL, row.getErrorInputTokens());
    folded.put(Metric.USAGE_PROMPT_TOKENS, row.getUsagePromptTokens());
    folded.put(Metric.USAGE_COMPLETION_TOKENS, row.getUsageCompletionTokens());
    folded.put(Metric.USAGE_PROMPT_CACHE_READ_TOKENS, row.getUsageCachedTokens());
    folded.put(Metric.ARRIVED_OUTPUT_TOKENS, row.getOutputTokensArrived());
    folded.values().removeIf(value -> value == 0);
    if (row.getJudgedRequests() > 0) {
      folded.put(Metric.GOOD_REQUEST_COUNT, row.getGoodRequests());
    }
    if (row.getInputSequenceLengthTokens() != null) {
      folded.put(Metric.INPUT_SEQUENCE_LENGTH, row.getInputTokensCompleted());
    }
    if (row.getOutputSequenceLengthTokens() != null) {
      folded.put(Metric.OUTPUT_SEQUENCE_LENGTH, row.getOutputTokensCompleted());
    }
    return folded;
  }

  /**
   * Returns by metric the numbers of values that are 0 because the time is unknown: the chunks
   * arrived in one network read. Without metrics that have none.
   */
  public static Map<Metric, Long> unknownGaps(SliceRow slice) {
    Map<Metric, Long> unknown = new EnumMap<>(Metric.class);
    unknown.put(
        Metric.INTER_CHUNK_LATENCY,
        count(slice.getInterChunkLatencyNs()) - count(slice.getInterReadLatencyNs()));
    unknown.put(Metric.TIME_TO_SECOND_TOKEN, slice.getSecondTokensUnknown());
    unknown.put(Metric.INTER_TOKEN_LATENCY, slice.getInterTokenLatenciesUnknown());
    unknown.values().removeIf(values -> values <= 0);
    return unknown;
  }

  private static long count(io.longhaul.export.Distribution distribution) {
    return distribution == null ? 0 : distribution.getCount();
  }
}
