package io.longhaul.cli.api;

import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.report.figures.GpuId;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.report.html.GpuGauge;
import java.util.List;
import java.util.Map;

/** The progress of a run, the newest samples of its GPUs, and the counters of the run so far. */
final class RunFamilies {
  private static final double PERCENT = 100;

  private final MetricFamilies families;

  private RunFamilies(MetricFamilies families) {
    this.families = families;
  }

  /** Adds the progress and the GPUs. */
  static void addTo(MetricFamilies families, RunState state) {
    RunFamilies run = new RunFamilies(families);
    run.addProgress(state);
    state.gpus().forEach(run::addGpu);
  }

  /**
   * Adds the counters.
   *
   * @param totals totals of the slices so far
   * @param hasObjectives whether the run has SLOs, so that requests can be good
   */
  static void addCounters(
      MetricFamilies families, SliceRow totals, boolean hasObjectives, ErrorKinds kinds) {
    for (Outcome outcome : Outcome.values()) {
      families.counter(
          "longhaul_requests_ended_total",
          "Requests that ended, by outcome",
          SliceFigures.count(totals, outcome),
          "outcome",
          outcome.rowName());
    }
    kinds
        .counts(totals.getErrors())
        .forEach(
            (kind, count) ->
                families.counter(
                    "longhaul_errors_total",
                    "Requests that failed, by kind",
                    count,
                    kind.labels()));
    families.counter(
        "longhaul_valid_requests_total", "Valid requests that ended", totals.getValidRequests());
    if (hasObjectives) {
      families.counter(
          "longhaul_good_requests_total",
          "Valid requests that met every objective",
          totals.getGoodRequests());
    }
    notIssued(families, "no_slot", totals.getNotIssuedNoSlot());
    notIssued(families, "schedule_overrun", totals.getNotIssuedScheduleOverrun());
    notIssued(families, "stall_skipped", totals.getNotIssuedStallSkipped());
    notIssued(families, "stop", totals.getNotIssuedStop());
    families.counter(
        "longhaul_output_tokens_total",
        "Output tokens that arrived",
        totals.getOutputTokensArrived());
    families.counter(
        "longhaul_input_tokens_total",
        "Input tokens of valid requests that ended",
        totals.getInputTokensCompleted());
    families.counter(
        "longhaul_chunks_total", "Chunks of responses that arrived", totals.getChunksArrived());
    families.counter(
        "longhaul_retries_total", "Repeated attempts to send a request", totals.getRetries());
    families.counter(
        "longhaul_connections_opened_total", "Connections opened", totals.getNewConnections());
    families.counter("longhaul_sent_bytes_total", "Bytes sent", totals.getBytesSent());
    families.counter("longhaul_received_bytes_total", "Bytes received", totals.getBytesReceived());
    families.counter(
        "longhaul_dropped_events_total",
        "Events that the load generators could not store",
        totals.getDroppedEvents());
  }

  private static void notIssued(MetricFamilies families, String reason, long count) {
    families.counter(
        "longhaul_requests_not_issued_total",
        "Requests of the plan that were not sent, by reason",
        count,
        "reason",
        reason);
  }

  private void addProgress(RunState state) {
    for (ProgressStage stage : ProgressStage.values()) {
      families.gauge(
          "longhaul_run_stage",
          "Stage of the run: 1 for the current stage",
          stage == state.stage() ? 1 : 0,
          "stage",
          stage.word());
    }
    List<LiveLane> measured = state.lanes().stream().filter(lane -> !lane.warmup()).toList();
    families.counter(
        "longhaul_requests_sent_total",
        "Profiling requests sent",
        StateJson.sum(measured, LiveLane::issued));
    families.gauge(
        "longhaul_requests_in_flight",
        "Requests in flight",
        (double) StateJson.sum(measured, LiveLane::inFlight));
    families.gauge(
        "longhaul_requests_waiting",
        "Requests that are due and not yet sent",
        (double) StateJson.sum(measured, LiveLane::backlog));
    families.counter(
        "longhaul_slices_finished_total",
        "Slices included in these metrics",
        state.totals().slices());
    families.counter(
        "longhaul_slices_not_trusted_total",
        "Slices included in these metrics that cannot be trusted",
        state.slicesNotTrusted());
    families.gauge(
        "longhaul_slices_missing",
        "Slices missing from these metrics because they were not received",
        (double) state.slicesMissing());
  }

  private void addGpu(GpuId gpu, RunState.GpuValues newest) {
    String[] labels = {
      "gpu", Integer.toString(gpu.index()),
      "gpu_uuid", gpu.uuid(),
      "gpu_model", newest.model(),
      "mig_instance", gpu.migInstance(),
      "hostname", newest.hostname(),
      "exporter_url", gpu.exporterUrl()
    };
    for (Map.Entry<GpuGauge, Double> each : newest.values().entrySet()) {
      double value = each.getValue();
      switch (each.getKey()) {
        case POWER -> families.gauge("longhaul_gpu_power_watts", "Power of a GPU", value, labels);
        case UTILIZATION ->
            families.gauge(
                "longhaul_gpu_utilization_ratio",
                "Share of time in which a GPU had work",
                value / PERCENT,
                labels);
        case MEMORY ->
            families.gauge(
                "longhaul_gpu_memory_used_bytes", "Memory of a GPU in use", value, labels);
        case CLOCK ->
            families.gauge(
                "longhaul_gpu_sm_clock_hertz",
                "Clock of a GPU's streaming multiprocessors",
                value,
                labels);
        case TEMPERATURE ->
            families.gauge(
                "longhaul_gpu_temperature_celsius", "Temperature of a GPU", value, labels);
      }
    }
  }
}
