package io.longhaul.report.figures;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.MarkRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything that the documents of a run contain. Equal rows give equal reports.
 *
 * @param run the summary; computed from the committed slices if there is none
 * @param hasSummary whether the pipeline wrote a summary: not after a crash or while the run is in
 *     progress. Without it, the numbers of planned and issued requests are unknown
 * @param startEpochNanos start of the observation window W
 * @param endEpochNanos end of W: when the last request of the profiling phase ended; without a
 *     summary the end of the last slice
 * @param statistics exact statistics of the whole window, but of gaps between chunks only if there
 *     are not too many
 * @param trusted statistics of the requests that ended in slices that can be trusted, with
 *     percentiles from buckets; empty if all slices with requests can be trusted, or none
 * @param warmup exact statistics of the warm-up; empty if there was none
 * @param goodput attainment of the SLOs
 * @param aiperfSlices AIPerf's time slices; empty above {@link #MAX_REQUESTS_IN_MEMORY} requests
 * @param slices Longhaul's slices in order of time, without buckets
 * @param gpuSlices by slice, exporter and GPU
 * @param gpuTelemetry GPU telemetry as in AIPerf
 * @param gpuEfficiency AIPerf's metrics of power and energy
 * @param availability availability of the servers
 * @param errors in the order of the summary
 * @param marks by time
 * @param datasets number of rows of each dataset
 * @param aheadOfKafka one sentence for each lane with events that were rejected because of clocks
 */
public record RunReport(
    RunRow run,
    boolean hasSummary,
    long startEpochNanos,
    long endEpochNanos,
    WindowStatistics statistics,
    WindowStatistics trusted,
    WindowStatistics warmup,
    Goodput goodput,
    List<AiperfSlice> aiperfSlices,
    List<SliceRow> slices,
    List<GpuSliceRow> gpuSlices,
    List<GpuTelemetry> gpuTelemetry,
    List<AiperfResult> gpuEfficiency,
    GpuEnergy energy,
    Availability availability,
    List<ErrorReport> errors,
    List<MarkRow> marks,
    LedgerTotals ledger,
    List<DatasetRows> datasets,
    List<String> aheadOfKafka) {

  /** Maximum number of requests with time slices of AIPerf; more do not fit into memory at once. */
  public static final long MAX_REQUESTS_IN_MEMORY = 5_000_000;

  /**
   * Reads a run from its lake; the run may be in progress or have crashed.
   *
   * @param declared what was known when the run started; used only if it has no summary
   * @param options what the report contains in addition to the standard figures
   * @throws IOException if the lake cannot be read or contains nothing of the run
   */
  public static RunReport read(
      Lake lake, String runId, Optional<DeclaredRun> declared, ReportOptions options)
      throws IOException {
    return new RunReportReader(lake, runId, declared, options, MAX_REQUESTS_IN_MEMORY).read();
  }

  /** Reads a run from its lake alone, with the standard figures. */
  public static RunReport read(Lake lake, String runId) throws IOException {
    return read(lake, runId, Optional.empty(), ReportOptions.NONE);
  }

  /** Returns the end of the window W of a run with a summary. */
  public static long endOf(RunRow run) {
    long loadEnded = Math.max(run.getLoadEndedEpochNs(), run.getRunStartEpochNs());
    return loadEnded == run.getRunStartEpochNs() ? run.getRunEndEpochNs() : loadEnded;
  }

  /** Returns the length of the window W. */
  public long windowNanos() {
    return endEpochNanos - startEpochNanos;
  }

  /**
   * Returns the last finished slice. Requests that ended after it do not count: after a crash they
   * belong to slices that were never finished.
   */
  public long lastSlice() {
    return lastSlice(hasSummary, slices);
  }

  static long lastSlice(boolean hasSummary, List<SliceRow> slices) {
    return hasSummary || slices.isEmpty() ? Long.MAX_VALUE : slices.size() - 1;
  }

  /** Returns the metrics that AIPerf would export for the run. */
  public List<AiperfResult> aiperfResults() {
    List<AiperfResult> results = new ArrayList<>(AiperfResult.of(statistics));
    results.addAll(gpuEfficiency);
    return List.copyOf(results);
  }

  /** Returns whether the run is complete: no event was lost and no row is missing. */
  public boolean isComplete() {
    return incompleteBecause().isEmpty() && run.getStatus().equals("complete");
  }

  /** Returns sentences about everything that is missing. */
  public List<String> incompleteBecause() {
    List<String> reasons = new ArrayList<>(run.getIncompleteBecause());
    reasons.addAll(aheadOfKafka);
    if (slices.size() != run.getSlices()) {
      reasons.add(slices.size() + " of " + run.getSlices() + " slices are in the lake");
    } else if (!slices.isEmpty()
        && slices.get(slices.size() - 1).getSliceIndex() >= slices.size()) {
      reasons.add("slices are missing between those in the lake");
    }
    for (DatasetRows rows : datasets) {
      if (!rows.isComplete()) {
        reasons.add(
            rows.found()
                + " of "
                + rows.expected().orElseThrow()
                + " rows of "
                + rows.dataset()
                + " are in the lake");
      }
    }
    return List.copyOf(reasons);
  }
}
