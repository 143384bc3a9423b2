package io.longhaul.metrics.sweep;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.FixedPoint;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Concurrency and throughput of the requests of a run at each moment, with statistics over any
 * window of the run. All windows use the same curves, so that a request that started before a
 * window counts in it while it is in flight.
 */
public final class SweepCurves {
  private final StepCurve concurrency;
  private final Optional<Streams> streams;

  /** Curves of streamed responses, which have a prefill and a decode phase. */
  private record Streams(
      StepCurve prefillConcurrency,
      StepCurve decodeConcurrency,
      StepCurve prefill,
      StepCurve decode,
      StepCurve total,
      StepCurve tokens,
      StepCurve prefillPerUser,
      StepCurve decodePerUser) {}

  private SweepCurves(StepCurve concurrency, Optional<Streams> streams) {
    this.concurrency = concurrency;
    this.streams = streams;
  }

  static SweepCurves ofWholeResponses(StepCurve concurrency) {
    return new SweepCurves(concurrency, Optional.empty());
  }

  static SweepCurves ofStreams(
      StepCurve concurrency,
      StepCurve prefillConcurrency,
      StepCurve decodeConcurrency,
      StepCurve prefill,
      StepCurve decode,
      StepCurve total,
      StepCurve tokens) {
    return new SweepCurves(
        concurrency,
        Optional.of(
            new Streams(
                prefillConcurrency,
                decodeConcurrency,
                prefill,
                decode,
                total,
                tokens,
                prefill.combined(prefillConcurrency, SweepCurves::perUser),
                decode.combined(decodeConcurrency, SweepCurves::perUser))));
  }

  private static long perUser(long rate, long users) {
    return users > 0 ? FixedPoint.divide(rate, users) : 0;
  }

  /**
   * Returns every {@link Metric.Kind#SWEEP} metric over a window in epoch nanoseconds. Responses
   * that are not streamed have only a concurrency.
   */
  public Map<Metric, TimeWeighted> over(long from, long to) {
    Window window = new Window(from, to);
    window.put(Metric.EFFECTIVE_CONCURRENCY, concurrency);
    streams.ifPresent(
        curves -> {
          window.put(Metric.EFFECTIVE_DECODE_THROUGHPUT, curves.decode());
          window.put(Metric.EFFECTIVE_PREFILL_THROUGHPUT, curves.prefill());
          window.put(Metric.EFFECTIVE_DECODE_CONCURRENCY, curves.decodeConcurrency());
          window.put(Metric.EFFECTIVE_PREFILL_CONCURRENCY, curves.prefillConcurrency());
          window.put(Metric.EFFECTIVE_TOTAL_THROUGHPUT, curves.total());
          window.put(Metric.EFFECTIVE_DECODE_THROUGHPUT_PER_USER, curves.decodePerUser());
          window.put(Metric.EFFECTIVE_PREFILL_THROUGHPUT_PER_USER, curves.prefillPerUser());
          window.put(Metric.TOKENS_IN_FLIGHT, curves.tokens());
          StepCurve decoding = curves.decodeConcurrency();
          StepCurve prefilling = curves.prefillConcurrency();
          window.put(Metric.ACTIVE_DECODE_THROUGHPUT, curves.decode(), decoding);
          window.put(Metric.ACTIVE_PREFILL_THROUGHPUT, curves.prefill(), prefilling);
          window.put(Metric.ACTIVE_DECODE_THROUGHPUT_PER_USER, curves.decodePerUser(), decoding);
          window.put(
              Metric.ACTIVE_PREFILL_THROUGHPUT_PER_USER, curves.prefillPerUser(), prefilling);
          window.put(Metric.ACTIVE_TOTAL_THROUGHPUT, curves.total(), concurrency);
        });
    return Collections.unmodifiableMap(window.statistics);
  }

  private static final class Window {
    private final long from;
    private final long to;
    private final Map<Metric, TimeWeighted> statistics = new EnumMap<>(Metric.class);

    Window(long from, long to) {
      this.from = from;
      this.to = to;
    }

    void put(Metric metric, StepCurve curve) {
      statistics.put(metric, TimeWeighted.over(curve, from, to, metric.unit().storedPerDisplay()));
    }

    void put(Metric metric, StepCurve curve, StepCurve mask) {
      statistics.put(
          metric, TimeWeighted.whileAbove(mask, curve, from, to, metric.unit().storedPerDisplay()));
    }
  }
}
