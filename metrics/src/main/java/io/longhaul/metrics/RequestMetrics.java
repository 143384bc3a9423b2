package io.longhaul.metrics;

import static io.longhaul.metrics.RequestTrace.NONE;
import static io.longhaul.metrics.RequestTrace.NO_COUNT;

import io.longhaul.metrics.stats.FixedPoint;
import io.longhaul.metrics.stats.Rates;
import java.util.Arrays;

/**
 * The figures of one request: what {@link Metric} defines, computed from a {@link RequestTrace}.
 *
 * <p>A request is <i>valid</i> when its outcome is {@link Outcome#OK}, it has at least one content
 * chunk, its last chunk is not before its start, and its start lies before its end. Valid requests
 * have the ordinary metrics, failed ones only the error metrics; what the generator tells about
 * itself ({@link Metric.Flag#ANY_OUTCOME}) every request has that got so far.
 *
 * <p>The phases of the HTTP exchange ({@link Metric.Flag#HTTP_PHASE}) are computed when they are
 * asked for: few runs promise anything of them.
 *
 * <p>A metric without a value is absent, never 0. A negative duration (a stamp that went backwards)
 * is no value, and neither is anything computed from it.
 */
public final class RequestMetrics {
  private static final long[] NO_GAPS = {};

  private static final long PER_NANO_TO_STORED = 1_000_000_000L * Rates.SCALE;
  private static final long PICOS_PER_NANO = 1_000;

  /** The mismatch of an output length counts above this many tokens, whatever its share. */
  private static final int OSL_MISMATCH_TOKENS = 50;

  private static final long DISCREPANCY_PERCENT = 10;

  private final RequestTrace trace;
  private final boolean valid;
  private final long[] values = new long[Metric.COUNT];
  private long[] interChunkGapsNanos = NO_GAPS;
  private long[] interReadGapsNanos = NO_GAPS;

  private RequestMetrics(RequestTrace trace) {
    this.trace = trace;
    this.valid = isValid(trace);
    Arrays.fill(values, NONE);
    weighGenerator();
    if (valid || (isError() && trace.sentAtNanos() != NONE)) {
      setDifference(Metric.CREDIT_TO_START_LATENCY, trace.startNanos(), trace.handedAtNanos());
      setDifference(Metric.EFFECTIVE_LATENCY, trace.endedAtNanos(), trace.handedAtNanos());
    }
    if (valid) {
      set(Metric.REQUEST_COUNT, 1);
      weighLatency();
      weighTokens();
      weighRates();
      weighImages();
      weighAudio();
      weighUsage();
    } else if (isError()) {
      set(Metric.ERROR_REQUEST_COUNT, 1);
      setCount(Metric.ERROR_ISL, trace.inputTokens());
    }
  }

  /** Weighs a request. */
  public static RequestMetrics of(RequestTrace trace) {
    return new RequestMetrics(trace);
  }

  private static boolean isValid(RequestTrace trace) {
    int chunks = trace.chunkAtNanos().length;
    if (trace.outcome() != Outcome.OK || chunks == 0) {
      return false;
    }
    long start = trace.startNanos();
    long last = trace.chunkAtNanos()[chunks - 1];
    long end = trace.endedAtNanos() != NONE ? trace.endedAtNanos() : last;
    return start != NONE && start <= last && start < end;
  }

  private void weighGenerator() {
    setDifference(Metric.SEND_LAG, trace.handedAtNanos(), trace.scheduledAtNanos());
    setDifference(Metric.CLIENT_OVERHEAD, trace.startNanos(), trace.handedAtNanos());
    setDifference(Metric.CONNECT_TIME, trace.connectedAtNanos(), trace.connectStartedAtNanos());
  }

  private void weighLatency() {
    long[] chunks = trace.chunkAtNanos();
    long first = chunks[0];
    long last = chunks[chunks.length - 1];
    setDifference(Metric.REQUEST_LATENCY, last, trace.startNanos());
    setDifference(Metric.REQUEST_LATENCY_FROM_SCHEDULE, last, trace.scheduledAtNanos());
    if (!trace.streaming()) {
      return;
    }
    setDifference(Metric.TIME_TO_FIRST_TOKEN, first, trace.startNanos());
    setDifference(Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE, first, trace.scheduledAtNanos());
    setDifference(Metric.TIME_TO_FIRST_OUTPUT_TOKEN, firstOutput(), trace.startNanos());
    if (has(Metric.TIME_TO_FIRST_TOKEN)) {
      setDifference(Metric.DECODE_DURATION, last, first);
    }
    if (chunks.length > 1) {
      setDifference(Metric.TIME_TO_SECOND_TOKEN, chunks[1], first);
      weighGaps();
    }
  }

  private long firstOutput() {
    byte[] kinds = trace.chunkKinds();
    for (int i = 0; i < kinds.length; i++) {
      if (kinds[i] == RequestTrace.CONTENT) {
        return trace.chunkAtNanos()[i];
      }
    }
    return NONE;
  }

  /** One negative gap makes all of them untrustworthy. */
  private void weighGaps() {
    long[] chunks = trace.chunkAtNanos();
    int[] reads = trace.chunkReads();
    long[] gaps = new long[chunks.length - 1];
    int betweenReads = 0;
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = chunks[i + 1] - chunks[i];
      if (gaps[i] < 0) {
        return;
      }
      if (reads[i + 1] != reads[i]) {
        betweenReads++;
      }
    }
    interChunkGapsNanos = gaps;
    interReadGapsNanos = betweenReads == gaps.length ? gaps : gapsBetweenReads(gaps, betweenReads);
  }

  private long[] gapsBetweenReads(long[] gaps, int howMany) {
    int[] reads = trace.chunkReads();
    long[] kept = new long[howMany];
    int n = 0;
    for (int i = 0; i < gaps.length; i++) {
      if (reads[i + 1] != reads[i]) {
        kept[n++] = gaps[i];
      }
    }
    return kept;
  }

  private void weighTokens() {
    int output = trace.outputTokens();
    int reasoning = trace.reasoningTokens();
    setCount(Metric.INPUT_SEQUENCE_LENGTH, trace.inputTokens());
    setCount(Metric.OUTPUT_TOKEN_COUNT, output > 0 ? output : NO_COUNT);
    setCount(Metric.REASONING_TOKEN_COUNT, reasoning);
    setCount(Metric.REQUESTED_OSL, trace.requestedOutputTokens());
    if (output == NO_COUNT && reasoning == NO_COUNT) {
      return;
    }
    long length = Math.max(output, 0L) + Math.max(reasoning, 0L);
    set(Metric.OUTPUT_SEQUENCE_LENGTH, length);
    long requested = trace.requestedOutputTokens();
    if (requested > 0) {
      long difference = length - requested;
      set(
          Metric.OSL_MISMATCH_DIFF_PCT,
          FixedPoint.scaledRatio(difference, 100 * Rates.SCALE, requested));
      set(Metric.OSL_MISMATCH_COUNT, isMismatch(difference, requested) ? 1 : 0);
    }
  }

  /**
   * Whether an output length is another than the one that was asked for, as AIPerf sees it.
   *
   * @param difference the length less what was asked for, or the reverse
   * @param requested what was asked for
   */
  public static boolean isMismatch(long difference, long requested) {
    return Math.abs(difference) > OSL_MISMATCH_TOKENS || 20 * Math.abs(difference) > requested;
  }

  private void weighRates() {
    setRate(
        Metric.E2E_OUTPUT_TOKEN_THROUGHPUT, Metric.OUTPUT_SEQUENCE_LENGTH, Metric.REQUEST_LATENCY);
    setRate(
        Metric.PREFILL_THROUGHPUT_PER_USER,
        Metric.INPUT_SEQUENCE_LENGTH,
        Metric.TIME_TO_FIRST_TOKEN);
    long length = value(Metric.OUTPUT_SEQUENCE_LENGTH);
    // One chunk says nothing of the time between tokens; AIPerf has 0 there.
    if (!has(Metric.DECODE_DURATION) || length < 2 || trace.chunkAtNanos().length < 2) {
      return;
    }
    long duration = value(Metric.DECODE_DURATION);
    int first = trace.firstChunkTokens();
    long decoded = length - (first > 0 && first < length ? first : 1);
    set(Metric.INTER_TOKEN_LATENCY, FixedPoint.scaledRatio(duration, PICOS_PER_NANO, decoded));
    if (duration > 0) {
      set(
          Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER,
          FixedPoint.scaledRatio(decoded, PER_NANO_TO_STORED, duration));
    }
  }

  private void weighImages() {
    if (trace.images() == 0) {
      return;
    }
    set(Metric.NUM_IMAGES, trace.images());
    setRate(Metric.IMAGE_THROUGHPUT, Metric.NUM_IMAGES, Metric.REQUEST_LATENCY);
    if (has(Metric.REQUEST_LATENCY)) {
      long latency = value(Metric.REQUEST_LATENCY);
      set(Metric.IMAGE_LATENCY, FixedPoint.scaledRatio(latency, PICOS_PER_NANO, trace.images()));
    }
  }

  private void weighAudio() {
    if (trace.audioNanos() == 0) {
      return;
    }
    set(Metric.AUDIO_DURATION, trace.audioNanos());
    if (has(Metric.REQUEST_LATENCY) && value(Metric.REQUEST_LATENCY) > 0) {
      long latency = value(Metric.REQUEST_LATENCY);
      set(Metric.RTFX, FixedPoint.scaledRatio(trace.audioNanos(), Rates.SCALE, latency));
    }
  }

  private void weighUsage() {
    setCount(Metric.USAGE_PROMPT_TOKENS, trace.usagePromptTokens());
    setCount(Metric.USAGE_TOTAL_TOKENS, trace.usageTotalTokens());
    setCount(Metric.USAGE_COMPLETION_TOKENS, trace.usageCompletionTokens());
    setCount(Metric.USAGE_REASONING_TOKENS, trace.usageReasoningTokens());
    setCount(Metric.USAGE_PROMPT_CACHE_READ_TOKENS, trace.usageCachedTokens());
    setDifferencePercent(
        Metric.USAGE_PROMPT_TOKENS_DIFF_PCT,
        Metric.USAGE_PROMPT_TOKENS,
        Metric.INPUT_SEQUENCE_LENGTH);
    setDifferencePercent(
        Metric.USAGE_COMPLETION_TOKENS_DIFF_PCT,
        Metric.USAGE_COMPLETION_TOKENS,
        Metric.OUTPUT_SEQUENCE_LENGTH);
    setDifferencePercent(
        Metric.USAGE_REASONING_TOKENS_DIFF_PCT,
        Metric.USAGE_REASONING_TOKENS,
        Metric.REASONING_TOKEN_COUNT);
    if (has(Metric.USAGE_PROMPT_TOKENS_DIFF_PCT) && has(Metric.USAGE_COMPLETION_TOKENS_DIFF_PCT)) {
      boolean discrepancy =
          usageInputDiffers()
              || usageOutputDiffers()
              || differsTooMuch(Metric.USAGE_REASONING_TOKENS, Metric.REASONING_TOKEN_COUNT);
      set(Metric.USAGE_DISCREPANCY_COUNT, discrepancy ? 1 : 0);
    }
  }

  /**
   * Whether the server's usage and our own count of the prompt are more than 10 % apart; false when
   * one is not there.
   */
  public boolean usageInputDiffers() {
    return differsTooMuch(Metric.USAGE_PROMPT_TOKENS, Metric.INPUT_SEQUENCE_LENGTH);
  }

  /** The same of the answer. */
  public boolean usageOutputDiffers() {
    return differsTooMuch(Metric.USAGE_COMPLETION_TOKENS, Metric.OUTPUT_SEQUENCE_LENGTH);
  }

  /** Compared in whole tokens: the percentage is rounded and could hide a hair's breadth. */
  private boolean differsTooMuch(Metric server, Metric client) {
    return has(server)
        && has(client)
        && value(client) > 0
        && 100 * Math.abs(value(server) - value(client)) > DISCREPANCY_PERCENT * value(client);
  }

  private void setDifferencePercent(Metric metric, Metric server, Metric client) {
    if (has(server) && has(client) && value(client) > 0) {
      long difference = Math.abs(value(server) - value(client));
      set(metric, FixedPoint.scaledRatio(difference, 100 * Rates.SCALE, value(client)));
    }
  }

  private void setRate(Metric metric, Metric counted, Metric duration) {
    if (has(counted) && has(duration) && value(duration) > 0) {
      set(metric, FixedPoint.scaledRatio(value(counted), PER_NANO_TO_STORED, value(duration)));
    }
  }

  private void setDifference(Metric metric, long to, long from) {
    if (to != NONE && from != NONE && to >= from) {
      set(metric, to - from);
    }
  }

  private void setCount(Metric metric, int count) {
    if (count != NO_COUNT) {
      set(metric, count);
    }
  }

  private void set(Metric metric, long value) {
    values[metric.index()] = value;
  }

  /** The facts that were weighed. */
  public RequestTrace trace() {
    return trace;
  }

  /** Whether the request counts as a success, in {@code request_count}. */
  public boolean isValid() {
    return valid;
  }

  /**
   * Whether the request counts as an error, in {@code error_request_count}: it failed, timed out,
   * or ended well without a measurable answer.
   */
  public boolean isError() {
    return !valid && trace.outcome().isCompleted();
  }

  /** The term of the accounting equation in which this request is counted. */
  public Outcome.Group group() {
    boolean emptySuccess = trace.outcome() == Outcome.OK && !valid;
    return emptySuccess ? Outcome.Group.ERROR : trace.outcome().group();
  }

  /** Whether this request has a value of the metric. */
  public boolean has(Metric metric) {
    return value(metric) != NONE;
  }

  /** The value in stored units; {@link RequestTrace#NONE} where there is none. */
  public long value(Metric metric) {
    if (metric.is(Metric.Flag.HTTP_PHASE)) {
      return valid ? HttpPhases.value(metric, trace) : NONE;
    }
    return values[metric.index()];
  }

  /** The value in display units; NaN where there is none. */
  public double displayValue(Metric metric) {
    return has(metric) ? metric.unit().toDisplay((double) value(metric)) : Double.NaN;
  }

  /**
   * The gaps between neighbouring chunks; 0 where two came in one read. Empty when there are fewer
   * than two chunks or a stamp went backwards. Not to be changed.
   */
  public long[] interChunkGapsNanos() {
    return interChunkGapsNanos;
  }

  /** The same gaps without those inside a network read, which are unknown. Not to be changed. */
  public long[] interReadGapsNanos() {
    return interReadGapsNanos;
  }
}
