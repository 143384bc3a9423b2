package io.longhaul.metrics.sweep;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestTrace;
import io.longhaul.metrics.stats.FixedPoint;
import io.longhaul.metrics.stats.Rates;
import io.longhaul.metrics.sweep.SweepCurves.Swept;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds requests to curves. A rate is constant over its interval: input tokens over the time to the
 * first chunk, output tokens except the first over the time after it; by chunk, these output tokens
 * are distributed evenly over the gaps between the chunks.
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
   * @param streaming whether responses are streamed; otherwise only start and end are known
   * @param byChunk whether {@link #chunks} reports the gaps between chunks; decode rates and tokens
   *     in flight then follow them, as in AIPerf for every run that has such gaps
   */
  public SweepBuilder(boolean streaming, boolean byChunk) {
    this.streaming = streaming;
    this.byChunk = byChunk;
  }

  /**
   * Adds a request, whatever its outcome. Times are epoch nanoseconds.
   *
   * @param firstChunk {@link RequestTrace#NONE} if it has no time to first token
   * @param input input tokens of a valid request, otherwise {@link RequestTrace#NONE}
   * @param output output tokens of a valid request, otherwise {@link RequestTrace#NONE}
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
   * Adds the chunks of a valid request with more than one; called after {@link #request}.
   *
   * @param start of the request in epoch nanoseconds, like its end
   * @param afterStart arrival times, ascending, in nanoseconds since the start
   * @param count number of chunks in the array
   * @param output output tokens, {@link RequestTrace#NONE} if not counted
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
    long added = 0;
    for (int i = 1; i < count; i++) {
      long from = start + afterStart[i - 1];
      long to = start + afterStart[i];
      if (from < to) {
        decode.addBetween(
            from, to, FixedPoint.scaledRatio(output - 1, RATE, positive * (to - from)));
      }
      long addedUpToHere = shared * i / (count - 1);
      // Tokens that arrive at the end are in flight for the last nanosecond, as in AIPerf.
      tokens.addBetween(Math.min(to, end - 1), end, addedUpToHere - added);
      added = addedUpToHere;
    }
  }

  public SweepCurves build() {
    StepCurve requests = concurrency.build();
    List<Swept> metrics = new ArrayList<>();
    metrics.add(new Swept(Metric.EFFECTIVE_CONCURRENCY, requests, null));
    if (streaming) {
      addStreams(requests, metrics);
    }
    return new SweepCurves(metrics);
  }

  /** Adds the metrics of streamed responses, which have a prefill and a decode phase. */
  private void addStreams(StepCurve requests, List<Swept> metrics) {
    StepCurve prefilling = prefillConcurrency.build();
    StepCurve decoding = decodeConcurrency.build();
    StepCurve prefillRate = prefill.build();
    StepCurve decodeRate = decode.build();
    StepCurve totalRate = total.build();
    StepCurve prefillPerUser = prefillRate.combined(prefilling, SweepBuilder::perUser);
    StepCurve decodePerUser = decodeRate.combined(decoding, SweepBuilder::perUser);
    metrics.add(new Swept(Metric.EFFECTIVE_DECODE_THROUGHPUT, decodeRate, null));
    metrics.add(new Swept(Metric.EFFECTIVE_PREFILL_THROUGHPUT, prefillRate, null));
    metrics.add(new Swept(Metric.EFFECTIVE_DECODE_CONCURRENCY, decoding, null));
    metrics.add(new Swept(Metric.EFFECTIVE_PREFILL_CONCURRENCY, prefilling, null));
    metrics.add(new Swept(Metric.EFFECTIVE_TOTAL_THROUGHPUT, totalRate, null));
    metrics.add(new Swept(Metric.EFFECTIVE_DECODE_THROUGHPUT_PER_USER, decodePerUser, null));
    metrics.add(new Swept(Metric.EFFECTIVE_PREFILL_THROUGHPUT_PER_USER, prefillPerUser, null));
    metrics.add(new Swept(Metric.TOKENS_IN_FLIGHT, tokens.build(), null));
    metrics.add(new Swept(Metric.ACTIVE_DECODE_THROUGHPUT, decodeRate, decoding));
    metrics.add(new Swept(Metric.ACTIVE_PREFILL_THROUGHPUT, prefillRate, prefilling));
    metrics.add(new Swept(Metric.ACTIVE_DECODE_THROUGHPUT_PER_USER, decodePerUser, decoding));
    metrics.add(new Swept(Metric.ACTIVE_PREFILL_THROUGHPUT_PER_USER, prefillPerUser, prefilling));
    metrics.add(new Swept(Metric.ACTIVE_TOTAL_THROUGHPUT, totalRate, requests));
  }

  private static long perUser(long rate, long users) {
    return users > 0 ? FixedPoint.divide(rate, users) : 0;
  }
}
