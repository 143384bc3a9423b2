package io.longhaul.metrics;

import io.longhaul.metrics.stats.Rates;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Totals, fractions and rates of a window (a slice or a whole run), computed from the sums over its
 * requests. The only class that defines a throughput.
 */
public final class DerivedMetrics {
  private final Map<Metric, Long> folded;
  private final long windowNanos;
  private final Map<Metric, Long> derived = new EnumMap<>(Metric.class);

  private DerivedMetrics(Map<Metric, Long> folded, long windowNanos) {
    this.folded = folded;
    this.windowNanos = windowNanos;
  }

  /**
   * Computes every {@link Metric.Kind#DERIVED} metric whose inputs exist.
   *
   * @param folded per metric the sum over the window's requests (for the two timestamps the minimum
   *     and the maximum), in stored units; without metrics of which no request has a value
   * @param windowNanos the window W that rates divide by; 0 gives no rates
   * @return stored values; without metrics that have none
   */
  public static Map<Metric, Long> of(Map<Metric, Long> folded, long windowNanos) {
    DerivedMetrics metrics = new DerivedMetrics(folded, windowNanos);
    metrics.deriveTotals();
    metrics.deriveFractions();
    metrics.deriveRates();
    metrics.deriveDuration();
    return Collections.unmodifiableMap(metrics.derived);
  }

  private void deriveTotals() {
    total(Metric.TOTAL_ISL, Metric.INPUT_SEQUENCE_LENGTH);
    total(Metric.TOTAL_OSL, Metric.OUTPUT_SEQUENCE_LENGTH);
    total(Metric.TOTAL_OUTPUT_TOKENS, Metric.OUTPUT_TOKEN_COUNT);
    total(Metric.TOTAL_REASONING_TOKENS, Metric.REASONING_TOKEN_COUNT);
    total(Metric.TOTAL_ERROR_ISL, Metric.ERROR_ISL);
    total(Metric.TOTAL_USAGE_PROMPT_TOKENS, Metric.USAGE_PROMPT_TOKENS);
    total(Metric.TOTAL_USAGE_PROMPT_CACHE_READ_TOKENS, Metric.USAGE_PROMPT_CACHE_READ_TOKENS);
    total(Metric.TOTAL_USAGE_COMPLETION_TOKENS, Metric.USAGE_COMPLETION_TOKENS);
    total(Metric.TOTAL_USAGE_REASONING_TOKENS, Metric.USAGE_REASONING_TOKENS);
    total(Metric.TOTAL_USAGE_TOTAL_TOKENS, Metric.USAGE_TOTAL_TOKENS);
  }

  private void deriveFractions() {
    long errors = folded.getOrDefault(Metric.ERROR_REQUEST_COUNT, 0L);
    long completed = folded.getOrDefault(Metric.REQUEST_COUNT, 0L) + errors;
    if (completed > 0) {
      derived.put(Metric.COMPLETED_REQUEST_COUNT, completed);
    }
    put(Metric.REQUEST_ERROR_RATE, Rates.percent(errors, completed));
    if (folded.containsKey(Metric.GOOD_REQUEST_COUNT)) {
      long good = folded.get(Metric.GOOD_REQUEST_COUNT);
      derived.put(Metric.GOOD_REQUEST_FRACTION, Rates.fraction(good, completed).orElse(0));
    }
    if (folded.containsKey(Metric.USAGE_PROMPT_TOKENS)
        && folded.containsKey(Metric.USAGE_PROMPT_CACHE_READ_TOKENS)) {
      put(
          Metric.OVERALL_USAGE_PROMPT_CACHE_READ_PCT,
          Rates.percent(
              folded.get(Metric.USAGE_PROMPT_CACHE_READ_TOKENS),
              folded.get(Metric.USAGE_PROMPT_TOKENS)));
    }
  }

  private void deriveRates() {
    rate(Metric.REQUEST_THROUGHPUT, Metric.REQUEST_COUNT);
    rate(Metric.GOODPUT, Metric.GOOD_REQUEST_COUNT);
    rate(Metric.GOOD_TOKEN_THROUGHPUT, Metric.GOOD_OUTPUT_TOKENS);
    rate(Metric.INPUT_TOKEN_THROUGHPUT, Metric.INPUT_SEQUENCE_LENGTH);
    rate(Metric.OUTPUT_TOKEN_THROUGHPUT, Metric.OUTPUT_SEQUENCE_LENGTH);
    rate(Metric.ARRIVED_TOKEN_THROUGHPUT, Metric.ARRIVED_OUTPUT_TOKENS);
    if (folded.containsKey(Metric.INPUT_SEQUENCE_LENGTH)
        && folded.containsKey(Metric.OUTPUT_SEQUENCE_LENGTH)) {
      long tokens =
          folded.get(Metric.INPUT_SEQUENCE_LENGTH) + folded.get(Metric.OUTPUT_SEQUENCE_LENGTH);
      put(Metric.TOTAL_TOKEN_THROUGHPUT, Rates.perSecond(tokens, windowNanos));
    }
  }

  private void deriveDuration() {
    long first = folded.getOrDefault(Metric.MIN_REQUEST_TIMESTAMP, Long.MAX_VALUE);
    long last = folded.getOrDefault(Metric.MAX_RESPONSE_TIMESTAMP, Long.MIN_VALUE);
    if (first < last) {
      derived.put(Metric.BENCHMARK_DURATION, last - first);
    }
  }

  private void total(Metric total, Metric summed) {
    if (folded.containsKey(summed)) {
      derived.put(total, folded.get(summed));
    }
  }

  private void rate(Metric rate, Metric summed) {
    if (folded.containsKey(summed)) {
      put(rate, Rates.perSecond(folded.get(summed), windowNanos));
    }
  }

  private void put(Metric metric, OptionalLong value) {
    if (value.isPresent()) {
      derived.put(metric, value.getAsLong());
    }
  }
}
