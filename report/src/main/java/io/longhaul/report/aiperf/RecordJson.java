package io.longhaul.report.aiperf;

import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.report.figures.RecordMetrics;
import io.longhaul.report.figures.RowFacts;
import io.longhaul.report.json.JsonBytes;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.schema.FailureReason;
import io.longhaul.sinks.RowPhase;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code profile_export.jsonl} in the format of AIPerf 0.13: metadata, metrics and error
 * of one request. For one thread.
 */
public final class RecordJson {

  /** AIPerf's type of a complete response that cannot be measured; it has no code. */
  static final String INVALID_RESULT = "InvalidInferenceResultError";

  /** AIPerf's code of a request that the client cancelled. */
  private static final int CANCELLED_CODE = 499;

  private static final double NANOS_PER_SECOND = 1e9;

  private final RecordMetrics metrics;
  private final boolean hasWarmup;
  private final boolean withTrace;
  private final JsonBytes metadata = new JsonBytes();
  private final JsonBytes figures = new JsonBytes();
  private final MetricMembers members = new MetricMembers(figures);

  /** Creates a writer of lines. */
  RecordJson(Format format) {
    this.metrics = RecordMetrics.of(format.tokenSource());
    this.hasWarmup = format.hasWarmup();
    this.withTrace = format.withTrace();
  }

  /**
   * What the lines of a run depend on besides its requests.
   *
   * @param tokenSource as in {@link RunRow}
   * @param hasWarmup whether any request belongs to the warm-up
   * @param withTrace whether lines contain the HTTP phases
   */
  public record Format(String tokenSource, boolean hasWarmup, boolean withTrace) {
    /** Returns the format of a run with this summary. */
    static Format of(RunRow run, boolean withTrace) {
      return new Format(run.getTokenSource(), run.getWarmupRequests() > 0, withTrace);
    }
  }

  /**
   * Creates a writer for the requests of a run.
   *
   * @param withTrace whether lines contain the HTTP phases
   */
  public static RecordJson of(RunRow run, boolean withTrace) {
    return new RecordJson(Format.of(run, withTrace));
  }

  /** Writes the members of the line. */
  public void write(JsonDocument json, RequestRow row) throws IOException {
    writeMetadata(json, row);
    figures.begin();
    metrics.read(row, members);
    figures.end();
    json.raw("metrics", figures);
    if (withTrace) {
      json.object("trace_data", () -> HttpTraceJson.write(json, row));
    }
    writeErrorIfAny(json, row);
  }

  void writeMetadata(JsonDocument json, RequestRow row) throws IOException {
    metadata.begin();
    addMetadata(row);
    metadata.end();
    json.raw("metadata", metadata);
  }

  void writeErrorIfAny(JsonDocument json, RequestRow row) throws IOException {
    if (!RowFacts.isValid(row)) {
      json.object("error", () -> writeError(json, row));
    }
  }

  private void addMetadata(RequestRow row) {
    boolean warmup = RowPhase.WARMUP.matches(row.getPhase());
    metadata.integer("session_num", row.getPlanIndex());
    metadata.text("x_request_id", row.getRequestId());
    metadata.text("x_correlation_id", row.getCorrelationId());
    metadata.text("conversation_id", row.getSessionId());
    metadata.integer("turn_index", row.getTurnIndex());
    metadata.integer("credit_issued_ns", row.getHandedEpochNs());
    metadata.integer("request_start_ns", new RowFacts(row).startOrHandedNanos());
    metadata.integerIfAny("request_ack_ns", row.getHeadersEpochNs());
    metadata.integer("request_end_ns", row.getEndedEpochNs());
    metadata.text("worker_id", row.getProcessId());
    metadata.text("record_processor_id", row.getLaneId());
    metadata.text("benchmark_phase", row.getPhase());
    metadata.integer("phase_index", hasWarmup && !warmup ? 1 : 0);
    if (!warmup) {
      metadata.integer("profiling_index", 0);
    }
    metadata.text("phase_name", row.getPhase());
    metadata.text("phase_kind", row.getPhase());
    metadata.truth("was_cancelled", isCancelled(row));
    metadata.integerIfAny("cancellation_time_ns", row.getCancelledEpochNs());
    metadata.truth("context_overflow_skip", false);
    metadata.integer("agent_depth", 0);
    metadata.text("root_correlation_id", row.getCorrelationId());
  }

  /** Returns whether the client cancelled the request, by plan or at the end of the run. */
  private static boolean isCancelled(RequestRow row) {
    Outcome outcome = Outcome.ofRow(row.getOutcome());
    return outcome == Outcome.CANCELLED || outcome == Outcome.IN_FLIGHT_AT_STOP;
  }

  private static void writeError(JsonDocument json, RequestRow row) throws IOException {
    switch (Outcome.ofRow(row.getOutcome())) {
      case CANCELLED ->
          writeError(json, CANCELLED_CODE, "RequestCancellationError", whenCancelled(row));
      case IN_FLIGHT_AT_STOP ->
          writeError(
              json, CANCELLED_CODE, row.getOutcome(), "Still in flight when the run had to end");
      case LOST ->
          writeError(
              json, null, row.getOutcome(), "How it ended is not known: what told it is lost");
      case OK -> writeError(json, null, INVALID_RESULT, whyInvalid(row));
      case HTTP_ERROR, TRANSPORT_ERROR, PROTOCOL_ERROR, STREAM_ERROR, TRUNCATED, TIMEOUT -> {
        String type = errorType(Outcome.ofRow(row.getOutcome()), row.getReason());
        Integer code = INVALID_RESULT.equals(type) ? null : row.getStatus();
        writeError(json, code, type, row.getMessage());
      }
    }
  }

  private static void writeError(
      JsonDocument json, @Nullable Integer code, String type, @Nullable String message)
      throws IOException {
    json.plainIntegerIfAny("code", code);
    json.textIfAny("type", type);
    json.text("message", message == null ? "" : message);
  }

  /** Returns the type of an error: AIPerf's if it has one, otherwise our reason. */
  static String errorType(Outcome outcome, String reason) {
    return outcome == Outcome.OK || FailureReason.NO_CONTENT.matches(reason)
        ? INVALID_RESULT
        : reason;
  }

  private static String whyInvalid(RequestRow row) {
    return row.getChunkAfterStartNs().isEmpty()
        ? "The answer is whole and has no content"
        : "The answer ended before its request began";
  }

  private static String whenCancelled(RequestRow row) {
    Long at = row.getCancelledEpochNs();
    return at == null || row.getSentEpochNs() == null
        ? "Request cancelled before it was sent"
        : String.format(
            Locale.ROOT,
            "Request cancelled %.3fs after being sent",
            (at - row.getSentEpochNs()) / NANOS_PER_SECOND);
  }

  /** Adds each metric as a member, in display units. */
  private record MetricMembers(JsonBytes figures) implements RecordMetrics.Reader {
    /** The text after the value of each metric. */
    private static final List<String> ENDS =
        Arrays.stream(Metric.values())
            .sorted(Comparator.comparingInt(Metric::index))
            .map(metric -> ",\"unit\":" + JsonDocument.compact(metric.unit().display()) + "}")
            .toList();

    @Override
    public void number(Metric metric, long stored) {
      begin(metric);
      value(metric, stored);
      end(metric);
    }

    @Override
    public void list(Metric metric, long[] stored) {
      begin(metric);
      for (int i = 0; i < stored.length; i++) {
        figures.raw(i == 0 ? '[' : ',');
        value(metric, stored[i]);
      }
      figures.raw(']');
      end(metric);
    }

    private void begin(Metric metric) {
      figures.name(metric.tag());
      figures.ascii("{\"value\":");
    }

    private void end(Metric metric) {
      figures.ascii(ENDS.get(metric.index()));
    }

    private void value(Metric metric, long stored) {
      long perUnit = metric.unit().storedPerDisplay();
      if (perUnit == 1) {
        figures.integer(stored);
      } else {
        figures.quotient(stored, perUnit);
      }
    }
  }
}
