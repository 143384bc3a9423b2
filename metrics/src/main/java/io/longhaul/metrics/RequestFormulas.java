package io.longhaul.metrics;

import static io.longhaul.metrics.RequestFacts.NONE;

import io.longhaul.metrics.stats.FixedPoint;
import io.longhaul.metrics.stats.Rates;

/**
 * The formula of each metric of one request, in one place. A metric without a value is {@link
 * RequestFacts#NONE}, never 0. A negative duration (a timestamp that went backwards) is no value,
 * and neither is anything computed from it.
 */
public final class RequestFormulas {
  private static final long PER_NANO_TO_STORED = 1_000_000_000L * Rates.SCALE;
  private static final long PICOS_PER_NANO = 1_000;
  private static final long PERCENT = 100 * Rates.SCALE;

  /** An output length mismatches above this many tokens, whatever the percentage. */
  private static final int OSL_MISMATCH_TOKENS = 50;

  private static final long DISCREPANCY_PERCENT = 10;

  private RequestFormulas() {}

  /**
   * Returns the value of a metric in stored units, {@link RequestFacts#NONE} if there is none. Does
   * not check whether the metric applies to the request: see {@link Validity#has}.
   */
  public static long value(Metric metric, RequestFacts request) {
    return switch (metric) {
      case REQUEST_COUNT, ERROR_REQUEST_COUNT, HTTP_REQ_CHUNKS_SENT -> 1;
      case CREDIT_TO_START_LATENCY -> request.recorded(Metric.CLIENT_OVERHEAD);
      case EFFECTIVE_LATENCY -> between(request.handedAtNanos(), request.endedAtNanos());
      case DECODE_DURATION -> decodeDuration(request);
      case E2E_OUTPUT_TOKEN_THROUGHPUT ->
          perLatency(request, Metric.OUTPUT_SEQUENCE_LENGTH, PER_NANO_TO_STORED);
      case OUTPUT_TOKEN_COUNT -> positive(request.recorded(metric));
      case IMAGE_THROUGHPUT -> perLatency(request, Metric.NUM_IMAGES, PER_NANO_TO_STORED);
      case IMAGE_LATENCY ->
          ratio(
              request.recorded(Metric.REQUEST_LATENCY),
              PICOS_PER_NANO,
              request.recorded(Metric.NUM_IMAGES));
      case RTFX -> perLatency(request, Metric.AUDIO_DURATION, Rates.SCALE);
      case ERROR_ISL -> request.recorded(Metric.INPUT_SEQUENCE_LENGTH);
      case OSL_MISMATCH_DIFF_PCT -> oslDifferencePercent(request);
      case OSL_MISMATCH_COUNT -> oslMismatches(request);
      case USAGE_PROMPT_TOKENS_DIFF_PCT ->
          differencePercent(request, Metric.USAGE_PROMPT_TOKENS, Metric.INPUT_SEQUENCE_LENGTH);
      case USAGE_COMPLETION_TOKENS_DIFF_PCT ->
          differencePercent(request, Metric.USAGE_COMPLETION_TOKENS, Metric.OUTPUT_SEQUENCE_LENGTH);
      case USAGE_REASONING_TOKENS_DIFF_PCT ->
          differencePercent(request, Metric.USAGE_REASONING_TOKENS, Metric.REASONING_TOKEN_COUNT);
      case USAGE_DISCREPANCY_COUNT -> usageDiscrepancies(request);
      // Of a request that was sent twice, the phases are those of the first try.
      case HTTP_REQ_BLOCKED -> 0;
      case HTTP_REQ_DNS_LOOKUP -> request.connectionReused() ? 0 : NONE;
      case HTTP_REQ_CONNECTING, HTTP_REQ_CONNECTION_OVERHEAD -> connecting(request);
      case HTTP_REQ_SENDING -> between(request.sentAtNanos(), request.writtenAtNanos());
      case HTTP_REQ_WAITING -> between(request.writtenAtNanos(), request.firstByteAtNanos());
      case HTTP_REQ_RECEIVING -> between(request.firstByteAtNanos(), request.endedAtNanos());
      case HTTP_REQ_CONNECTION_REUSED -> request.connectionReused() ? Rates.SCALE : 0;
      case HTTP_REQ_DURATION -> between(request.sentAtNanos(), request.endedAtNanos());
      case HTTP_REQ_TOTAL ->
          sum(connecting(request), between(request.sentAtNanos(), request.endedAtNanos()));
      default -> request.recorded(metric);
    };
  }

  /**
   * Returns the value as AIPerf defines it: AIPerf gives a response of a single chunk an
   * inter-token latency of 0, whereas we give it none.
   */
  public static long aiperfValue(Metric metric, RequestFacts request) {
    long value = value(metric, request);
    boolean isSingleChunk =
        value == NONE
            && metric == Metric.INTER_TOKEN_LATENCY
            && decodeDuration(request) == 0
            && request.recorded(Metric.OUTPUT_SEQUENCE_LENGTH) > 1;
    return isSingleChunk ? 0 : value;
  }

  /** Returns what a trace contributes to {@link RequestFacts#recorded}. */
  static long recorded(Metric metric, RequestTrace trace) {
    return switch (metric) {
      case SEND_LAG -> between(trace.scheduledAtNanos(), trace.handedAtNanos());
      case CLIENT_OVERHEAD -> between(trace.handedAtNanos(), trace.startNanos());
      case CONNECT_TIME -> between(trace.connectStartedAtNanos(), trace.connectedAtNanos());
      case REQUEST_LATENCY -> between(trace.startNanos(), trace.lastChunkAtNanos());
      case REQUEST_LATENCY_FROM_SCHEDULE ->
          between(trace.scheduledAtNanos(), trace.lastChunkAtNanos());
      case TIME_TO_FIRST_TOKEN -> between(trace.startNanos(), trace.streamedChunkAtNanos(0));
      case TIME_TO_FIRST_TOKEN_FROM_SCHEDULE ->
          between(trace.scheduledAtNanos(), trace.streamedChunkAtNanos(0));
      case TIME_TO_FIRST_OUTPUT_TOKEN -> between(trace.startNanos(), trace.firstOutputAtNanos());
      case TIME_TO_SECOND_TOKEN ->
          between(trace.streamedChunkAtNanos(0), trace.streamedChunkAtNanos(1));
      case INTER_TOKEN_LATENCY -> ratio(decodeDuration(trace), PICOS_PER_NANO, decoded(trace));
      case OUTPUT_TOKEN_THROUGHPUT_PER_USER ->
          ratio(decoded(trace), PER_NANO_TO_STORED, decodeDuration(trace));
      case PREFILL_THROUGHPUT_PER_USER ->
          ratio(
              count(trace.inputTokens()),
              PER_NANO_TO_STORED,
              recorded(Metric.TIME_TO_FIRST_TOKEN, trace));
      case INPUT_SEQUENCE_LENGTH -> count(trace.inputTokens());
      case OUTPUT_TOKEN_COUNT -> count(trace.outputTokens());
      case REASONING_TOKEN_COUNT -> count(trace.reasoningTokens());
      case OUTPUT_SEQUENCE_LENGTH -> outputSequenceLength(trace);
      case REQUESTED_OSL -> count(trace.requestedOutputTokens());
      case NUM_IMAGES -> positive(trace.images());
      case AUDIO_DURATION -> positive(trace.audioNanos());
      case USAGE_PROMPT_TOKENS -> count(trace.usagePromptTokens());
      case USAGE_TOTAL_TOKENS -> count(trace.usageTotalTokens());
      case USAGE_COMPLETION_TOKENS -> count(trace.usageCompletionTokens());
      case USAGE_REASONING_TOKENS -> count(trace.usageReasoningTokens());
      case USAGE_PROMPT_CACHE_READ_TOKENS -> count(trace.usageCachedTokens());
      case HTTP_REQ_DATA_SENT -> trace.bytesSent();
      case HTTP_REQ_DATA_RECEIVED -> trace.bytesReceived();
      case HTTP_REQ_CHUNKS_RECEIVED -> trace.reads();
      default -> NONE;
    };
  }

  /**
   * Returns whether an output length differs from the requested one by more than 5 % or 50 tokens,
   * whichever is less, as in AIPerf.
   *
   * @param difference the length minus the requested length, or the reverse
   * @param requested tokens
   */
  public static boolean isMismatch(long difference, long requested) {
    return Math.abs(difference) > OSL_MISMATCH_TOKENS || 20 * Math.abs(difference) > requested;
  }

  /**
   * Returns whether the server's count and ours differ by more than 10 %; false if one is missing.
   * Compared in whole tokens: the rounded percentage could hide a small excess.
   */
  static boolean differs(RequestFacts request, Metric server, Metric client) {
    long theirs = request.recorded(server);
    long ours = request.recorded(client);
    return theirs != NONE && ours > 0 && 100 * Math.abs(theirs - ours) > DISCREPANCY_PERCENT * ours;
  }

  /**
   * Returns the gaps between neighbouring chunks; empty if there are fewer than two chunks or a
   * timestamp went backwards: one negative gap makes all of them untrustworthy.
   *
   * @param chunks arrival times
   */
  public static long[] gaps(long[] chunks) {
    long[] gaps = new long[isAscending(chunks, chunks.length) ? Math.max(chunks.length - 1, 0) : 0];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = chunks[i + 1] - chunks[i];
    }
    return gaps;
  }

  /** Returns whether no timestamp went backwards in the first {@code count} ones. */
  public static boolean isAscending(long[] chunks, int count) {
    for (int i = 1; i < count; i++) {
      if (chunks[i] < chunks[i - 1]) {
        return false;
      }
    }
    return true;
  }

  private static long decodeDuration(RequestFacts request) {
    return between(
        request.recorded(Metric.TIME_TO_FIRST_TOKEN), request.recorded(Metric.REQUEST_LATENCY));
  }

  /**
   * Returns the tokens that came after the first chunk. One chunk contains no time between tokens;
   * AIPerf reports 0 there.
   */
  private static long decoded(RequestTrace trace) {
    long length = outputSequenceLength(trace);
    if (length < 2 || trace.chunkAtNanos().length < 2) {
      return NONE;
    }
    int first = trace.firstChunkTokens();
    return length - (first > 0 && first < length ? first : 1);
  }

  private static long outputSequenceLength(RequestTrace trace) {
    int output = trace.outputTokens();
    int reasoning = trace.reasoningTokens();
    return output == RequestTrace.NO_COUNT && reasoning == RequestTrace.NO_COUNT
        ? NONE
        : Math.max(output, 0L) + Math.max(reasoning, 0L);
  }

  private static long oslDifferencePercent(RequestFacts request) {
    long length = request.recorded(Metric.OUTPUT_SEQUENCE_LENGTH);
    long requested = request.recorded(Metric.REQUESTED_OSL);
    return length == NONE ? NONE : ratio(length - requested, PERCENT, requested);
  }

  private static long oslMismatches(RequestFacts request) {
    long length = request.recorded(Metric.OUTPUT_SEQUENCE_LENGTH);
    long requested = request.recorded(Metric.REQUESTED_OSL);
    if (length == NONE || requested <= 0) {
      return NONE;
    }
    return isMismatch(length - requested, requested) ? 1 : 0;
  }

  private static long differencePercent(RequestFacts request, Metric server, Metric client) {
    long theirs = request.recorded(server);
    long ours = request.recorded(client);
    return theirs == NONE ? NONE : ratio(Math.abs(theirs - ours), PERCENT, ours);
  }

  private static long usageDiscrepancies(RequestFacts request) {
    boolean isComparable =
        request.recorded(Metric.USAGE_PROMPT_TOKENS) != NONE
            && request.recorded(Metric.INPUT_SEQUENCE_LENGTH) > 0
            && request.recorded(Metric.USAGE_COMPLETION_TOKENS) != NONE
            && request.recorded(Metric.OUTPUT_SEQUENCE_LENGTH) > 0;
    if (!isComparable) {
      return NONE;
    }
    return differs(request, Metric.USAGE_PROMPT_TOKENS, Metric.INPUT_SEQUENCE_LENGTH)
            || differs(request, Metric.USAGE_COMPLETION_TOKENS, Metric.OUTPUT_SEQUENCE_LENGTH)
            || differs(request, Metric.USAGE_REASONING_TOKENS, Metric.REASONING_TOKEN_COUNT)
        ? 1
        : 0;
  }

  private static long connecting(RequestFacts request) {
    return request.connectionReused()
        ? 0
        : between(request.connectStartedAtNanos(), request.connectedAtNanos());
  }

  private static long perLatency(RequestFacts request, Metric counted, long scale) {
    return ratio(request.recorded(counted), scale, request.recorded(Metric.REQUEST_LATENCY));
  }

  private static long ratio(long numerator, long scale, long denominator) {
    return numerator == NONE || denominator <= 0
        ? NONE
        : FixedPoint.scaledRatio(numerator, scale, denominator);
  }

  private static long between(long from, long to) {
    return from == NONE || to == NONE || to < from ? NONE : to - from;
  }

  private static long sum(long one, long other) {
    return one == NONE || other == NONE ? NONE : one + other;
  }

  private static long count(int tokens) {
    return tokens == RequestTrace.NO_COUNT ? NONE : tokens;
  }

  private static long positive(long count) {
    return count > 0 ? count : NONE;
  }
}
