package io.longhaul.sinks.json;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.sinks.report.Goodput;
import io.longhaul.sinks.report.RunReport;
import io.longhaul.sinks.report.SliceColumn;
import io.longhaul.sinks.report.SliceFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code slices.json}: our slices, aligned to the run's start; a request where it ended, a token
 * where it arrived. The main figures of each; all of them are in the dataset {@code slices}.
 */
final class SlicesJson {
  private static final double NANOS_PER_SECOND = 1e9;

  /** What a slice shows, in the order of a person's interest. */
  private static final List<Metric> SHOWN =
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

  private final JsonDocument json;
  private final RunReport report;
  private final Map<Long, List<GpuSliceRow>> gpus = new HashMap<>();

  private SlicesJson(JsonDocument json, RunReport report) {
    this.json = json;
    this.report = report;
    for (GpuSliceRow gpu : report.gpuSlices()) {
      gpus.computeIfAbsent(gpu.getSliceIndex(), any -> new ArrayList<>()).add(gpu);
    }
  }

  static void write(JsonDocument json, RunReport report) throws IOException {
    new SlicesJson(json, report).write();
  }

  private void write() throws IOException {
    json.text("schema_version", "1");
    json.text("run_id", report.run().getRunId());
    json.text("percentiles", "histogram");
    json.number("slice_duration_seconds", report.run().getSliceDurationNs() / NANOS_PER_SECOND);
    json.object(
        "units",
        () -> {
          for (Metric metric : SHOWN) {
            json.text(metric.tag(), metric.unit().display());
          }
        });
    json.objects("slices", report.slices(), this::writeSlice);
  }

  private void writeSlice(SliceRow slice) throws IOException {
    json.integer("slice", slice.getSliceIndex());
    json.time("start", slice.getStartEpochNs());
    json.number(
        "start_seconds", (slice.getStartEpochNs() - report.startEpochNanos()) / NANOS_PER_SECOND);
    json.number("covered_seconds", slice.getCoveredNs() / NANOS_PER_SECOND);
    json.truth("trusted", slice.getTrusted());
    json.texts("distrust", slice.getDistrust());
    writeCounts(slice);
    writeRates(slice);
    writeGoodput(slice);
    json.object("content", () -> ContentJson.write(json, slice));
    json.objects("errors", slice.getErrors(), error -> ErrorJson.write(json, error, ""));
    json.object("metrics", () -> writeMetrics(slice));
    json.objects(
        "gpus",
        gpus.getOrDefault(slice.getSliceIndex(), List.of()),
        gpu -> GpuSliceJson.write(json, gpu));
  }

  private void writeCounts(SliceRow slice) throws IOException {
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
    json.integer("backlog_max", slice.getBacklogMax());
  }

  private void writeGoodput(SliceRow slice) throws IOException {
    Goodput.OfSlice goodput = report.goodput().slices().get(slice.getSliceIndex());
    if (goodput != null) {
      json.integer("good_output_tokens", goodput.goodOutputTokens());
      AttainmentJson.write(json, goodput.objectives());
    }
  }

  private void writeRates(SliceRow slice) throws IOException {
    Map<Metric, Double> values = SliceFigures.values(slice);
    for (Metric rate :
        List.of(
            Metric.REQUEST_THROUGHPUT,
            Metric.GOODPUT,
            Metric.OUTPUT_TOKEN_THROUGHPUT,
            Metric.ARRIVED_TOKEN_THROUGHPUT)) {
      if (values.containsKey(rate)) {
        json.number(rate.tag(), values.get(rate));
      }
    }
  }

  private void writeMetrics(SliceRow slice) throws IOException {
    for (Metric metric : SHOWN) {
      Optional<DistributionSummary> summary = SliceColumn.summary(slice, metric);
      if (summary.isPresent()) {
        json.object(metric.tag(), () -> SummaryJson.writeShort(json, summary.get()));
      }
    }
  }
}
