package io.longhaul.report.figures;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the summary of a run that has none, because it crashed or is in progress, from its
 * committed slices or, if there are none, from its requests.
 */
final class UnfinishedRun {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final String EVERYTHING = "";

  private UnfinishedRun() {}

  /**
   * @param declared what was known when the run started
   * @param slices in order of time
   * @param merged their totals by label set
   * @throws IOException if the run has neither slices nor requests
   */
  static RunRow summary(
      Lake lake,
      String runId,
      Optional<DeclaredRun> declared,
      List<SliceRow> slices,
      Map<String, MergedSlices> merged,
      List<GpuSliceRow> gpuSlices)
      throws IOException {
    MergedSlices everything = merged.get(EVERYTHING);
    SliceRow totals = everything == null ? totalsOfRequests(lake, runId) : everything.totals();
    RunRow run = new RunRow();
    run.put("run_id", runId);
    run.put("run_start_epoch_ns", totals.getStartEpochNs());
    run.put("run_end_epoch_ns", totals.getEndEpochNs());
    run.put("load_ended_epoch_ns", totals.getEndEpochNs());
    run.put(
        "slice_duration_ns",
        slices.isEmpty() ? 0L : slices.get(0).getEndEpochNs() - slices.get(0).getStartEpochNs());
    run.put("slices", (long) slices.size());
    run.put("stop_reason", "");
    run.put("stop_condition", "");
    run.put("status", "incomplete");
    List<String> missing = new ArrayList<>();
    missing.add(
        "the run's summary is missing (it crashed or is still running): figures end at "
            + Instant.ofEpochSecond(0, totals.getEndEpochNs()));
    if (declared.isEmpty()) {
      missing.add(
          "its command, configuration, SLOs and token source are unknown: run.json is missing next"
              + " to the lake");
    }
    run.put("incomplete_because", missing);
    run.put("totals", totals);
    run.put("label_totals", labelTotals(merged));
    run.put("gpu_totals", GpuTotals.merge(gpuSlices));
    for (String unknown : List.of("server_pages", "lanes", "generators", "rows", "objectives")) {
      run.put(unknown, List.of());
    }
    putDeclared(
        run,
        declared.orElseGet(
            () ->
                new DeclaredRun(
                    runId,
                    "",
                    "{}",
                    DeclaredRun.NO_REQUEST_COUNT,
                    "",
                    "",
                    totals.getTimeToFirstTokenNs() != null,
                    false)));
    return run;
  }

  private static List<SliceRow> labelTotals(Map<String, MergedSlices> merged) {
    return merged.entrySet().stream()
        .filter(labelSet -> !labelSet.getKey().equals(EVERYTHING))
        .map(labelSet -> labelSet.getValue().totals())
        .toList();
  }

  private static void putDeclared(RunRow run, DeclaredRun declared) {
    run.put("tool_version", declared.toolVersion());
    run.put("configuration_json", declared.configurationJson());
    run.put("planned_requests", declared.plannedRequests());
    run.put("token_source", declared.tokenSource());
    run.put("endpoint_type", declared.endpointType());
    run.put("streaming", declared.streaming());
    run.put("fixed_schedule", declared.fixedSchedule());
  }

  private static SliceRow totalsOfRequests(Lake lake, String runId) throws IOException {
    SliceRow totals = new SliceRow();
    totals.put("run_id", runId);
    totals.put("slice_index", MergedSlices.WHOLE_RUN);
    totals.put("label_set", EVERYTHING);
    totals.put("start_epoch_ns", Long.MAX_VALUE);
    totals.put("errors", new ArrayList<>());
    totals.put("distrust", List.of("no slice was finished"));
    totals.put("distrust_causes", List.of());
    lake.forEach(Dataset.REQUESTS, runId, row -> count(row, totals));
    if (totals.getRequestsEnded() == 0) {
      throw new IOException(
          "Cannot report run "
              + runId
              + ": no data of it is in "
              + lake.folder()
              + " ("
              + runsOf(lake)
              + ")");
    }
    long start = Math.floorDiv(totals.getStartEpochNs(), NANOS_PER_SECOND) * NANOS_PER_SECOND;
    totals.put("start_epoch_ns", start);
    totals.put("covered_ns", totals.getEndEpochNs() - start);
    return totals;
  }

  private static String runsOf(Lake lake) throws IOException {
    List<String> runs = lake.runs();
    return runs.isEmpty() ? "it contains no runs" : "its runs: " + String.join(", ", runs);
  }

  private static void count(RequestRow row, SliceRow totals) {
    if (!RowPhase.PROFILING.matches(row.getPhase())) {
      return;
    }
    totals.put("start_epoch_ns", Math.min(totals.getStartEpochNs(), row.getScheduledEpochNs()));
    totals.put("end_epoch_ns", Math.max(totals.getEndEpochNs(), row.getEndedEpochNs()));
    add(totals, "requests_ended", 1);
    add(totals, SliceFigures.columnOf(Outcome.ofRow(row.getOutcome())), 1);
    add(totals, "retries", row.getRetries());
    add(totals, "bytes_sent", row.getBytesSent());
    add(totals, "bytes_received", row.getBytesReceived());
    add(totals, "chunks_arrived", row.getChunkAfterStartNs().size());
    if (RowFacts.isValid(row)) {
      add(totals, "valid_requests", 1);
      add(totals, "input_tokens_completed", numberOf(row.getInputTokens()));
      add(totals, "output_tokens_completed", numberOf(row.getOutputSequenceLength()));
      add(totals, "judged_requests", row.getGood() != null ? 1 : 0);
      add(totals, "good_requests", Boolean.TRUE.equals(row.getGood()) ? 1 : 0);
    }
  }

  private static long numberOf(Integer count) {
    return count == null ? 0 : count;
  }

  private static void add(SliceRow totals, String column, long more) {
    totals.put(column, (Long) totals.get(column) + more);
  }
}
