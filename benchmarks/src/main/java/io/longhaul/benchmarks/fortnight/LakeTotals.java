package io.longhaul.benchmarks.fortnight;

import io.longhaul.export.Distribution;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.LaneEnd;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.report.verify.LakeVerifier;
import io.longhaul.report.verify.Verification;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetBlocks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares the lake of a finished synthetic run with the totals of the run, which were added up
 * when its events were written.
 *
 * @param shape the run
 * @param expected its totals
 */
public record LakeTotals(Lake lake, RunShape shape, RunTotals expected) {
  private static final long NONE = Long.MIN_VALUE;
  private static final String OUTCOME = "outcome";
  private static final String INPUT_TOKENS = "input_tokens";
  private static final String OUTPUT_TOKENS = "output_sequence_length";
  private static final String FIRST_TOKEN = "time_to_first_token_ns";
  private static final String LATENCY = "request_latency_ns";

  /** Outcomes of a synthetic run. */
  private static final List<Outcome> OUTCOMES =
      List.of(Outcome.OK, Outcome.HTTP_ERROR, Outcome.TIMEOUT);

  private static final int OK = 0;

  private static final double NANOJOULES_PER_JOULE = 1e9;

  /**
   * Compares the summary, the sums of the slices, and the sums of the rows of {@code requests} with
   * the expected totals, and everything in the lake with each other.
   *
   * @return one sentence for each difference; empty if everything is exact
   */
  public List<String> differences() throws IOException {
    List<String> found = new ArrayList<>();
    Optional<RunRow> summary = LakeVerifier.summaryOf(lake, shape.runId());
    summary.ifPresentOrElse(
        run -> compareSummary(run, found), () -> found.add("Dataset runs: no row of the run"));
    found.addAll(expected.differences("Dataset slices", ofSlices(found)));
    found.addAll(expected.differences("Dataset requests", ofRequests()));
    requireNoRows(Dataset.LATE, found);
    requireNoRows(Dataset.REJECTED, found);
    Verification verification = LakeVerifier.full(lake, shape.runId(), Optional.empty());
    verification.offenders().forEach(offender -> found.add("Verification: " + offender));
    verification.declared().forEach(loss -> found.add("Verification: declared: " + loss));
    return found;
  }

  private void compareSummary(RunRow run, List<String> found) {
    found.addAll(expected.differences("Summary", of(run.getTotals())));
    RunTotals labels =
        run.getLabelTotals().stream().map(LakeTotals::of).reduce(RunTotals.NONE, RunTotals::plus);
    found.addAll(expected.differences("Summary by model", labels));
    compare("Summary: slices", shape.slices(), run.getSlices(), found);
    compare("Summary: requests issued", shape.requests(), run.getIssued(), found);
    // The coordinator does not join its own run.
    compare("Summary: lanes", 1L + RunShape.GENERATORS, run.getLanes().size(), found);
    compare("Summary: GPUs", RunShape.GPUS, run.getGpuTotals().size(), found);
    if (!run.getStatus().equals("complete")) {
      found.add("Summary: " + run.getStatus() + ": " + run.getIncompleteBecause());
    }
    for (LaneEnd lane : run.getLanes()) {
      compare("Lane " + lane.getLaneId() + ": duplicates", 0, lane.getDuplicates(), found);
      compare("Lane " + lane.getLaneId() + ": lost events", 0, lane.getLostEvents(), found);
    }
    for (GpuSliceRow gpu : run.getGpuTotals()) {
      // The sample at the end of the run lies in no slice.
      long samples = shape.seconds() / shape.intervalSeconds();
      compare("GPU " + gpu.getGpuIndex() + ": samples", samples, gpu.getSamples(), found);
      long energy = Math.round(SyntheticRun.POWER_WATTS * shape.seconds() * NANOJOULES_PER_JOULE);
      Long grown = gpu.getEnergyNanojoules();
      compare("GPU " + gpu.getGpuIndex() + ": nJ", energy, grown == null ? NONE : grown, found);
    }
  }

  private static void compare(String what, long expected, long actual, List<String> found) {
    if (expected != actual) {
      found.add("%s: %,d instead of %,d".formatted(what, actual, expected));
    }
  }

  private RunTotals ofSlices(List<String> found) throws IOException {
    RunTotals[] sum = {RunTotals.NONE};
    long[] rows = {0};
    lake.forEach(
        Dataset.SLICES,
        shape.runId(),
        slice -> {
          if (slice.getLabelSet().isEmpty()) {
            sum[0] = sum[0].plus(of(slice));
            rows[0]++;
          }
        });
    compare("Dataset slices: rows without labels", shape.slices(), rows[0], found);
    return sum[0];
  }

  private static RunTotals of(SliceRow row) {
    return new RunTotals(
        row.getRequestsEnded(),
        row.getRequestsOk(),
        row.getHttpErrors(),
        row.getTimeouts(),
        row.getGoodRequests(),
        row.getInputTokensCompleted(),
        row.getOutputTokensCompleted(),
        sum(row.getTimeToFirstTokenNs()),
        sum(row.getRequestLatencyNs()));
  }

  private static long sum(@Nullable Distribution distribution) {
    return distribution == null ? 0 : distribution.getSum();
  }

  private RunTotals ofRequests() throws IOException {
    RunTotals sum = RunTotals.NONE;
    for (Path file : lake.files(Dataset.REQUESTS, shape.runId())) {
      List<String> columns = List.of(OUTCOME, INPUT_TOKENS, OUTPUT_TOKENS, FIRST_TOKEN, LATENCY);
      try (ParquetBlocks blocks = new ParquetBlocks(file, columns)) {
        for (int rows = blocks.next(); rows >= 0; rows = blocks.next()) {
          sum = sum.plus(ofBlock(blocks, rows));
        }
      }
    }
    return sum;
  }

  private static RunTotals ofBlock(ParquetBlocks blocks, int rows) throws IOException {
    int[] outcomes = new int[rows];
    blocks.words(
        OUTCOME,
        outcomes,
        word -> OUTCOMES.indexOf(Outcome.valueOf(word.toUpperCase(Locale.ROOT))));
    long[] inputTokens = numbers(blocks, INPUT_TOKENS, rows);
    long[] outputTokens = numbers(blocks, OUTPUT_TOKENS, rows);
    long[] firstToken = numbers(blocks, FIRST_TOKEN, rows);
    long[] latency = numbers(blocks, LATENCY, rows);
    long[] counts = new long[OUTCOMES.size()];
    RunTotals sum = RunTotals.NONE;
    for (int row = 0; row < rows; row++) {
      if (outcomes[row] >= 0) {
        counts[outcomes[row]]++;
      }
      if (outcomes[row] == OK) {
        boolean good = latency[row] <= RunTotals.GOOD_LATENCY_NANOS;
        sum =
            sum.plus(
                new RunTotals(
                    0,
                    0,
                    0,
                    0,
                    good ? 1 : 0,
                    inputTokens[row],
                    outputTokens[row],
                    firstToken[row],
                    latency[row]));
      }
    }
    return sum.plus(new RunTotals(rows, counts[OK], counts[OK + 1], counts[OK + 2], 0, 0, 0, 0, 0));
  }

  private static long[] numbers(ParquetBlocks blocks, String column, int rows) throws IOException {
    long[] values = new long[rows];
    blocks.numbers(column, values, 0);
    return values;
  }

  private void requireNoRows(Dataset<?> dataset, List<String> found) throws IOException {
    compare("Dataset " + dataset + ": rows", 0, lake.count(dataset, shape.runId()), found);
  }
}
