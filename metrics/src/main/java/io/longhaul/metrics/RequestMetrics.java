package io.longhaul.metrics;

import static io.longhaul.metrics.RequestFacts.NONE;

import java.util.Arrays;

/**
 * The figures of one request: the values of {@link RequestFormulas} for a {@link RequestTrace},
 * each computed once, and the gaps between its chunks. For one thread.
 *
 * <p>{@link Validity} decides which metrics a request has: a valid one the ordinary metrics, a
 * failed one only the error metrics; metrics of the generator ({@link Metric.Flag#ANY_OUTCOME})
 * exist for every request that got that far.
 */
public final class RequestMetrics {
  private static final long[] NO_GAPS = {};
  private static final long NOT_COMPUTED = NONE + 1;

  private final RequestTrace trace;
  private final Validity validity;
  private final long[] values = new long[Metric.COUNT];
  private final long[] interChunkGapsNanos;

  private RequestMetrics(RequestTrace trace) {
    this.trace = trace;
    this.validity = Validity.of(trace);
    this.interChunkGapsNanos =
        isValid() && trace.streaming() ? RequestFormulas.gaps(trace.chunkAtNanos()) : NO_GAPS;
    Arrays.fill(values, NOT_COMPUTED);
  }

  /** Computes the figures of a request. */
  public static RequestMetrics of(RequestTrace trace) {
    return new RequestMetrics(trace);
  }

  /** Returns the facts from which the figures are computed. */
  public RequestTrace trace() {
    return trace;
  }

  /** Returns whether the request counts as a success, in {@code request_count}. */
  public boolean isValid() {
    return validity == Validity.VALID;
  }

  /** Returns whether the request counts as an error, in {@code error_request_count}. */
  public boolean isError() {
    return validity.isError();
  }

  /** Returns whether this request has a value of the metric. */
  public boolean has(Metric metric) {
    return value(metric) != NONE;
  }

  /** Returns the value in stored units; {@link RequestFacts#NONE} if there is none. */
  public long value(Metric metric) {
    int index = metric.index();
    if (values[index] == NOT_COMPUTED) {
      values[index] = validity.has(metric) ? RequestFormulas.value(metric, trace) : NONE;
    }
    return values[index];
  }

  /** Returns the value in display units; NaN if there is none. */
  public double displayValue(Metric metric) {
    return has(metric) ? metric.unit().toDisplay((double) value(metric)) : Double.NaN;
  }

  /**
   * Returns whether the server's usage and our own count of the prompt differ by more than 10 %;
   * false if one is missing.
   */
  public boolean usageInputDiffers() {
    return isValid()
        && RequestFormulas.differs(trace, Metric.USAGE_PROMPT_TOKENS, Metric.INPUT_SEQUENCE_LENGTH);
  }

  /** Returns the same for the output. */
  public boolean usageOutputDiffers() {
    return isValid()
        && RequestFormulas.differs(
            trace, Metric.USAGE_COMPLETION_TOKENS, Metric.OUTPUT_SEQUENCE_LENGTH);
  }

  /**
   * Returns the gaps between neighbouring chunks of a stream; 0 where two arrived in one read.
   * Empty if there are fewer than two chunks or a timestamp went backwards. Must not be changed.
   */
  public long[] interChunkGapsNanos() {
    return interChunkGapsNanos;
  }

  /** Returns these gaps without those inside a network read, which are unknown. */
  public long[] interReadGapsNanos() {
    long[] gaps = interChunkGapsNanos;
    int[] reads = trace.chunkReads();
    int known = 0;
    for (int i = 0; i < gaps.length; i++) {
      known += reads[i + 1] != reads[i] ? 1 : 0;
    }
    if (known == gaps.length) {
      return gaps;
    }
    long[] between = new long[known];
    for (int i = gaps.length - 1; i >= 0; i--) {
      if (reads[i + 1] != reads[i]) {
        between[--known] = gaps[i];
      }
    }
    return between;
  }
}
