package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.FixedPoint;
import io.longhaul.metrics.stats.Rates;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongBinaryOperator;

/**
 * Where the stored values of a metric stand in {@code requests}: in one column, or in two from
 * which they follow as {@code RequestMetrics} has it.
 *
 * @param column the values themselves, or the first operand
 * @param secondColumn the second operand; empty when there is none
 * @param formula of both operands, asked only when both are there; {@link PhaseRequests#NONE} is no
 *     value
 */
record RequestColumn(String column, String secondColumn, LongBinaryOperator formula) {
  private static final long NONE = PhaseRequests.NONE;

  /** A rate in tokens per nanosecond times this is a stored rate. */
  private static final long TOKENS_PER_NANO_TO_STORED = Rates.SCALE * 1_000_000_000;

  private static final Map<Metric, RequestColumn> COLUMNS = new EnumMap<>(Metric.class);

  static {
    stored(Metric.TIME_TO_FIRST_TOKEN, "time_to_first_token_ns");
    stored(Metric.TIME_TO_FIRST_OUTPUT_TOKEN, "time_to_first_output_token_ns");
    stored(Metric.TIME_TO_SECOND_TOKEN, "time_to_second_token_ns");
    stored(Metric.INTER_TOKEN_LATENCY, "inter_token_latency_ps");
    stored(Metric.REQUEST_LATENCY, "request_latency_ns");
    stored(Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE, "time_to_first_token_from_schedule_ns");
    stored(Metric.REQUEST_LATENCY_FROM_SCHEDULE, "request_latency_from_schedule_ns");
    stored(Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, "output_token_throughput_per_user_millionths");
    stored(Metric.PREFILL_THROUGHPUT_PER_USER, "prefill_throughput_per_user_millionths");
    stored(Metric.OUTPUT_SEQUENCE_LENGTH, "output_sequence_length");
    stored(Metric.INPUT_SEQUENCE_LENGTH, "input_tokens");
    stored(Metric.REASONING_TOKEN_COUNT, "reasoning_tokens");
    stored(Metric.CLIENT_OVERHEAD, "client_overhead_ns");
    stored(Metric.SEND_LAG, "send_lag_ns");
    stored(Metric.CONNECT_TIME, "connect_time_ns");
    stored(Metric.USAGE_PROMPT_TOKENS, "usage_prompt_tokens");
    stored(Metric.USAGE_COMPLETION_TOKENS, "usage_completion_tokens");
    stored(Metric.USAGE_REASONING_TOKENS, "usage_reasoning_tokens");
    stored(Metric.USAGE_PROMPT_CACHE_READ_TOKENS, "usage_cached_tokens");
    stored(Metric.ERROR_ISL, "input_tokens");
    derived(
        Metric.OUTPUT_TOKEN_COUNT,
        "output_tokens",
        "output_tokens",
        (tokens, same) -> tokens > 0 ? tokens : NONE);
    derived(
        Metric.DECODE_DURATION,
        "request_latency_ns",
        "time_to_first_token_ns",
        (latency, first) -> latency >= first ? latency - first : NONE);
    derived(
        Metric.E2E_OUTPUT_TOKEN_THROUGHPUT,
        "output_sequence_length",
        "request_latency_ns",
        (tokens, latency) -> ratio(tokens, TOKENS_PER_NANO_TO_STORED, latency));
    derived(
        Metric.OSL_MISMATCH_DIFF_PCT,
        "output_sequence_length",
        "requested_output_tokens",
        (length, requested) -> ratio(length - requested, 100 * Rates.SCALE, requested));
    derived(
        Metric.OSL_MISMATCH_COUNT,
        "output_sequence_length",
        "requested_output_tokens",
        RequestColumn::isMismatch);
    difference(Metric.USAGE_PROMPT_TOKENS_DIFF_PCT, "usage_prompt_tokens", "input_tokens");
    difference(
        Metric.USAGE_COMPLETION_TOKENS_DIFF_PCT,
        "usage_completion_tokens",
        "output_sequence_length");
    difference(
        Metric.USAGE_REASONING_TOKENS_DIFF_PCT, "usage_reasoning_tokens", "reasoning_tokens");
  }

  static Optional<RequestColumn> of(Metric metric) {
    return Optional.ofNullable(COLUMNS.get(metric));
  }

  boolean isStored() {
    return secondColumn.isEmpty();
  }

  private static void stored(Metric metric, String column) {
    COLUMNS.put(metric, new RequestColumn(column, "", (value, none) -> value));
  }

  private static void derived(
      Metric metric, String column, String secondColumn, LongBinaryOperator formula) {
    COLUMNS.put(metric, new RequestColumn(column, secondColumn, formula));
  }

  private static void difference(Metric metric, String server, String client) {
    derived(
        metric,
        server,
        client,
        (told, counted) -> ratio(Math.abs(told - counted), 100 * Rates.SCALE, counted));
  }

  /** 1 when the lengths differ by more than 5 % or 50 tokens, the lesser; else 0. */
  private static long isMismatch(long length, long requested) {
    long difference = Math.abs(length - requested);
    if (requested <= 0) {
      return NONE;
    }
    return difference > 50 || 20 * difference > requested ? 1 : 0;
  }

  private static long ratio(long numerator, long scale, long denominator) {
    return denominator > 0 ? FixedPoint.scaledRatio(numerator, scale, denominator) : NONE;
  }
}
