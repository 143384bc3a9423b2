package io.longhaul.report.aiperf;

import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.report.figures.RecordMetrics;
import io.longhaul.report.figures.RowFacts;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.schema.FailureReason;
import io.longhaul.sinks.RowPhase;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code profile_export.jsonl} in the format of AIPerf 0.13: metadata, metrics and error
 * of one request. For one thread.
 */
public record RecordJson(RecordMetrics metrics, boolean hasWarmup, boolean withTrace) {

  /** AIPerf's type of a complete response that cannot be measured; it has no code. */
  static final String INVALID_RESULT = "InvalidInferenceResultError";

  /** AIPerf's code of a request that the client cancelled. */
  private static final int CANCELLED_CODE = 499;

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Creates a writer for the requests of a run.
   *
   * @param withTrace whether lines contain the HTTP phases
   */
  public static RecordJson of(RunRow run, boolean withTrace) {
    return new RecordJson(RecordMetrics.of(run), run.getWarmupRequests() > 0, withTrace);
  }

  /** Writes the members of the line. */
  public void write(JsonDocument json, RequestRow row) throws IOException {
    writeMetadata(json, row);
    json.object("metrics", () -> metrics.read(row, new MetricMembers(json)));
    if (withTrace) {
      json.object("trace_data", () -> HttpTraceJson.write(json, row));
    }
    writeErrorIfAny(json, row);
  }

  void writeMetadata(JsonDocument json, RequestRow row) throws IOException {
    json.object("metadata", () -> writeMetadataMembers(json, row));
  }

  void writeErrorIfAny(JsonDocument json, RequestRow row) throws IOException {
    if (!RowFacts.isValid(row)) {
      json.object("error", () -> writeError(json, row));
    }
  }

  private void writeMetadataMembers(JsonDocument json, RequestRow row) throws IOException {
    boolean warmup = RowPhase.WARMUP.matches(row.getPhase());
    json.plainInteger("session_num", row.getPlanIndex());
    json.text("x_request_id", row.getRequestId());
    json.text("x_correlation_id", row.getCorrelationId());
    json.text("conversation_id", row.getSessionId());
    json.plainInteger("turn_index", row.getTurnIndex());
    json.plainInteger("credit_issued_ns", row.getHandedEpochNs());
    json.plainInteger("request_start_ns", new RowFacts(row).startOrHandedNanos());
    json.plainIntegerIfAny("request_ack_ns", row.getHeadersEpochNs());
    json.plainInteger("request_end_ns", row.getEndedEpochNs());
    json.text("worker_id", row.getProcessId());
    json.text("record_processor_id", row.getLaneId());
    json.text("benchmark_phase", row.getPhase());
    json.plainInteger("phase_index", hasWarmup && !warmup ? 1 : 0);
    if (!warmup) {
      json.plainInteger("profiling_index", 0);
    }
    json.text("phase_name", row.getPhase());
    json.text("phase_kind", row.getPhase());
    json.truth("was_cancelled", isCancelled(row));
    json.plainIntegerIfAny("cancellation_time_ns", row.getCancelledEpochNs());
    json.truth("context_overflow_skip", false);
    json.plainInteger("agent_depth", 0);
    json.text("root_correlation_id", row.getCorrelationId());
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

  /** Writes each metric as a member, in display units. */
  private record MetricMembers(JsonDocument json) implements RecordMetrics.Reader {
    @Override
    public void number(Metric metric, long stored) throws IOException {
      json.object(
          metric.tag(),
          () -> {
            if (metric.unit().storedPerDisplay() == 1) {
              json.plainInteger("value", stored);
            } else {
              json.number("value", metric.unit().toDisplay((double) stored));
            }
            json.text("unit", metric.unit().display());
          });
    }

    @Override
    public void list(Metric metric, long[] stored) throws IOException {
      double[] values = new double[stored.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = metric.unit().toDisplay((double) stored[i]);
      }
      json.object(
          metric.tag(),
          () -> {
            json.numbers("value", values);
            json.text("unit", metric.unit().display());
          });
    }
  }
}
