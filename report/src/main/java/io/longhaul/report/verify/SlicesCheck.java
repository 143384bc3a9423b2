package io.longhaul.report.verify;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.Distribution;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.report.figures.MergedSlices;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.sinks.Dataset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.Schema;

/**
 * Checks that slices are complete, and compares their sums with the totals of the run. Memory grows
 * with the number of slices by about a hundred bytes each, not with that of requests.
 */
final class SlicesCheck {
  /** Maximum number of slices: a larger index is damage. */
  static final long MOST_SLICES = 50_000_000;

  private static final String EVERYTHING = "";

  /** Counters of a GPU that add up; the others are gauges. */
  private static final List<String> GPU_SUMS =
      List.of(
          "samples",
          "failed_scrapes",
          "energy_nanojoules",
          "integrated_power_nanojoules",
          "power_violation_ns",
          "thermal_violation_ns",
          "ecc_single_bit_errors",
          "ecc_double_bit_errors",
          "pcie_replays",
          "nvlink_crc_errors");

  /** Columns whose sum over the slices is the total, in the order of the schema. */
  private static final List<Schema.Field> SUMS = sums();

  /** Shared, because a damaged index may be large. */
  private static final long[] NO_ROW = new long[0];

  private final RunFiles files;
  private final Optional<RunRow> run;
  private final Findings found;
  private final Map<String, BitSet> rowsOf = new TreeMap<>();
  private final Map<String, MergedSlices> merged = new TreeMap<>();
  private final Map<String, BitSet> gpuRowsOf = new TreeMap<>();
  private final Map<String, long[]> gpuSums = new TreeMap<>();

  /** By dimension and slice: the requests of all requests minus those of its label sets. */
  private final Map<String, Map<Long, Long>> unlabelled = new TreeMap<>();

  /** By slice, the requests by outcome. */
  private final List<long[]> outcomes = new ArrayList<>();

  private long sliceRows;

  SlicesCheck(RunFiles files, Optional<RunRow> run, Findings found) {
    this.files = files;
    this.run = run;
    this.found = found;
    run.ifPresent(
        summary ->
            summary
                .getLabelTotals()
                .forEach(
                    total -> unlabelled.put(dimensionOf(total.getLabelSet()), new TreeMap<>())));
  }

  private static List<Schema.Field> sums() {
    List<Schema.Field> all = SliceRow.getClassSchema().getFields();
    int first = SliceRow.getClassSchema().getField("requests_sent").pos();
    int last = SliceRow.getClassSchema().getField("in_flight_request_ns").pos();
    return List.copyOf(all.subList(first, last + 1));
  }

  private static String dimensionOf(String labelSet) {
    return labelSet.substring(0, Math.max(0, labelSet.indexOf('=')));
  }

  /** Reads the slices, and checks that there is one row for each. */
  void check() throws IOException {
    files.forEach(Dataset.SLICES, this::add);
    files.forEach(Dataset.GPU_SLICES, this::addGpu);
    checkNoneIsMissing();
    unlabelled.forEach(
        (dimension, differences) ->
            differences.forEach(
                (slice, difference) -> {
                  if (difference != 0) {
                    found.problem(
                        "Slice %,d: its rows of %s count %,d requests %s than that of all requests"
                            .formatted(
                                slice,
                                dimension,
                                Math.abs(difference),
                                difference > 0 ? "less" : "more"));
                  }
                }));
    found.compared(Counted.of(sliceRows, "row"));
  }

  private void add(SliceRow slice) {
    sliceRows++;
    long index = slice.getSliceIndex();
    String name = nameOf(index, slice.getLabelSet());
    long slices = run.map(RunRow::getSlices).orElse(MOST_SLICES);
    if (index < 0 || index >= Math.min(slices, MOST_SLICES)) {
      found.problem("Invalid slice: %d (0 to %,d)".formatted(index, slices - 1));
      return;
    }
    if (!addIndex(rowsOf, slice.getLabelSet(), index)) {
      found.problem(name + " has more than one row");
      return;
    }
    run.ifPresent(
        summary -> {
          long start = summary.getRunStartEpochNs() + index * summary.getSliceDurationNs();
          if (slice.getStartEpochNs() != start) {
            found.problem(
                "%s starts at %d instead of %d".formatted(name, slice.getStartEpochNs(), start));
          }
        });
    if (slice.getLabelSet().isEmpty()) {
      addOutcomes((int) index, slice);
      unlabelled.values().forEach(each -> each.merge(index, slice.getRequestsEnded(), Long::sum));
    } else {
      unlabelled
          .computeIfAbsent(dimensionOf(slice.getLabelSet()), any -> new TreeMap<>())
          .merge(index, -slice.getRequestsEnded(), Long::sum);
    }
    merged.computeIfAbsent(slice.getLabelSet(), any -> new MergedSlices()).add(slice);
  }

  private static String nameOf(long index, String labelSet) {
    return "Slice %,d%s".formatted(index, labelSet.isEmpty() ? "" : " of " + labelSet);
  }

  private static boolean addIndex(Map<String, BitSet> rows, String of, long index) {
    BitSet indexes = rows.computeIfAbsent(of, any -> new BitSet());
    boolean isNew = !indexes.get((int) index);
    indexes.set((int) index);
    return isNew;
  }

  private void addOutcomes(int index, SliceRow slice) {
    while (outcomes.size() <= index) {
      outcomes.add(NO_ROW);
    }
    long[] counts = new long[Outcome.values().length];
    for (Outcome outcome : Outcome.values()) {
      counts[LedgerCounts.indexOf(outcome)] = SliceFigures.count(slice, outcome);
    }
    outcomes.set(index, counts);
  }

  private void addGpu(GpuSliceRow slice) {
    sliceRows++;
    String gpu = gpuOf(slice);
    if (slice.getSliceIndex() < 0 || slice.getSliceIndex() >= MOST_SLICES) {
      found.problem("Invalid slice of GPU " + gpu + ": " + slice.getSliceIndex() + " (0 or more)");
    } else if (!addIndex(gpuRowsOf, gpu, slice.getSliceIndex())) {
      found.problem(
          "Slice %,d of GPU %s has more than one row".formatted(slice.getSliceIndex(), gpu));
    } else {
      long[] sums = gpuSums.computeIfAbsent(gpu, any -> new long[GPU_SUMS.size()]);
      for (int i = 0; i < sums.length; i++) {
        sums[i] += gpuCount(slice, i);
      }
    }
  }

  private static String gpuOf(GpuSliceRow slice) {
    return "%s of %s%s"
        .formatted(
            slice.getGpuUuid(),
            slice.getExporterUrl(),
            slice.getMigInstance().isEmpty() ? "" : ", instance " + slice.getMigInstance());
  }

  private static long gpuCount(GpuSliceRow slice, int sum) {
    Long value = (Long) slice.get(GPU_SUMS.get(sum));
    return value == null ? 0 : value;
  }

  private void checkNoneIsMissing() {
    BitSet present = rowsOf.getOrDefault(EVERYTHING, new BitSet());
    long slices = run.map(RunRow::getSlices).orElse((long) present.length());
    for (int index = present.nextClearBit(0);
        index < slices;
        index = present.nextClearBit(index + 1)) {
      found.problem("Slice %,d has no row".formatted(index));
    }
  }

  /** Compares the sums of the slices with the summary, column by column. */
  void compareTotals(RunRow summary, Findings totals) {
    compare(summary.getTotals(), "all requests", totals);
    for (SliceRow ofLabelSet : summary.getLabelTotals()) {
      compare(ofLabelSet, ofLabelSet.getLabelSet(), totals);
    }
    for (GpuSliceRow gpu : summary.getGpuTotals()) {
      long[] sums = gpuSums.getOrDefault(gpuOf(gpu), new long[GPU_SUMS.size()]);
      for (int i = 0; i < sums.length; i++) {
        if (sums[i] != gpuCount(gpu, i)) {
          totals.problem(
              "GPU %s, %s: the slices add up to %,d, the total is %,d"
                  .formatted(gpuOf(gpu), GPU_SUMS.get(i), sums[i], gpuCount(gpu, i)));
        }
      }
    }
    totals.compared(
        "%s of %s, %s"
            .formatted(
                Counted.of(SUMS.size(), "column"),
                Counted.of(1 + summary.getLabelTotals().size(), "label set"),
                Counted.of(summary.getGpuTotals().size(), "GPU")));
  }

  private void compare(SliceRow total, String of, Findings totals) {
    MergedSlices slices = merged.get(total.getLabelSet());
    if (slices == null) {
      if (total.getRequestsEnded() > 0) {
        totals.problem("Totals of %s: there is no slice of them".formatted(of));
      }
      return;
    }
    SliceRow sum = slices.totals();
    for (Schema.Field column : SUMS) {
      long ofSlices = (Long) sum.get(column.pos());
      long ofRun = (Long) total.get(column.pos());
      if (ofSlices != ofRun) {
        totals.problem(
            "Totals of %s, %s: the slices add up to %,d, the total is %,d"
                .formatted(of, column.name(), ofSlices, ofRun));
      }
    }
    for (Metric metric : SliceColumn.metrics()) {
      Optional<Distribution> ofSlices = SliceColumn.column(sum, metric);
      Optional<Distribution> ofRun = SliceColumn.column(total, metric);
      Optional<String> difference = DistributionDifference.of(ofSlices, ofRun);
      difference.ifPresent(
          what ->
              totals.problem(
                  "Totals of %s, %s: the merged slices have %s"
                      .formatted(of, metric.columnName(), what)));
    }
  }

  /** Returns the number of slices of all requests with a row. */
  int slices() {
    return outcomes.size();
  }

  /** Returns the requests by outcome of a slice; empty if it has no row. */
  long[] outcomes(int slice) {
    return requireNonNull(outcomes.get(slice));
  }
}
