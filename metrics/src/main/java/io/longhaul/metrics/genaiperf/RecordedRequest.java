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
 * A request that was answered, as the Perf Analyzer records it: when it was sent, when each piece
 * of its answer came, and how many tokens there were.
 *
 * @param startEpochNanos when it was sent
 * @param responsesEpochNanos when each response with content came, at least one; never changed
 * @param inputTokens {@link #NO_COUNT} when nobody counted
 * @param outputTokens of the whole answer; {@link #NO_COUNT} when nobody counted
 * @param good whether it met everything that was promised
 * @param session the session of several turns that it is a turn of; empty when there are none
 */
@SuppressWarnings("ArrayRecordComponent") // One of each request: a list would box every stamp.
public record RecordedRequest(
    long startEpochNanos,
    long[] responsesEpochNanos,
    int inputTokens,
    int outputTokens,
    boolean good,
    String session) {
  public static final int NO_COUNT = -1;

  /** Of requests that stand alone. */
  public static final String NO_SESSION = "";

  /** Rates are held finely: the original rounds none. */
  static final long STORED_PER_RATE = 1_000_000_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** The last response. */
  public long endEpochNanos() {
    return responsesEpochNanos[responsesEpochNanos.length - 1];
  }

  /** Whether every response came after the one before it, and the first after the start. */
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
   * The time between two tokens, on average.
   *
   * @return in ns, rounded half to even as the original has it; {@link #NO_COUNT} of one response,
   *     one token or none
   */
  public long interTokenLatencyNanos() {
    if (responsesEpochNanos.length < 2 || outputTokens < 2) {
      return NO_COUNT;
    }
    return FixedPoint.divide(endEpochNanos() - responsesEpochNanos[0], outputTokens - 1L);
  }

  /** What this request has a value of, in stored units: times in ns, rates in 10^-9. */
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
