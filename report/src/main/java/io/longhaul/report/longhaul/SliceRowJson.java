package io.longhaul.report.longhaul;

import io.longhaul.export.ErrorCount;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts, rates and main figures of a row of {@code slices}. */
public final class SliceRowJson {
  /** The metrics of a slice, the most important first. */
  static final List<Metric> SHOWN =
      List.of(
          Metric.TIME_TO_FIRST_TOKEN,
          Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE,
          Metric.INTER_TOKEN_LATENCY,
          Metric.INTER_READ_LATENCY,
          Metric.REQUEST_LATENCY,
          Metric.REQUEST_LATENCY_FROM_SCHEDULE,
          Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER,
          Metric.INPUT_SEQUENCE_LENGTH,
          Metric.OUTPUT_SEQUENCE_LENGTH,
          Metric.SEND_LAG,
          Metric.CLIENT_OVERHEAD);

  /** The member with the number of unknown values of a metric. */
  static final String UNKNOWN = "unknown";

  private static final double NANOS_PER_SECOND = 1e9;

  private SliceRowJson() {}

  /**
   * Returns a slice that has just been finished as one object without spaces in UTF-8: the members
   * of {@code slices.json} that come from the row of the slice, and the total mean power of all
   * GPUs.
   *
   * @param runStartEpochNanos start of the run
   */
  public static byte[] live(SliceRow slice, long runStartEpochNanos) {
    try {
      return JsonDocument.compact(
          json -> {
            writeSpan(json, slice, runStartEpochNanos);
            write(json, slice);
            json.numberIfAny("gpu_power_watts", slice.getGpuPowerWatts());
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writes to memory only
    }
  }

  /** Writes the members for the position in the run and whether the slice can be trusted. */
  static void writeSpan(JsonDocument json, SliceRow slice, long runStartEpochNanos)
      throws IOException {
    json.integer("slice", slice.getSliceIndex());
    json.time("start", slice.getStartEpochNs());
    json.number("start_seconds", (slice.getStartEpochNs() - runStartEpochNanos) / NANOS_PER_SECOND);
    json.number("covered_seconds", slice.getCoveredNs() / NANOS_PER_SECOND);
    json.truth("empty", slice.getEmpty());
    if (!slice.getEmpty()) {
      json.truth("trusted", slice.getTrusted());
      json.texts("distrust", slice.getDistrust());
    }
    json.integer("backlog_max", slice.getBacklogMax());
  }

  /** Writes members of an object. */
  static void write(JsonDocument json, SliceRow slice) throws IOException {
    writeCounts(json, slice);
    writeRates(json, slice);
    json.object("content", () -> writeContent(json, slice));
    json.objects("errors", slice.getErrors(), error -> writeError(json, error, ""));
    json.object("metrics", () -> writeMetrics(json, slice));
  }

  private static void writeCounts(JsonDocument json, SliceRow slice) throws IOException {
    json.integer("requests_sent", slice.getRequestsSent());
    json.integer("requests_ended", slice.getRequestsEnded());
    json.integer("requests_ok", slice.getRequestsOk());
    json.integer("error_requests", SliceFigures.errors(slice));
    json.integer("valid_requests", slice.getValidRequests());
    if (slice.getJudgedRequests() > 0) {
      json.integer("good_requests", slice.getGoodRequests());
    }
    json.integer("cancelled", slice.getCancelled());
    json.integer("in_flight_at_stop", slice.getInFlightAtStop());
    json.integer("lost", slice.getLost());
    json.integer("new_connections", slice.getNewConnections());
    json.integer("output_tokens_arrived", slice.getOutputTokensArrived());
    json.integer("output_tokens_completed", slice.getOutputTokensCompleted());
    json.integer("coalesced_chunks", slice.getCoalescedChunks());
    json.number("in_flight_mean", SliceFigures.meanInFlight(slice));
    json.integer("in_flight_max", slice.getInFlightMax());
  }

  private static void writeRates(JsonDocument json, SliceRow slice) throws IOException {
    Map<Metric, Double> values = SliceFigures.values(slice);
    for (Metric rate :
        List.of(
            Metric.REQUEST_THROUGHPUT,
            Metric.GOODPUT,
            Metric.OUTPUT_TOKEN_THROUGHPUT,
            Metric.ARRIVED_TOKEN_THROUGHPUT)) {
      json.numberIfAny(rate.tag(), values.get(rate));
    }
  }

  private static void writeMetrics(JsonDocument json, SliceRow slice) throws IOException {
    Map<Metric, Long> unknown = SliceFigures.unknownGaps(slice);
    for (Metric metric : SHOWN) {
      Optional<DistributionSummary> summary = SliceColumn.summary(slice, metric);
      if (summary.isPresent()) {
        json.object(
            metric.tag(),
            () -> {
              SummaryJson.writeShort(json, summary.get());
              json.integerIfAny(UNKNOWN, unknown.get(metric));
            });
      }
    }
  }

  /** Writes checks of the content of responses in a slice or in a run. */
  static void writeContent(JsonDocument json, SliceRow row) throws IOException {
    json.integer("empty_answers", row.getEmptyAnswers());
    json.object("finish_reasons", () -> writeFinishReasons(json, row));
    json.integer("length_asked_requests", row.getLengthAskedRequests());
    json.integer("short_answers", row.getShortAnswers());
    json.integer("short_answers_own_count", row.getShortAnswersOwnCount());
    json.integer("long_answers", row.getLongAnswers());
    json.integer("long_answers_own_count", row.getLongAnswersOwnCount());
    json.integer("output_tokens_asked", row.getOutputTokensAsked());
    json.integer("output_tokens_missing", row.getOutputTokensMissing());
    json.integer("output_tokens_excess", row.getOutputTokensExcess());
    json.integer("single_event_answers", row.getSingleEventAnswers());
    json.integer("usage_input_differs", row.getUsageInputDiffers());
    json.integer("usage_output_differs", row.getUsageOutputDiffers());
    json.integer("repeated_prompts", row.getRepeatedPrompts());
    json.number("repeated_prompt_share", share(row.getRepeatedPrompts(), row.getRequestsEnded()));
    json.integer("cached_tokens", row.getUsageCachedTokens());
    json.number(
        "cached_token_share", share(row.getUsageCachedTokens(), row.getUsagePromptTokens()));
  }

  private static void writeFinishReasons(JsonDocument json, SliceRow row) throws IOException {
    json.integer("stop", row.getFinishedStop());
    json.integer("length", row.getFinishedLength());
    json.integer("tool_calls", row.getFinishedToolCalls());
    json.integer("content_filter", row.getFinishedContentFilter());
    json.integer("other", row.getFinishedOther());
    json.integer("untold", row.getFinishedUntold());
  }

  /** Returns NaN, and thus no member, if the total is 0. */
  private static double share(long part, long whole) {
    return (double) part / whole;
  }

  /**
   * Writes errors of one kind: their number, the first and last time, and some request IDs.
   *
   * @param message message of the first error; empty if there is none
   */
  static void writeError(JsonDocument json, ErrorCount error, String message) throws IOException {
    json.text("outcome", error.getOutcome());
    json.integerIfAny("status", error.getStatus());
    json.text("reason", error.getReason());
    json.textIfAny("message", message);
    json.integer("count", error.getCount());
    json.time("first", error.getFirstEpochNs());
    json.time("last", error.getLastEpochNs());
    json.texts("sample_request_ids", error.getSampleRequestIds());
  }
}
