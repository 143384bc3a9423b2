package io.longhaul.sinks.report;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that the documents of a run need. The same rows give an equal report.
 *
 * @param run its summary; put together from the committed slices when there is none
 * @param hasSummary whether the pipeline wrote a summary: not after a crash, nor while the run goes
 *     on. Without one, nothing is known of what was planned and issued
 * @param startEpochNanos start of the observation window W
 * @param endEpochNanos end of W: when the last request of the load was over; without a summary the
 *     end of the last slice
 * @param statistics of the whole window, exact up to {@link #MOST_EXACT_REQUESTS} requests
 * @param warmup exact statistics of the warm-up; empty when there was none
 * @param goodput how far promises were kept
 * @param aiperfSlices as AIPerf would cut the run; empty beyond that count
 * @param slices as the pipeline cut the run, in their order; their buckets are forgotten
 * @param gpuSlices by slice, exporter and GPU
 * @param gpuTelemetry as AIPerf would tell it
 * @param gpuEfficiency AIPerf's figures of power and energy
 * @param availability of the servers, by time
 * @param errors in the order of the summary
 * @param datasets how many rows each dataset has
 * @param aheadOfKafka a sentence for each lane with events that were rejected because of the clocks
 */
public record RunReport(
    RunRow run,
    boolean hasSummary,
    long startEpochNanos,
    long endEpochNanos,
    WindowStatistics statistics,
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
    LedgerTotals ledger,
    List<DatasetRows> datasets,
    List<String> aheadOfKafka) {

  /** Beyond so many requests percentiles come from merged distributions. */
  public static final long MOST_EXACT_REQUESTS = 5_000_000;

  /**
   * Reads a run from its lake; the run may still go on, or have crashed.
   *
   * @param declared what was known when it began; asked only when it has no summary
   * @param asked what it was asked for
   * @throws IOException when the lake cannot be read or has nothing of the run
   */
  public static RunReport read(
      Lake lake, String runId, Optional<DeclaredRun> declared, ReportOptions asked)
      throws IOException {
    return new RunReportReader(lake, runId, declared, asked, MOST_EXACT_REQUESTS).read();
  }

  /** Reads a run of which only the lake is there, with the usual figures. */
  public static RunReport read(Lake lake, String runId) throws IOException {
    return read(lake, runId, Optional.empty(), ReportOptions.NONE);
  }

  /** Length of the window W. */
  public long windowNanos() {
    return endEpochNanos - startEpochNanos;
  }

  /**
   * Requests that ended behind this slice do not count: after a crash they belong to slices that
   * were never finished.
   */
  public long lastSlice() {
    return lastSlice(hasSummary, slices);
  }

  static long lastSlice(boolean hasSummary, List<SliceRow> slices) {
    return hasSummary || slices.isEmpty() ? Long.MAX_VALUE : slices.size() - 1;
  }

  /** What AIPerf would export of the run. */
  public List<AiperfResult> aiperfResults() {
    List<AiperfResult> results = new ArrayList<>(AiperfResult.of(statistics));
    results.addAll(gpuEfficiency);
    return List.copyOf(results);
  }

  /** Whether nothing of the run is missing: no event was lost and every promised row is there. */
  public boolean isComplete() {
    return incompleteBecause().isEmpty() && run.getStatus().equals("complete");
  }

  /** Everything that is missing, in words. */
  public List<String> incompleteBecause() {
    List<String> reasons = new ArrayList<>(run.getIncompleteBecause());
    reasons.addAll(aheadOfKafka);
    if (slices.size() != run.getSlices()) {
      reasons.add(slices.size() + " of " + run.getSlices() + " slices are in the lake");
    } else if (!slices.isEmpty()
        && slices.get(slices.size() - 1).getSliceIndex() >= slices.size()) {
      reasons.add("slices are missing between those that are in the lake");
    }
    for (DatasetRows rows : datasets) {
      if (!rows.isComplete()) {
        reasons.add(
            rows.found()
                + " of "
                + rows.promised()
                + " rows of "
                + rows.dataset()
                + " are in the lake");
      }
    }
    return List.copyOf(reasons);
  }
}
