package io.longhaul.report.figures;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestFacts;
import org.jspecify.annotations.Nullable;

/** The columns of {@code requests} that hold numbers, and the metrics that they record. */
enum RequestColumn {
  HANDED("handed_epoch_ns"),
  CONNECT_STARTED("connect_started_epoch_ns"),
  CONNECTED("connected_epoch_ns"),
  SENT("sent_epoch_ns"),
  WRITTEN("written_epoch_ns"),
  FIRST_BYTE("first_byte_epoch_ns"),
  ENDED("ended_epoch_ns"),
  CONNECTION_REUSED("connection_reused"),
  BYTES_SENT("bytes_sent", Metric.HTTP_REQ_DATA_SENT),
  BYTES_RECEIVED("bytes_received", Metric.HTTP_REQ_DATA_RECEIVED),
  READS("reads", Metric.HTTP_REQ_CHUNKS_RECEIVED),
  INPUT_TOKENS("input_tokens", Metric.INPUT_SEQUENCE_LENGTH),
  REQUESTED_OUTPUT_TOKENS("requested_output_tokens", Metric.REQUESTED_OSL),
  IMAGES("images", Metric.NUM_IMAGES),
  AUDIO_DURATION("audio_duration_ns", Metric.AUDIO_DURATION),
  OUTPUT_TOKENS("output_tokens", Metric.OUTPUT_TOKEN_COUNT),
  REASONING_TOKENS("reasoning_tokens", Metric.REASONING_TOKEN_COUNT),
  USAGE_PROMPT("usage_prompt_tokens", Metric.USAGE_PROMPT_TOKENS),
  USAGE_COMPLETION("usage_completion_tokens", Metric.USAGE_COMPLETION_TOKENS),
  USAGE_REASONING("usage_reasoning_tokens", Metric.USAGE_REASONING_TOKENS),
  USAGE_CACHED("usage_cached_tokens", Metric.USAGE_PROMPT_CACHE_READ_TOKENS),
  USAGE_TOTAL("usage_total_tokens", Metric.USAGE_TOTAL_TOKENS),
  TTFT("time_to_first_token_ns", Metric.TIME_TO_FIRST_TOKEN),
  TTFO("time_to_first_output_token_ns", Metric.TIME_TO_FIRST_OUTPUT_TOKEN),
  TTST("time_to_second_token_ns", Metric.TIME_TO_SECOND_TOKEN),
  INTER_TOKEN_LATENCY("inter_token_latency_ps", Metric.INTER_TOKEN_LATENCY),
  REQUEST_LATENCY("request_latency_ns", Metric.REQUEST_LATENCY),
  TTFT_FROM_SCHEDULE(
      "time_to_first_token_from_schedule_ns", Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE),
  LATENCY_FROM_SCHEDULE("request_latency_from_schedule_ns", Metric.REQUEST_LATENCY_FROM_SCHEDULE),
  CLIENT_OVERHEAD("client_overhead_ns", Metric.CLIENT_OVERHEAD),
  SEND_LAG("send_lag_ns", Metric.SEND_LAG),
  CONNECT_TIME("connect_time_ns", Metric.CONNECT_TIME),
  OUTPUT_SEQUENCE_LENGTH("output_sequence_length", Metric.OUTPUT_SEQUENCE_LENGTH),
  THROUGHPUT_PER_USER(
      "output_token_throughput_per_user_millionths", Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER),
  PREFILL_PER_USER("prefill_throughput_per_user_millionths", Metric.PREFILL_THROUGHPUT_PER_USER),
  GOOD("good", Metric.GOOD_REQUEST_COUNT);

  private static final RequestColumn[] BY_METRIC = new RequestColumn[Metric.COUNT];

  static {
    for (RequestColumn column : values()) {
      if (column.metric != null) {
        BY_METRIC[column.metric.index()] = column;
      }
    }
  }

  private final String columnName;
  private final @Nullable Metric metric;
  private final int position;

  RequestColumn(String columnName) {
    this(columnName, null);
  }

  RequestColumn(String columnName, @Nullable Metric metric) {
    this.columnName = columnName;
    this.metric = metric;
    this.position = RequestRow.getClassSchema().getField(columnName).pos();
  }

  /** Returns whether every row of a request to which the metric applies gives its value. */
  static boolean isInRows(Metric metric) {
    return switch (metric) {
      case REQUESTED_OSL -> false;
      case GOOD_REQUEST_COUNT, OSL_MISMATCH_COUNT, USAGE_DISCREPANCY_COUNT -> true;
      default -> metric.kind() == Metric.Kind.RECORD;
    };
  }

  String columnName() {
    return columnName;
  }

  /** Returns the position of the column in a {@link RequestRow}. */
  int position() {
    return position;
  }

  /** The facts of a request, read from the cells of its row. */
  abstract static class Facts implements RequestFacts {
    /** Returns a cell, truth as 1 or 0; {@link #NONE} if it is null. */
    abstract long cell(RequestColumn column);

    @Override
    public long handedAtNanos() {
      return cell(HANDED);
    }

    @Override
    public long connectStartedAtNanos() {
      return cell(CONNECT_STARTED);
    }

    @Override
    public long connectedAtNanos() {
      return cell(CONNECTED);
    }

    @Override
    public long sentAtNanos() {
      return cell(SENT);
    }

    @Override
    public long writtenAtNanos() {
      return cell(WRITTEN);
    }

    @Override
    public long firstByteAtNanos() {
      return cell(FIRST_BYTE);
    }

    @Override
    public long endedAtNanos() {
      return cell(ENDED);
    }

    @Override
    public boolean connectionReused() {
      return cell(CONNECTION_REUSED) == 1;
    }

    @Override
    public long recorded(Metric metric) {
      RequestColumn column = BY_METRIC[metric.index()];
      return column == null ? NONE : cell(column);
    }
  }
}
