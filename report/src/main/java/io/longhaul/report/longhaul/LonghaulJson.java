package io.longhaul.report.longhaul;

import io.longhaul.export.LaneEnd;
import io.longhaul.export.MarkRow;
import io.longhaul.export.RunGenerator;
import io.longhaul.export.RunRow;
import io.longhaul.export.ServerPage;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.MetricUnit;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.report.aiperf.ProfileJson;
import io.longhaul.report.figures.Accounting;
import io.longhaul.report.figures.Availability;
import io.longhaul.report.figures.DatasetRows;
import io.longhaul.report.figures.DistrustReason;
import io.longhaul.report.figures.GaugeGrowth;
import io.longhaul.report.figures.LoadGap;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.RunStability;
import io.longhaul.report.figures.SliceDisturbance;
import io.longhaul.report.figures.SliceDisturbance.Severity;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.report.figures.SlicePeriods.Period;
import io.longhaul.report.figures.ThresholdResult;
import io.longhaul.report.json.Configuration;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.report.verify.Verification;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code longhaul.json}: everything that is known about a run, in Longhaul's own format; {@code
 * docs/exports.md} describes it. Times are text in UTC, integers above 2^53 are text.
 */
public final class LonghaulJson {

  /** Orders g0, g1 … g10 by number. */
  private static final Comparator<RunGenerator> BY_NAME =
      Comparator.comparingInt((RunGenerator generator) -> generator.getProcessId().length())
          .thenComparing(RunGenerator::getProcessId);

  /** Maximum number of untrusted slices to list; {@code slices.json} contains all of them. */
  private static final int MOST_UNTRUSTED = 20;

  private static final int MOST_OUTAGES = 20;
  private static final int MOST_PERIODS = 10;
  private static final int MOST_WORST = 5;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  private final JsonDocument json;
  private final RunReport report;
  private final RunStability stability;
  private final List<GaugeGrowth> gauges;
  private final Optional<Verification> verification;
  private final RunRow run;
  private final SliceRow totals;
  private final Configuration configuration;

  /**
   * @param stability how stable the figures of the run were
   * @param gauges whether the gauges of servers and GPUs grew
   * @param verification what a comparison of the lake found; empty if there was none
   */
  public LonghaulJson(
      JsonDocument json,
      RunReport report,
      RunStability stability,
      List<GaugeGrowth> gauges,
      Optional<Verification> verification) {
    this.json = json;
    this.report = report;
    this.stability = stability;
    this.gauges = gauges;
    this.verification = verification;
    this.run = report.run();
    this.totals = run.getTotals();
    this.configuration = Configuration.of(run);
  }

  /** Writes the members of the document. */
  public void write() throws IOException {
    json.text("schema_version", "1");
    json.object("run", this::writeRun);
    json.object("status", this::writeStatus);
    json.object("window", this::writeWindow);
    json.object("accounting", this::writeAccounting);
    json.object("outcomes", this::writeOutcomes);
    json.object("availability", this::writeAvailability);
    json.object("content", () -> SliceRowJson.writeContent(json, totals));
    json.object("ledger", this::writeLedger);
    json.objects(
        "errors",
        report.errors(),
        error -> SliceRowJson.writeError(json, error.count(), error.message()));
    json.object("metrics", this::writeMetrics);
    if (!report.trusted().isEmpty()) {
      json.object("trusted_metrics", this::writeTrustedMetrics);
    }
    json.object("goodput", this::writeGoodput);
    if (!configuration.failIf().isEmpty()) {
      json.objects("thresholds", FailConditions.of(report), this::writeThreshold);
    }
    if (!report.marks().isEmpty()) {
      json.objects("marks", report.marks(), this::writeMark);
    }
    json.object("stability", () -> StabilityJson.write(json, report, stability, gauges));
    if (!run.getLabelTotals().isEmpty()) {
      json.objects("labels", run.getLabelTotals(), this::writeLabelSet);
    }
    if (report.energy().gpus() > 0) {
      json.object("gpu", this::writeGpu);
    }
    if (!run.getServerPages().isEmpty()) {
      json.objects("server_metrics", run.getServerPages(), this::writeServerPage);
    }
    json.object("quality", this::writeQuality);
    if (!run.getGenerators().isEmpty()) {
      json.objects(
          "generators",
          run.getGenerators().stream().sorted(BY_NAME).toList(),
          this::writeGenerator);
    }
    json.objects("lanes", run.getLanes(), this::writeLane);
    json.objects("datasets", report.datasets(), this::writeDataset);
    if (verification.isPresent()) {
      json.object("verification", () -> writeVerification(verification.get()));
    }
    json.object(
        "configuration",
        () -> {
          json.tree(ProfileJson.INPUT_CONFIG, configuration.inputConfig());
          json.tree("plan", configuration.plan());
        });
  }

  private void writeVerification(Verification verified) throws IOException {
    json.truth("agrees", verified.agrees());
    json.objects(
        "checks",
        verified.results(),
        result -> {
          json.text("check", result.check().word());
          json.text("invariant", result.check().invariant());
          json.integer("problems", result.problems());
        });
    json.texts("problems", verified.offenders());
  }

  private void writeServerPage(ServerPage page) throws IOException {
    json.text("url", page.getUrl());
    json.integer("scrapes", page.getScrapes());
    json.integer("failed_scrapes", page.getFailedScrapes());
    json.integer("series_left_out", page.getSeriesLeftOut());
  }

  private void writeRun() throws IOException {
    json.text("run_id", run.getRunId());
    json.textIfAny("tool_version", run.getToolVersion());
    json.text("compatible_with", "aiperf " + ProfileJson.COMPATIBLE_VERSION);
    json.textIfAny("cli_command", configuration.cliCommand());
    json.textIfAny("endpoint_type", run.getEndpointType());
    json.truth("streaming", run.getStreaming());
    json.textIfAny("token_source", run.getTokenSource());
    json.textIfAny("tokenizer", configuration.tokenizer());
    json.number("slice_duration_seconds", run.getSliceDurationNs() / NANOS_PER_SECOND);
    json.integer("slices", report.slices().size());
    json.textIfAny("resliced", configuration.howResliced().orElse(""));
  }

  private void writeStatus() throws IOException {
    json.truth("complete", report.isComplete());
    json.texts("incomplete_because", report.incompleteBecause());
    json.textIfAny("stop_reason", run.getStopReason());
    json.textIfAny("stop_condition", run.getStopCondition());
    json.truth("has_summary", report.hasSummary());
  }

  private void writeWindow() throws IOException {
    json.time("start", report.startEpochNanos());
    json.time("end", report.endEpochNanos());
    json.number("seconds", report.windowNanos() / NANOS_PER_SECOND);
    json.time("facts_end", run.getRunEndEpochNs());
    writeEndOfSending();
    List<LoadGap> gaps = LoadGap.between(report.slices(), report.startEpochNanos());
    if (!gaps.isEmpty()) {
      json.objects("gaps", gaps, this::writeGap);
    }
  }

  private void writeGap(LoadGap gap) throws IOException {
    json.number("from_seconds", gap.fromSeconds());
    json.number("until_seconds", gap.untilSeconds());
  }

  /** Writes the end of the last slice in which a request was sent. */
  private void writeEndOfSending() throws IOException {
    long end =
        report.slices().stream()
            .filter(slice -> slice.getRequestsSent() > 0)
            .mapToLong(SliceRow::getEndEpochNs)
            .max()
            .orElse(report.startEpochNanos());
    json.number("sending_end_seconds", secondsOf(Math.min(end, report.endEpochNanos())));
  }

  private double secondsOf(long epochNanos) {
    return (epochNanos - report.startEpochNanos()) / NANOS_PER_SECOND;
  }

  private void writeAccounting() throws IOException {
    Accounting accounting = Accounting.of(run);
    if (report.hasSummary()) {
      if (accounting.planned().isPresent()) {
        json.integer("planned", accounting.planned().getAsLong());
      }
      writeInterval("issued", accounting.issued());
      writeInterval("not_issued", accounting.notIssued());
    }
    json.object(
        "not_issued_because",
        () -> {
          json.integer("no_slot", totals.getNotIssuedNoSlot());
          json.integer("schedule_overrun", totals.getNotIssuedScheduleOverrun());
          json.integer("stall_skipped", totals.getNotIssuedStallSkipped());
          json.integer("stop", totals.getNotIssuedStop());
        });
    json.integer("ok", accounting.ok());
    json.integer("error", accounting.errors());
    json.integer("timeout", accounting.timeouts());
    json.integer("cancelled", accounting.cancelled());
    json.integer("in_flight_at_stop", accounting.inFlightAtStop());
    json.integer("lost", accounting.lost());
    json.integer("accounted", accounting.accounted());
    if (report.hasSummary()) {
      json.truth("exact", accounting.isExact());
      if (accounting.isExact()) {
        json.truth("balanced", accounting.isBalanced());
      } else {
        writeInterval("unknown", accounting.unknown());
        json.texts("unknown_because", accounting.unknownBecause());
      }
    }
    json.integer("warmup_requests", run.getWarmupRequests());
    json.integer("warmup_ok", run.getWarmupOk());
  }

  /** Writes the lower bound, and the upper bound if it exists and differs. */
  private void writeInterval(String name, Accounting.Interval interval) throws IOException {
    json.integer(name, interval.atLeast());
    if (!interval.isExact() && interval.atMost().isPresent()) {
      json.integer(name + "_at_most", interval.atMost().getAsLong());
    }
  }

  private void writeOutcomes() throws IOException {
    json.integer("ok", totals.getRequestsOk());
    json.integer("http_error", totals.getHttpErrors());
    json.integer("transport_error", totals.getTransportErrors());
    json.integer("protocol_error", totals.getProtocolErrors());
    json.integer("stream_error", totals.getStreamErrors());
    json.integer("truncated", totals.getTruncated());
    json.integer("timeout", totals.getTimeouts());
    json.integer("cancelled", totals.getCancelled());
    json.integer("in_flight_at_stop", totals.getInFlightAtStop());
    json.integer("lost", totals.getLost());
    json.integer("unseen", run.getUnseenRequests());
    json.integer("valid", totals.getValidRequests());
    json.integer("retries", totals.getRetries());
    json.integer("stale_connections", totals.getStaleConnections());
    json.integer("new_connections", totals.getNewConnections());
    json.integer("skewed", totals.getSkewedRequests());
    json.integer("incomplete", totals.getIncompleteRequests());
    json.integer("coalesced_chunks", totals.getCoalescedChunks());
    json.integer("chunks", totals.getChunksArrived());
  }

  private void writeAvailability() throws IOException {
    Availability availability = report.availability();
    json.integer("available_seconds", availability.availableSeconds());
    json.integer("unavailable_seconds", availability.unavailableSeconds());
    if (availability.isKnown()) {
      json.number("percent", availability.percent());
    }
    json.integer("refused_connections", availability.refusedConnections());
    json.number("backed_off_seconds", meanSecondsOfLanes(totals.getBackedOffNs()));
    json.integer("outages", availability.outages().size());
    json.objects(
        "first_outages",
        availability.outages().stream().limit(MOST_OUTAGES).toList(),
        outage -> {
          json.integer("start_second", outage.firstSecond());
          json.integer("seconds", outage.seconds());
          json.integer("refused_connections", outage.refusedConnections());
        });
  }

  /** Returns the average per lane of a sum over lanes, which back off and wait independently. */
  private double meanSecondsOfLanes(long nanos) {
    return nanos / NANOS_PER_SECOND / Math.max(1, totals.getGeneratorLanes());
  }

  private void writeLedger() throws IOException {
    json.object("profiling", () -> writeLedger(report.ledger().profiling()));
    json.object("warmup", () -> writeLedger(report.ledger().warmup()));
  }

  private void writeLedger(Map<Outcome, Long> sums) throws IOException {
    for (Map.Entry<Outcome, Long> sum : sums.entrySet()) {
      json.integer(sum.getKey().rowName(), sum.getValue());
    }
  }

  private void writeMetrics() throws IOException {
    Map<Metric, Long> unknown = SliceFigures.unknownGaps(totals);
    for (Metric metric : Metric.values()) {
      DistributionSummary summary = report.statistics().distributions().get(metric);
      Double value = report.statistics().values().get(metric);
      if (summary != null) {
        writeMetric(
            metric,
            () -> {
              SummaryJson.write(json, summary);
              json.integerIfAny(SliceRowJson.UNKNOWN, unknown.get(metric));
            });
      } else if (value != null && metric.unit() != MetricUnit.TIMESTAMP) {
        writeMetric(metric, () -> json.number("value", value));
      }
    }
  }

  private void writeTrustedMetrics() throws IOException {
    for (Metric metric : Metric.values()) {
      DistributionSummary summary = report.trusted().distributions().get(metric);
      Double value = report.trusted().values().get(metric);
      if (summary != null) {
        writeMetric(metric, () -> SummaryJson.write(json, summary));
      } else if (value != null && metric.unit() != MetricUnit.TIMESTAMP) {
        writeMetric(metric, () -> json.number("value", value));
      }
    }
  }

  private void writeMetric(Metric metric, JsonDocument.Members figures) throws IOException {
    json.object(
        metric.tag(),
        () -> {
          json.text("header", metric.header());
          json.text("unit", metric.unit().display());
          json.truth("ours", metric.isOurs());
          figures.write();
        });
  }

  private void writeGoodput() throws IOException {
    json.tree("slos", configuration.slos());
    json.integer("valid_requests", totals.getValidRequests());
    json.integer("judged_requests", totals.getJudgedRequests());
    if (totals.getJudgedRequests() > 0) {
      Map<Metric, Double> values = report.statistics().values();
      json.integer("good_requests", totals.getGoodRequests());
      json.numberIfAny("good_fraction", values.get(Metric.GOOD_REQUEST_FRACTION));
      json.numberIfAny("good_requests_per_second", values.get(Metric.GOODPUT));
      json.numberIfAny("good_output_tokens", values.get(Metric.GOOD_OUTPUT_TOKENS));
      json.numberIfAny("good_output_tokens_per_second", values.get(Metric.GOOD_TOKEN_THROUGHPUT));
    }
    SlicesJson.writeObjectives(json, report.goodput().objectives());
  }

  private void writeThreshold(ThresholdResult result) throws IOException {
    json.text("fail_if", result.threshold().text());
    json.truth("missed", result.missed());
    json.number("value", result.value());
    if (result.trustedValue().isPresent()) {
      json.number("trusted_value", result.trustedValue());
    }
    if (result.threshold().isInSlices()) {
      json.integer("slices", result.slices());
    }
    json.text("text", result.text());
  }

  private void writeMark(MarkRow mark) throws IOException {
    json.time("time", mark.getAtEpochNs());
    json.number("seconds", secondsOf(mark.getAtEpochNs()));
    json.integer("slice", mark.getSliceIndex());
    json.text("text", mark.getText());
    json.text("added_by", mark.getAddedBy());
  }

  private void writeLabelSet(SliceRow row) throws IOException {
    json.text("label_set", row.getLabelSet());
    json.number("covered_seconds", row.getCoveredNs() / NANOS_PER_SECOND);
    SliceRowJson.write(json, row);
  }

  private void writeGpu() throws IOException {
    GpuSliceJson.writeEnergy(json, report.energy());
    json.objects("devices", run.getGpuTotals(), gpu -> GpuSliceJson.write(json, gpu));
  }

  private void writeQuality() throws IOException {
    // A slice without a request is neither trusted nor untrusted.
    List<SliceRow> slices = report.slices().stream().filter(slice -> !slice.getEmpty()).toList();
    long trusted = slices.stream().filter(SliceRow::getTrusted).count();
    json.truth("trusted", totals.getTrusted());
    json.integer("slices", report.slices().size());
    json.integer("slices_empty", report.slices().size() - slices.size());
    json.integer("slices_trusted", trusted);
    json.objects(
        "distrust",
        DistrustReason.of(slices),
        reason -> {
          json.text("reason", reason.text());
          json.integer("slices", reason.slices());
          json.plainIntegers(
              "first_slices", reason.firstSlices().stream().mapToLong(Long::longValue).toArray());
          json.integer("periods", reason.periods().size());
          json.objects(
              "first_periods",
              reason.periods().stream().limit(MOST_PERIODS).toList(),
              this::writePeriod);
        });
    List<SliceDisturbance> disturbed = SliceDisturbance.worstFirst(slices);
    json.integer(
        "slices_heavily_disturbed",
        disturbed.stream().filter(each -> each.severity() == Severity.HEAVY).count());
    json.objects(
        "worst_slices",
        disturbed.stream().limit(MOST_WORST).toList(),
        worst -> {
          json.integer("slice", worst.slice().getSliceIndex());
          json.number("from_seconds", secondsOf(worst.slice().getStartEpochNs()));
          json.number("until_seconds", secondsOf(worst.slice().getEndEpochNs()));
          json.text("severity", worst.severity().name().toLowerCase(Locale.ROOT));
          json.number("delay_ms", worst.delayMillis());
          json.texts("distrust", worst.slice().getDistrust());
        });
    json.objects(
        "heavy_periods",
        SliceDisturbance.heavyPeriods(slices).stream().limit(MOST_WORST).toList(),
        period -> {
          writePeriod(period.slices());
          json.number("delay_ms", period.delayMillis());
        });
    json.objects(
        "untrusted_slices",
        slices.stream().filter(slice -> !slice.getTrusted()).limit(MOST_UNTRUSTED).toList(),
        slice -> {
          json.integer("slice", slice.getSliceIndex());
          json.texts("distrust", slice.getDistrust());
        });
    json.numberIfAny("send_lag_p99_ms", totals.getSendLagP99Ns(), NANOS_PER_MILLI);
    json.numberIfAny("send_lag_max_ms", totals.getSendLagMaxNs(), NANOS_PER_MILLI);
    json.numberIfAny("loop_lag_max_ms", totals.getLoopLagMaxNs(), NANOS_PER_MILLI);
    json.numberIfAny("pause_max_ms", totals.getPauseMaxNs(), NANOS_PER_MILLI);
    json.numberIfAny("gc_pause_ms", totals.getGcPauseNs(), NANOS_PER_MILLI);
    json.number("process_cpu_max_cores", totals.getProcessCpuMaxCores());
    json.numberIfAny("host_idle_min_ratio", totals.getHostIdleMinRatio());
    json.numberIfAny("clock_error_max_ms", totals.getClockErrorMaxNs(), NANOS_PER_MILLI);
    json.number("recorder_wait_seconds", meanSecondsOfLanes(totals.getRecorderWaitNs()));
    json.integer("dropped_events", totals.getDroppedEvents());
    json.number("in_flight_mean", SliceFigures.meanInFlight(totals));
    json.integer("in_flight_max", totals.getInFlightMax());
    json.integer("backlog_max", totals.getBacklogMax());
  }

  private void writePeriod(Period period) throws IOException {
    double seconds = run.getSliceDurationNs() / NANOS_PER_SECOND;
    json.number("from_seconds", period.first() * seconds);
    json.number("until_seconds", (period.last() + 1) * seconds);
  }

  private void writeGenerator(RunGenerator generator) throws IOException {
    json.text("process_id", generator.getProcessId());
    json.text("name", generator.getName());
    json.textIfAny("hostname", generator.getHostname());
    json.textIfAny("tool_version", generator.getToolVersion());
    json.numberIfAny("clock_offset_ms", generator.getClockOffsetNs(), NANOS_PER_MILLI);
    json.numberIfAny("clock_offset_error_ms", generator.getClockOffsetErrorNs(), NANOS_PER_MILLI);
  }

  private void writeLane(LaneEnd lane) throws IOException {
    json.text("lane_id", lane.getLaneId());
    json.text("process_id", lane.getProcessId());
    json.text("kind", lane.getLaneKind());
    json.textIfAny("phase", lane.getPhase());
    json.text("end", lane.getEnd());
    json.textIfAny("reason", lane.getReason());
    json.time("start_time", lane.getStartEpochNs());
    if (lane.getEndEpochNs() != null) {
      json.time("end_time", lane.getEndEpochNs());
    }
    json.integer("issued", lane.getIssued());
    if (lane.getIssuedExact() != null) {
      json.truth("issued_exact", lane.getIssuedExact());
    }
    json.integer("unseen_requests", lane.getUnseenRequests());
    json.integer("events", lane.getEvents());
    json.integer("duplicates", lane.getDuplicates());
    json.integer("dropped_declared", lane.getDroppedDeclared());
    json.integer("lost_events", lane.getLostEvents());
    json.numberIfAny("clock_error_max_ms", lane.getClockErrorMaxNs(), NANOS_PER_MILLI);
  }

  private void writeDataset(DatasetRows rows) throws IOException {
    json.text("dataset", rows.dataset());
    if (rows.expected().isPresent()) {
      json.integer("rows_promised", rows.expected().getAsLong());
    }
    json.integer("rows", rows.found());
  }
}
