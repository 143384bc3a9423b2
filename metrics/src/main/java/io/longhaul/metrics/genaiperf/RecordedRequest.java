package io.longhaul.metrics.genaiperf;

import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.INPUT_SEQUENCE_LENGTH;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.INTER_TOKEN_LATENCY;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.OUTPUT_SEQUENCE_LENGTH;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT_PER_USER;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.REQUEST_LATENCY;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.TIME_TO_FIRST_TOKEN;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.TIME_TO_SECOND_TOKEN;

import io.longhaul.metrics.stats.FixedPoint;
import java.util.EnumMap;
import java.util.Map;

/**
 * A successful request as the Perf Analyzer records it: when it was sent, when each part of the
 * response arrived, and the number of tokens.
 *
 * @param startEpochNanos when it was sent
 * @param responsesEpochNanos when each response with content arrived, at least one; not to be
 *     changed
 * @param inputTokens {@link #NO_COUNT} if not counted
 * @param outputTokens tokens of the whole response; {@link #NO_COUNT} if not counted
 * @param good whether it met all SLOs
 * @param session the multi-turn session to which the request belongs; empty if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // One per request: a list would box every timestamp.
public record RecordedRequest(
    long startEpochNanos,
    long[] responsesEpochNanos,
    int inputTokens,
    int outputTokens,
    boolean good,
    String session) {
  public static final int NO_COUNT = -1;

  /** The session of requests that belong to none. */
  public static final String NO_SESSION = "";

  /** Rates are stored with high precision, since GenAI-Perf does not round them. */
  static final long STORED_PER_RATE = 1_000_000_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Returns the time of the last response. */
  public long endEpochNanos() {
    return responsesEpochNanos[responsesEpochNanos.length - 1];
  }

  /** Returns whether no response arrived before its predecessor or before the start. */
  public boolean isInTime() {
    long before = startEpochNanos;
    for (long response : responsesEpochNanos) {
      if (response < before) {
        return false;
      }
      before = response;
    }
    return true;
  }

  /**
   * Returns the average time between two tokens.
   *
   * @return in ns, rounded half-even as in GenAI-Perf; {@link #NO_COUNT} for one response, one
   *     token or none
   */
  public long interTokenLatencyNanos() {
    if (responsesEpochNanos.length < 2 || outputTokens < 2) {
      return NO_COUNT;
    }
    return FixedPoint.divide(endEpochNanos() - responsesEpochNanos[0], outputTokens - 1L);
  }

  /** Returns the metrics of this request in stored units: times in ns, rates in 10^-9. */
  Map<GenAiPerfMetric, Long> figures() {
    Map<GenAiPerfMetric, Long> figures = new EnumMap<>(GenAiPerfMetric.class);
    figures.put(REQUEST_LATENCY, endEpochNanos() - startEpochNanos);
    figures.put(TIME_TO_FIRST_TOKEN, responsesEpochNanos[0] - startEpochNanos);
    if (responsesEpochNanos.length > 1) {
      figures.put(TIME_TO_SECOND_TOKEN, responsesEpochNanos[1] - responsesEpochNanos[0]);
    }
    putIfCounted(figures, INPUT_SEQUENCE_LENGTH, inputTokens);
    putIfCounted(figures, OUTPUT_SEQUENCE_LENGTH, outputTokens);
    long betweenTokens = interTokenLatencyNanos();
    putIfCounted(figures, INTER_TOKEN_LATENCY, betweenTokens);
    if (betweenTokens > 0) {
      figures.put(
          OUTPUT_TOKEN_THROUGHPUT_PER_USER,
          FixedPoint.scaledRatio(1, NANOS_PER_SECOND * STORED_PER_RATE, betweenTokens));
    }
    return figures;
  }

  private static void putIfCounted(
      Map<GenAiPerfMetric, Long> figures, GenAiPerfMetric metric, long value) {
    if (value != NO_COUNT) {
      figures.put(metric, value);
    }
  }
}
