package io.longhaul.report.verify;

import io.longhaul.export.LaneEnd;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.RunRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowPhase;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares the ledger with itself, with the lanes and with the totals of the run. */
final class LedgerCheck {
  private final RunFiles files;
  private final RunRow run;
  private final Findings found;
  private final Map<String, Lane> lanes = new TreeMap<>();
  private long rows;

  LedgerCheck(RunFiles files, RunRow run, Findings found) {
    this.files = files;
    this.run = run;
    this.found = found;
  }

  private static final class Lane {
    final BitSet slices = new BitSet();
    final long[] counts = new long[Outcome.values().length];
    long hashHi;
    long hashLo;
    @Nullable LedgerRow totals;

    void add(LedgerRow row) {
      LedgerCounts.add(row, counts);
      hashLo += row.getIdHashLo();
      boolean carry = Long.compareUnsigned(hashLo, row.getIdHashLo()) < 0;
      hashHi += row.getIdHashHi() + (carry ? 1 : 0);
    }
  }

  void check() throws IOException {
    files.forEach(Dataset.LEDGER, this::add);
    Map<String, LaneFacts> known = LaneFacts.byName(run);
    lanes.keySet().stream()
        .filter(lane -> !known.containsKey(lane))
        .forEach(lane -> found.problem("Ledger: lane " + lane + " is not in the summary"));
    boolean lossless = true;
    long[] profiling = new long[Outcome.values().length];
    long[] warmup = new long[Outcome.values().length];
    for (LaneEnd end : run.getLanes()) {
      LaneFacts facts = LaneFacts.of(end);
      if (!facts.isGenerator()) {
        continue;
      }
      Lane lane = lanes.computeIfAbsent(end.getLaneId(), any -> new Lane());
      compare(facts, lane);
      lossless &= !facts.isLost() && !facts.missesEvents();
      long[] phase = RowPhase.WARMUP.matches(end.getPhase()) ? warmup : profiling;
      for (int i = 0; i < phase.length; i++) {
        phase[i] += lane.counts[i];
      }
    }
    compareTotals(profiling, warmup, lossless);
    found.compared(Counted.of(rows, "row") + " of " + Counted.of(lanes.size(), "lane"));
  }

  private void add(LedgerRow row) {
    rows++;
    Lane lane = lanes.computeIfAbsent(row.getLaneId(), any -> new Lane());
    if (row.getTotals()) {
      if (lane.totals != null) {
        found.problem("Ledger: lane " + row.getLaneId() + " has more than one row with its totals");
      }
      lane.totals = row;
      return;
    }
    // A warm-up lane has the index -1.
    if (row.getSliceIndex() < -1 || row.getSliceIndex() >= SlicesCheck.MOST_SLICES) {
      found.problem(
          "Ledger: lane %s has the invalid slice %d"
              .formatted(row.getLaneId(), row.getSliceIndex()));
      return;
    }
    int slice = (int) row.getSliceIndex() + 1;
    if (lane.slices.get(slice)) {
      found.problem(
          "Ledger: lane %s, slice %,d has more than one row"
              .formatted(row.getLaneId(), row.getSliceIndex()));
      return;
    }
    lane.slices.set(slice);
    lane.add(row);
  }

  private void compare(LaneFacts facts, Lane lane) {
    LaneEnd end = facts.end();
    String name = end.getLaneId();
    LedgerRow totals = lane.totals;
    if (totals == null) {
      if (!facts.isLost()) {
        found.problem("Ledger: lane " + name + " has no row with its totals");
      }
      return;
    }
    long[] counts = new long[lane.counts.length];
    LedgerCounts.add(totals, counts);
    String difference = LedgerCounts.difference(lane.counts, counts);
    if (!difference.isEmpty()) {
      found.problem("Ledger: lane %s, slices and totals count %s".formatted(name, difference));
    } else if (lane.hashHi != totals.getIdHashHi() || lane.hashLo != totals.getIdHashLo()) {
      found.problem("Ledger: lane %s, slices and totals have different IDs".formatted(name));
    }
    if (LedgerCounts.sum(totals) != end.getIssued()) {
      found.problem(
          "Ledger: lane %s counts %,d requests, the summary %,d issued"
              .formatted(name, LedgerCounts.sum(totals), end.getIssued()));
    }
  }

  /** A ledger counts at most the requests of the summary, and without a loss exactly those. */
  private void compareTotals(long[] profiling, long[] warmup, boolean lossless) {
    if (!lossless) {
      return;
    }
    long[] totals = new long[profiling.length];
    for (Outcome outcome : Outcome.values()) {
      totals[LedgerCounts.indexOf(outcome)] = SliceFigures.count(run.getTotals(), outcome);
    }
    String difference = LedgerCounts.difference(profiling, totals);
    if (!difference.isEmpty()) {
      found.problem("Ledger and summary: " + difference);
    }
    long requests = 0;
    for (long count : warmup) {
      requests += count;
    }
    if (requests != run.getWarmupRequests()
        || warmup[LedgerCounts.indexOf(Outcome.OK)] != run.getWarmupOk()) {
      found.problem(
          "Ledger and summary of the warm-up: %,d and %,d requests, %,d and %,d ok"
              .formatted(
                  requests,
                  run.getWarmupRequests(),
                  warmup[LedgerCounts.indexOf(Outcome.OK)],
                  run.getWarmupOk()));
    }
  }
}
