package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.stats.FixedPoint;
import io.longhaul.metrics.stats.Rates;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongBinaryOperator;

/**
 * Where the stored values of a metric stand in {@code requests}: in one column, or in several from
 * which they follow as {@code RequestMetrics} has it.
 *
 * @param columns in the order in which the formula takes them
 * @param formula of the cells of one row; a cell without a value, and a result that is none, are
 *     {@link PhaseRequests#NONE}
 */
record RequestColumn(List<String> columns, Formula formula) {
  private static final long NONE = PhaseRequests.NONE;

  /** A rate per nanosecond times this is a stored rate. */
  private static final long PER_NANO_TO_STORED = Rates.SCALE * 1_000_000_000;

  private static final long PICOS_PER_NANO = 1_000;

  private static final String REUSED = "connection_reused";
  private static final String HANDED = "handed_epoch_ns";
  private static final String CONNECT_STARTED = "connect_started_epoch_ns";
  private static final String CONNECTED = "connected_epoch_ns";
  private static final String SENT = "sent_epoch_ns";
  private static final String WRITTEN = "written_epoch_ns";
  private static final String FIRST_BYTE = "first_byte_epoch_ns";
  private static final String ENDED = "ended_epoch_ns";

  private static final Map<Metric, RequestColumn> COLUMNS = new EnumMap<>(Metric.class);

  private static final RequestColumn AIPERF_GAPS =
      new RequestColumn(
          List.of(
              "inter_token_latency_ps",
              "request_latency_ns",
              "time_to_first_token_ns",
              "output_sequence_length"),
          RequestColumn::aiperfGap);

  /** From the cells of a row to the stored value. */
  @FunctionalInterface
  interface Formula {
    long of(long[] cells);
  }

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
    stored(Metric.USAGE_TOTAL_TOKENS, "usage_total_tokens");
    stored(Metric.NUM_IMAGES, "images");
    stored(Metric.AUDIO_DURATION, "audio_duration_ns");
    stored(Metric.ERROR_ISL, "input_tokens");
    stored(Metric.GOOD_REQUEST_COUNT, "good");
    stored(Metric.CREDIT_TO_START_LATENCY, "client_overhead_ns");
    stored(Metric.HTTP_REQ_DATA_SENT, "bytes_sent");
    stored(Metric.HTTP_REQ_DATA_RECEIVED, "bytes_received");
    stored(Metric.HTTP_REQ_CHUNKS_RECEIVED, "reads");
    gap(Metric.EFFECTIVE_LATENCY, HANDED, ENDED);
    gap(Metric.HTTP_REQ_SENDING, SENT, WRITTEN);
    gap(Metric.HTTP_REQ_WAITING, WRITTEN, FIRST_BYTE);
    gap(Metric.HTTP_REQ_RECEIVING, FIRST_BYTE, ENDED);
    gap(Metric.HTTP_REQ_DURATION, SENT, ENDED);
    of(Metric.HTTP_REQ_BLOCKED, cells -> 0, REUSED);
    of(Metric.HTTP_REQ_CHUNKS_SENT, cells -> 1, REUSED);
    of(Metric.HTTP_REQ_DNS_LOOKUP, cells -> cells[0] == 1 ? 0 : NONE, REUSED);
    of(Metric.HTTP_REQ_CONNECTION_REUSED, cells -> cells[0] * Rates.SCALE, REUSED);
    of(Metric.HTTP_REQ_CONNECTING, RequestColumn::connecting, REUSED, CONNECT_STARTED, CONNECTED);
    of(
        Metric.HTTP_REQ_CONNECTION_OVERHEAD,
        RequestColumn::connecting,
        REUSED,
        CONNECT_STARTED,
        CONNECTED);
    of(
        Metric.HTTP_REQ_TOTAL,
        cells -> sum(connecting(cells), gap(cells[3], cells[4])),
        REUSED,
        CONNECT_STARTED,
        CONNECTED,
        SENT,
        ENDED);
    of(Metric.OUTPUT_TOKEN_COUNT, cells -> cells[0] > 0 ? cells[0] : NONE, "output_tokens");
    derived(
        Metric.DECODE_DURATION,
        "request_latency_ns",
        "time_to_first_token_ns",
        (latency, first) -> latency >= first ? latency - first : NONE);
    derived(
        Metric.E2E_OUTPUT_TOKEN_THROUGHPUT,
        "output_sequence_length",
        "request_latency_ns",
        (tokens, latency) -> ratio(tokens, PER_NANO_TO_STORED, latency));
    derived(
        Metric.IMAGE_THROUGHPUT,
        "images",
        "request_latency_ns",
        (images, latency) -> ratio(images, PER_NANO_TO_STORED, latency));
    derived(
        Metric.IMAGE_LATENCY,
        "request_latency_ns",
        "images",
        (latency, images) -> ratio(latency, PICOS_PER_NANO, images));
    derived(
        Metric.RTFX,
        "audio_duration_ns",
        "request_latency_ns",
        (audio, latency) -> ratio(audio, Rates.SCALE, latency));
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

  /**
   * The same as AIPerf has it: it gives an answer of one event an inter-token latency of 0, where
   * we have none.
   */
  static Optional<RequestColumn> asAiperf(Metric metric) {
    return metric == Metric.INTER_TOKEN_LATENCY ? Optional.of(AIPERF_GAPS) : of(metric);
  }

  private static long aiperfGap(long[] cells) {
    boolean isOneEvent = cells[1] != NONE && cells[1] == cells[2] && cells[3] > 1;
    return cells[0] == NONE && isOneEvent ? 0 : cells[0];
  }

  static Optional<RequestColumn> of(Metric metric) {
    return Optional.ofNullable(COLUMNS.get(metric));
  }

  private static void of(Metric metric, Formula formula, String... columns) {
    COLUMNS.put(metric, new RequestColumn(List.of(columns), formula));
  }

  private static void stored(Metric metric, String column) {
    of(metric, cells -> cells[0], column);
  }

  /** Of two columns; none when one of them is. */
  private static void derived(
      Metric metric, String column, String secondColumn, LongBinaryOperator formula) {
    of(
        metric,
        cells ->
            cells[0] == NONE || cells[1] == NONE ? NONE : formula.applyAsLong(cells[0], cells[1]),
        column,
        secondColumn);
  }

  private static void gap(Metric metric, String from, String to) {
    of(metric, cells -> gap(cells[0], cells[1]), from, to);
  }

  private static long gap(long from, long to) {
    return from == NONE || to == NONE || to < from ? NONE : to - from;
  }

  /** Of whether the connection was reused, its beginning and its end. */
  private static long connecting(long[] cells) {
    return cells[0] == 1 ? 0 : gap(cells[1], cells[2]);
  }

  private static long sum(long one, long other) {
    return one == NONE || other == NONE ? NONE : one + other;
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
    if (requested <= 0) {
      return NONE;
    }
    return RequestMetrics.isMismatch(length - requested, requested) ? 1 : 0;
  }

  private static long ratio(long numerator, long scale, long denominator) {
    return denominator > 0 ? FixedPoint.scaledRatio(numerator, scale, denominator) : NONE;
  }
}
