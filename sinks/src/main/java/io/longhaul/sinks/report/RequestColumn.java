package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The column of {@code requests} that holds a metric's stored values. */
final class RequestColumn {
  private static final Map<Metric, String> COLUMNS = new EnumMap<>(Metric.class);

  static {
    COLUMNS.put(Metric.TIME_TO_FIRST_TOKEN, "time_to_first_token_ns");
    COLUMNS.put(Metric.TIME_TO_FIRST_OUTPUT_TOKEN, "time_to_first_output_token_ns");
    COLUMNS.put(Metric.TIME_TO_SECOND_TOKEN, "time_to_second_token_ns");
    COLUMNS.put(Metric.INTER_TOKEN_LATENCY, "inter_token_latency_ps");
    COLUMNS.put(Metric.REQUEST_LATENCY, "request_latency_ns");
    COLUMNS.put(Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE, "time_to_first_token_from_schedule_ns");
    COLUMNS.put(Metric.REQUEST_LATENCY_FROM_SCHEDULE, "request_latency_from_schedule_ns");
    COLUMNS.put(
        Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, "output_token_throughput_per_user_millionths");
    COLUMNS.put(Metric.PREFILL_THROUGHPUT_PER_USER, "prefill_throughput_per_user_millionths");
    COLUMNS.put(Metric.OUTPUT_SEQUENCE_LENGTH, "output_sequence_length");
    COLUMNS.put(Metric.INPUT_SEQUENCE_LENGTH, "input_tokens");
    COLUMNS.put(Metric.OUTPUT_TOKEN_COUNT, "output_tokens");
    COLUMNS.put(Metric.REASONING_TOKEN_COUNT, "reasoning_tokens");
    COLUMNS.put(Metric.CLIENT_OVERHEAD, "client_overhead_ns");
    COLUMNS.put(Metric.SEND_LAG, "send_lag_ns");
    COLUMNS.put(Metric.CONNECT_TIME, "connect_time_ns");
    COLUMNS.put(Metric.USAGE_PROMPT_TOKENS, "usage_prompt_tokens");
    COLUMNS.put(Metric.USAGE_COMPLETION_TOKENS, "usage_completion_tokens");
    COLUMNS.put(Metric.USAGE_REASONING_TOKENS, "usage_reasoning_tokens");
    COLUMNS.put(Metric.USAGE_PROMPT_CACHE_READ_TOKENS, "usage_cached_tokens");
    COLUMNS.put(Metric.ERROR_ISL, "input_tokens");
  }

  private RequestColumn() {}

  static Optional<String> of(Metric metric) {
    return Optional.ofNullable(COLUMNS.get(metric));
  }
}
