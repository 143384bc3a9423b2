package io.longhaul.sinks.json;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.sinks.report.SliceColumn;
import io.longhaul.sinks.report.SliceFigures;
import io.longhaul.sinks.report.UnknownGaps;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts, rates and main figures of a row of {@code slices}. */
final class SliceRowJson {
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
    json.object("content", () -> ContentJson.write(json, slice));
    json.objects("errors", slice.getErrors(), error -> ErrorJson.write(json, error, ""));
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
    Map<Metric, Long> unknown = UnknownGaps.of(slice);
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
}
