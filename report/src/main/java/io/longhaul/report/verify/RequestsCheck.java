package io.longhaul.report.verify;

import io.longhaul.export.Distribution;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.schema.RequestId;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.parquet.ParquetBlocks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads every row of {@code requests}, only the columns that it needs, and compares them with the
 * ledger, the slices and the distributions of the run. Memory holds one row group, a hundred bytes
 * per lane and slice, and a few bits per request (see {@link RequestIds}). For one thread.
 */
final class RequestsCheck {
  private static final String ID = "request_id";
  private static final String LANE = "lane_id";
  private static final String PHASE = "phase";
  private static final String OUTCOME = "outcome";
  private static final String SLICE = "slice_index";
  private static final String ENDED = "ended_epoch_ns";
  private static final String LATENCY = Metric.REQUEST_LATENCY.columnName();
  private static final long NONE = Long.MIN_VALUE;
  private static final int UNKNOWN_OUTCOME = Outcome.values().length;

  /** Columns of rows with the values of distributions. */
  private static final Map<Metric, String> VALUES = values();

  private final RunFiles files;
  private final Optional<RunRow> run;
  private final Map<String, LaneFacts> known;
  private final long runStart;
  private final long sliceNanos;

  private final RequestIds ids = new RequestIds();
  private final List<String> laneNames = new ArrayList<>();
  private final Map<String, Integer> laneNumbers = new HashMap<>();
  private final List<LaneSlices> lanes = new ArrayList<>();
  private final List<long[]> bySlice = new ArrayList<>();
  private final Map<Metric, io.longhaul.metrics.stats.Distribution> distributions =
      new EnumMap<>(Metric.class);
  private long rows;
  private int[] lane = {};
  private int[] phase = {};
  private int[] outcome = {};
  private long[] slice = {};
  private long[] ended = {};
  private long[] latency = {};
  private long[] value = {};

  /** Lanes of which the ledger has the totals, if the run has no summary. */
  private final Set<String> endedLanes = new HashSet<>();

  private final Findings idsFound;

  /**
   * @param idsFound receives requests that are missing or occur more than once
   */
  RequestsCheck(RunFiles files, Optional<RunRow> run, Findings idsFound) {
    this.files = files;
    this.run = run;
    this.idsFound = idsFound;
    this.known = run.map(LaneFacts::byName).orElse(Map.of());
    this.runStart = run.map(RunRow::getRunStartEpochNs).orElse(NONE);
    this.sliceNanos = run.map(RunRow::getSliceDurationNs).orElse(NONE);
  }

  private static Map<Metric, String> values() {
    Map<Metric, String> columns = new EnumMap<>(Metric.class);
    for (Metric metric : SliceColumn.metrics()) {
      if (RequestRow.getClassSchema().getField(metric.columnName()) != null) {
        columns.put(metric, metric.columnName());
      }
    }
    columns.put(Metric.OUTPUT_SEQUENCE_LENGTH, "output_sequence_length");
    columns.put(Metric.INPUT_SEQUENCE_LENGTH, "input_tokens");
    return columns;
  }

  /** Reads the rows. */
  void read() throws IOException {
    for (Path file : files.readable(Dataset.REQUESTS)) {
      Set<String> columns = new LinkedHashSet<>(List.of(ID, LANE, PHASE, OUTCOME, SLICE, ENDED));
      columns.addAll(VALUES.values());
      try (ParquetBlocks blocks = new ParquetBlocks(file, List.copyOf(columns))) {
        for (int count = blocks.next(); count >= 0; count = blocks.next()) {
          readBlock(blocks, count, file);
        }
      } catch (IOException | RuntimeException e) {
        files.reportUnreadable(file, e);
      }
    }
    idsFound.compared(Counted.of(rows, "row"));
    if (ids.unstored() > 0) {
      idsFound.problem(
          "Requests: %,d IDs are so far from the others that they were not compared"
              .formatted(ids.unstored()));
    }
  }

  private void readBlock(ParquetBlocks blocks, int count, Path file) throws IOException {
    if (lane.length < count) {
      lane = new int[count];
      phase = new int[count];
      outcome = new int[count];
      slice = new long[count];
      ended = new long[count];
      latency = new long[count];
      value = new long[count];
    }
    blocks.words(LANE, lane, this::laneNumber);
    blocks.words(PHASE, phase, word -> RowPhase.WARMUP.matches(word) ? 1 : 0);
    blocks.words(OUTCOME, outcome, RequestsCheck::ordinalOf);
    blocks.numbers(SLICE, slice, -1);
    blocks.numbers(ENDED, ended, 0);
    blocks.numbers(LATENCY, latency, NONE);
    long[] id = new long[2];
    blocks.bytes(
        ID,
        (row, bytes, offset, length) -> {
          if (RequestIds.parse(bytes, offset, length, id)) {
            addRequest(row, id[0], id[1], file);
          } else {
            idsFound.problem(
                "Invalid request ID in " + files.nameOf(file) + " (26 characters in base 32)");
          }
        });
    rows += count;
    for (Map.Entry<Metric, String> column : VALUES.entrySet()) {
      addValues(blocks, count, column.getKey(), column.getValue());
    }
  }

  private int laneNumber(String name) {
    return laneNumbers.computeIfAbsent(
        name,
        any -> {
          laneNames.add(name);
          lanes.add(new LaneSlices());
          return lanes.size() - 1;
        });
  }

  private static int ordinalOf(String word) {
    try {
      return LedgerCounts.indexOf(Outcome.valueOf(word.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      return UNKNOWN_OUTCOME;
    }
  }

  private void addRequest(int row, long idHi, long idLo, Path file) {
    if (!ids.add(idHi, idLo)) {
      idsFound.problem(
          "Duplicate request: %s of lane %s, again in %s"
              .formatted(new RequestId(idHi, idLo), laneNames.get(lane[row]), files.nameOf(file)));
    }
    if (outcome[row] == UNKNOWN_OUTCOME || slice[row] >= SlicesCheck.MOST_SLICES) {
      idsFound.problem(
          "Invalid row: request %s in %s has an unknown outcome or slice"
              .formatted(new RequestId(idHi, idLo), files.nameOf(file)));
      return;
    }
    boolean warmup = phase[row] == 1;
    lanes.get(lane[row]).add(warmup ? -1 : ledgerSlice(row), outcome[row], idHi, idLo);
    if (!warmup) {
      addToSlice((int) slice[row], outcome[row]);
    }
  }

  /** A ledger counts by the time of the end alone; times before the start are in slice 0. */
  private int ledgerSlice(int row) {
    if (runStart == NONE) {
      return (int) slice[row];
    }
    long index = Math.floorDiv(ended[row] - runStart, sliceNanos);
    return (int) Math.min(SlicesCheck.MOST_SLICES, Math.max(0, index));
  }

  private void addToSlice(int index, int of) {
    // Facts at the very end of the run count in its last slice.
    int last = run.map(summary -> (int) summary.getSlices() - 1).orElse(Integer.MAX_VALUE);
    int counted = Math.max(0, Math.min(index, last));
    while (bySlice.size() <= counted) {
      bySlice.add(new long[LaneSlices.OUTCOMES]);
    }
    bySlice.get(counted)[of]++;
  }

  private void addValues(ParquetBlocks blocks, int count, Metric metric, String column)
      throws IOException {
    // A column can be read only once.
    long[] values = metric == Metric.REQUEST_LATENCY ? latency : value;
    if (values == value) {
      blocks.numbers(column, value, NONE);
    }
    io.longhaul.metrics.stats.Distribution distribution =
        distributions.computeIfAbsent(metric, Metric::newDistribution);
    boolean onlyValid = metric == Metric.INPUT_SEQUENCE_LENGTH;
    for (int row = 0; row < count; row++) {
      if (values[row] != NONE && phase[row] == 0 && (!onlyValid || latency[row] != NONE)) {
        distribution.add(values[row]);
      }
    }
  }

  /** Compares the rows with the ledger, lane by lane and slice by slice. */
  void compareWithLedger(Findings found) throws IOException {
    if (run.isEmpty()) {
      files.forEach(
          Dataset.LEDGER,
          row -> {
            if (row.getTotals()) {
              endedLanes.add(row.getLaneId());
            }
          });
    }
    Map<String, Long> explained = new HashMap<>();
    long[] compared = new long[1];
    files.forEach(
        Dataset.LEDGER,
        row -> {
          if (!row.getTotals() && row.getSliceIndex() < SlicesCheck.MOST_SLICES) {
            compared[0]++;
            compare(row, explained, found);
          }
        });
    for (int i = 0; i < lanes.size(); i++) {
      findUnledgered(laneNames.get(i), lanes.get(i), explained, found);
    }
    explained.forEach(
        (name, slices) ->
            found.declared(
                "lane %s: in %,d slices requests and ledger differ, because events of the lane are lost"
                    .formatted(name, slices)));
    found.compared(Counted.of(compared[0], "row") + " of the ledger");
  }

  /** Returns the requests of a lane; empty if it has none. */
  LaneSlices lane(String name) {
    Integer number = laneNumbers.get(name);
    return number == null ? new LaneSlices() : lanes.get(number);
  }

  private void compare(LedgerRow row, Map<String, Long> explained, Findings found) {
    String name = row.getLaneId();
    int index = (int) Math.max(-1, row.getSliceIndex());
    LaneSlices ofLane = lane(name);
    ofLane.compared(index);
    long[] counts = ofLane.counts(index);
    long[] ledger = new long[LaneSlices.OUTCOMES];
    LedgerCounts.add(row, ledger);
    LaneFacts facts = known.get(name);
    boolean isLost = facts == null ? mayBeLost(name) : facts.isLost();
    boolean within = true;
    boolean equal = true;
    for (int i = 0; i < LedgerCounts.COUNTED; i++) {
      within &= ledger[i] <= counts[i];
      equal &= ledger[i] == counts[i];
    }
    boolean agrees =
        equal ? ofLane.hasHash(index, row.getIdHashHi(), row.getIdHashLo()) : isLost && within;
    if (agrees) {
      return;
    }
    if (facts != null && facts.missesEvents()) {
      explained.merge(name, 1L, Long::sum);
    } else if (equal) {
      found.problem(
          "%s: the ledger and requests count the same number of requests, but not the same IDs"
              .formatted(nameOf(name, index)));
    } else {
      counts[LedgerCounts.COUNTED] = 0;
      found.problem(
          "%s: ledger and requests count %s"
              .formatted(nameOf(name, index), LedgerCounts.difference(ledger, counts)));
    }
  }

  /** Without a summary, only the totals of a lane prove that it was not lost. */
  private boolean mayBeLost(String lane) {
    return run.isEmpty() && !endedLanes.contains(lane);
  }

  private static String nameOf(String lane, int slice) {
    return "Lane %s, %s".formatted(lane, slice < 0 ? "warm-up" : "slice %,d".formatted(slice));
  }

  /** Finds slices with requests, but without a row of the ledger. */
  private void findUnledgered(
      String name, LaneSlices ofLane, Map<String, Long> explained, Findings found) {
    LaneFacts facts = known.get(name);
    if (facts == null && run.isPresent()) {
      found.problem(
          "Lane %s: it has %,d requests, but is not in the summary".formatted(name, ofLane.rows()));
      return;
    }
    // The ledger of a lost lane, and of a run in progress, ends before its requests.
    if (facts == null || facts.isLost()) {
      return;
    }
    for (int index = -1; index < ofLane.end(); index++) {
      long ended = 0;
      long[] counts = ofLane.counts(index);
      for (int i = 0; i < LedgerCounts.COUNTED; i++) {
        ended += counts[i];
      }
      if (ended == 0 || ofLane.isCompared(index)) {
        continue;
      }
      if (facts.missesEvents()) {
        explained.merge(name, 1L, Long::sum);
      } else {
        found.problem(
            "%s: requests has %,d rows, but the ledger none".formatted(nameOf(name, index), ended));
      }
    }
  }

  /** Compares the number of rows of each lane with its end, and names missing requests. */
  void compareWithLanes() {
    for (LaneFacts facts : known.values()) {
      LaneSlices ofLane = lane(facts.end().getLaneId());
      if (facts.isGenerator() && ofLane.rows() != facts.rows()) {
        idsFound.problem(
            "Lane %s: %,d rows of requests instead of %,d"
                .formatted(facts.end().getLaneId(), ofLane.rows(), facts.rows()));
        nameMissing(facts, ofLane);
      }
    }
  }

  /**
   * Names requests without a row. The counters of a lane are equidistant: each process has two
   * lanes per event loop, for warm-up and load, which count in turn.
   */
  private void nameMissing(LaneFacts facts, LaneSlices ofLane) {
    long loops =
        known.values().stream()
            .filter(
                other ->
                    other.sendsLoad()
                        && other.end().getProcessId().equals(facts.end().getProcessId()))
            .count();
    if (ofLane.rows() == 0 || loops == 0) {
      return;
    }
    long step = 2 * loops;
    long counter = ofLane.firstCounter() % step;
    long listed = 0;
    for (long i = 0; i < facts.rows() && listed < Findings.MOST_OFFENDERS; i++) {
      if (!ids.contains(ofLane.process(), counter)) {
        listed++;
        idsFound.problem(
            "Missing request: %s of lane %s"
                .formatted(new RequestId(ofLane.process(), counter), facts.end().getLaneId()));
      }
      counter += step;
    }
  }

  /** Compares the rows with the slices of all requests. */
  void compareWithSlices(SlicesCheck slices, Findings found) {
    int count = Math.max(slices.slices(), run.isPresent() ? bySlice.size() : 0);
    for (int index = 0; index < count; index++) {
      long[] ofSlice = index < slices.slices() ? slices.outcomes(index) : new long[0];
      long[] ofRows = index < bySlice.size() ? bySlice.get(index) : new long[LaneSlices.OUTCOMES];
      if (ofSlice.length == 0) {
        continue; // reported as missing
      }
      String difference = LedgerCounts.difference(ofSlice, ofRows);
      if (!difference.isEmpty()) {
        found.problem("Slice %,d: slices and requests count %s".formatted(index, difference));
      }
    }
    found.compared(Counted.of(slices.slices(), "slice"));
  }

  /** Compares the values in the rows with the distributions of the summary. */
  void compareWithDistributions(RunRow summary, Findings found) {
    for (Metric metric : VALUES.keySet()) {
      Optional<Distribution> ofRun = SliceColumn.column(summary.getTotals(), metric);
      io.longhaul.metrics.stats.Distribution ofRows = distributions.get(metric);
      boolean mayBeUnknown = metric == Metric.INPUT_SEQUENCE_LENGTH && ofRun.isEmpty();
      if (mayBeUnknown) {
        continue; // the endpoint's input is not counted in tokens
      }
      Optional<Distribution> row =
          ofRows == null || ofRows.isEmpty()
              ? Optional.empty()
              : Optional.of(SliceColumn.row(ofRows));
      DistributionDifference.of(row, ofRun)
          .ifPresent(
              what -> found.problem("%s: requests has %s".formatted(metric.columnName(), what)));
    }
    found.compared(Counted.of(VALUES.size(), "metric"));
  }
}
