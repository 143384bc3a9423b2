package io.longhaul.metrics.sweep;

import io.longhaul.metrics.RequestTrace;
import io.longhaul.metrics.stats.FixedPoint;
import io.longhaul.metrics.stats.Rates;

/**
 * Adds requests up to curves. A rate is constant over its stretch: a prompt's tokens over the time
 * to the first chunk, an answer's over the time after it, the first token left out; by chunk, an
 * answer's other tokens are shared out evenly over the gaps between its chunks.
 *
 * <p>For one thread; requests may come in any order.
 */
public final class SweepBuilder {
  private static final long NONE = RequestTrace.NONE;

  /** Tokens per nanosecond times this are stored tokens per second. */
  private static final long RATE = Rates.SCALE * 1_000_000_000;

  private final boolean streaming;
  private final boolean byChunk;
  private final StepCurve.Builder concurrency = new StepCurve.Builder();
  private final StepCurve.Builder prefillConcurrency = new StepCurve.Builder();
  private final StepCurve.Builder decodeConcurrency = new StepCurve.Builder();
  private final StepCurve.Builder prefill = new StepCurve.Builder();
  private final StepCurve.Builder decode = new StepCurve.Builder();
  private final StepCurve.Builder total = new StepCurve.Builder();
  private final StepCurve.Builder tokens = new StepCurve.Builder();

  /**
   * @param streaming whether the requests are streamed: else nothing is known but when they ran
   * @param byChunk whether the gaps between chunks are told by {@link #chunks}; decode rates and
   *     tokens in flight then follow them, as AIPerf's do in every run that has such gaps
   */
  public SweepBuilder(boolean streaming, boolean byChunk) {
    this.streaming = streaming;
    this.byChunk = byChunk;
  }

  /**
   * A request that ran, whatever became of it. Times are epoch nanoseconds.
   *
   * @param firstChunk {@link RequestTrace#NONE} where it has no time to the first token
   * @param input prompt tokens of a valid request, else {@link RequestTrace#NONE}
   * @param output output tokens of a valid request, else {@link RequestTrace#NONE}
   */
  public void request(long start, long end, long firstChunk, long input, long output) {
    concurrency.addBetween(start, end, 1);
    if (!streaming || firstChunk == NONE) {
      return;
    }
    prefillConcurrency.addBetween(start, firstChunk, 1);
    decodeConcurrency.addBetween(firstChunk, end, 1);
    if (input != NONE && start < firstChunk) {
      long rate = FixedPoint.scaledRatio(input, RATE, firstChunk - start);
      prefill.addBetween(start, firstChunk, rate);
      total.addBetween(start, firstChunk, rate);
      tokens.addBetween(start, end, input * Rates.SCALE);
    }
    if (output != NONE && output > 0 && firstChunk < end) {
      long rate = FixedPoint.scaledRatio(output - 1, RATE, end - firstChunk);
      total.addBetween(firstChunk, end, rate);
      if (!byChunk) {
        decode.addBetween(firstChunk, end, rate);
        tokens.addBetween(firstChunk, end, output * Rates.SCALE);
      }
    }
  }

  /**
   * The chunks of a valid request that has more than one; after {@link #request}.
   *
   * @param start of the request, as its end in epoch nanoseconds
   * @param afterStart when they arrived, ascending, in nanoseconds since the start
   * @param count how many of them count
   * @param output output tokens, {@link RequestTrace#NONE} when nobody counted
   */
  public void chunks(long start, long end, long[] afterStart, int count, long output) {
    if (!streaming || !byChunk || output == NONE || output < 1 || count < 2) {
      return;
    }
    tokens.addBetween(start + afterStart[0], end, Rates.SCALE);
    int positive = 0;
    for (int i = 1; i < count; i++) {
      positive += afterStart[i] > afterStart[i - 1] ? 1 : 0;
    }
    long shared = (output - 1) * Rates.SCALE;
    long told = 0;
    for (int i = 1; i < count; i++) {
      long from = start + afterStart[i - 1];
      long to = start + afterStart[i];
      if (from < to) {
        decode.addBetween(
            from, to, FixedPoint.scaledRatio(output - 1, RATE, positive * (to - from)));
      }
      long toldUpToHere = shared * i / (count - 1);
      // Tokens of the very end are in flight for the last nanosecond, as in AIPerf.
      tokens.addBetween(Math.min(to, end - 1), end, toldUpToHere - told);
      told = toldUpToHere;
    }
  }

  public SweepCurves build() {
    return streaming
        ? SweepCurves.ofStreams(
            concurrency.build(),
            prefillConcurrency.build(),
            decodeConcurrency.build(),
            prefill.build(),
            decode.build(),
            total.build(),
            tokens.build())
        : SweepCurves.ofAnswers(concurrency.build());
  }
}
