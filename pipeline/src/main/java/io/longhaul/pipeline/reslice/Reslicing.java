package io.longhaul.pipeline.reslice;

import io.longhaul.export.DatasetCount;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.Objective;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.row.GpuSliceRows;
import io.longhaul.pipeline.row.SlicePower;
import io.longhaul.pipeline.row.SliceSpan;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.compact.LakeDraft;
import io.longhaul.sinks.compact.RowFiles;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetRows;
import io.longhaul.wire.PlanFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Writes the lake of a finished run again, as it would be if the run had had slices of another
 * duration, other labels or other SLOs. Every request is counted again, and so is every sample of a
 * GPU if the new slices are shorter. What generators reported about themselves is known per slice
 * of the run: a slice consists of whole slices of the run, or is a whole part of one. In memory are
 * the slices in which a request is in flight, and what was reported in each slice.
 *
 * @param from lake of the run, and possibly of other runs
 * @param run summary of the run
 * @param plan the plan with the new slices, SLOs and label dimensions
 * @param labeler determines the labels of requests
 * @param configurationJson the configuration of the new summary
 * @param into folder of the new lake, which must not exist
 */
public record Reslicing(
    Lake from,
    RunRow run,
    PlanFacts plan,
    RequestLabeler labeler,
    String configurationJson,
    Path into) {
  private static final String SLICE = "slice_index";

  /** Datasets whose rows are computed; those of the others are copied. */
  private static final Set<Dataset<?>> COMPUTED =
      Set.of(Dataset.RUNS, Dataset.SLICES, Dataset.REQUESTS, Dataset.GPU_SLICES, Dataset.LEDGER);

  public Reslicing {
    changeOf(run, plan); // refuses slices that do not fit
  }

  private static SliceChange changeOf(RunRow run, PlanFacts plan) {
    return new SliceChange(RequestCount.clockOf(plan, run), run.getSliceDurationNs());
  }

  private SliceChange change() {
    return changeOf(run, plan);
  }

  /**
   * Writes the new lake.
   *
   * @throws IOException if a file cannot be read or written, or if rows are missing; then there is
   *     no new lake
   */
  public void write() throws IOException {
    try (LakeDraft draft = LakeDraft.of(into)) {
      Lake written = draft.lake();
      for (Dataset<?> dataset : Dataset.ALL) {
        if (!COMPUTED.contains(dataset)) {
          copy(dataset, written);
        }
      }
      Map<String, Long> counts = new HashMap<>();
      Map<Long, SlicePower> powers = new HashMap<>();
      List<GpuSliceRow> gpuTotals = writeGpuSlices(written, powers, counts);
      RequestCount counted = writeRequests(written, powers, counts);
      counts.put(Dataset.SLICES.name(), counted.sliceRows());
      try (RowFiles<RunRow> rows = new RowFiles<>(Dataset.RUNS, written, run.getRunId())) {
        rows.row(summary(counted, gpuTotals, counts));
      }
      draft.publish(run.getRunId());
    }
  }

  /** Copies the rows, with their new slices if they have any. */
  private <T extends SpecificRecordBase> void copy(Dataset<T> dataset, Lake written)
      throws IOException {
    SliceChange change = change();
    try (RowFiles<T> rows = new RowFiles<>(dataset, written, run.getRunId())) {
      from.forEachInTime(
          dataset,
          run.getRunId(),
          row -> {
            if (row.getSchema().getField(SLICE) != null) {
              row.put(SLICE, change.sliceOf((Long) row.get(SLICE), dataset.timeOf(row)));
            }
            rows.row(row);
          });
    }
  }

  /**
   * Writes the ledger with the requests, which are moved in it if slices are divided.
   *
   * @return the counts of the requests
   */
  private RequestCount writeRequests(
      Lake written, Map<Long, SlicePower> powers, Map<String, Long> counts) throws IOException {
    SliceChange change = change();
    try (RowFiles<LedgerRow> rows = new RowFiles<>(Dataset.LEDGER, written, run.getRunId())) {
      ReslicedLedger ledger = new ReslicedLedger(rows);
      from.forEachInTime(
          Dataset.LEDGER,
          run.getRunId(),
          row -> {
            // An entry of a divided slice is that of its first part.
            row.put(SLICE, change.sliceOf(row.getSliceIndex(), run.getRunStartEpochNs()));
            ledger.add(row);
          });
      RequestCount counted = count(written, powers, ledger);
      ledger.end();
      counts.put(Dataset.LEDGER.name(), rows.rows());
      return counted;
    }
  }

  /**
   * Writes the slices of GPUs.
   *
   * @param powers receives power and energy by slice
   * @param counts receives the number of rows
   * @return the totals of each GPU
   */
  private List<GpuSliceRow> writeGpuSlices(
      Lake written, Map<Long, SlicePower> powers, Map<String, Long> counts) throws IOException {
    try (RowFiles<GpuSliceRow> rows = new RowFiles<>(Dataset.GPU_SLICES, written, run.getRunId())) {
      List<GpuSliceRow> totals =
          change().divides() ? divideGpuSlices(rows, powers) : joinGpuSlices(rows, powers);
      counts.put(Dataset.GPU_SLICES.name(), rows.rows());
      return totals;
    }
  }

  private List<GpuSliceRow> divideGpuSlices(
      RowFiles<GpuSliceRow> rows, Map<Long, SlicePower> powers) throws IOException {
    SliceChange change = change();
    SampleLanes lanes = SampleLanes.of(from, run.getRunId(), run.getSliceDurationNs());
    GpuRecount count = new GpuRecount(run, change.clock(), lanes, powers, rows);
    from.forEachInTime(
        Dataset.GPU_SLICES,
        run.getRunId(),
        row -> count.addFailures(row, change.firstOf(row.getSliceIndex())));
    from.forEachInTime(Dataset.GPU_SAMPLES, run.getRunId(), count::add);
    count.end();
    return GpuSliceRows.of(
        SliceSpan.run(run.getRunId(), run.getRunStartEpochNs(), run.getRunEndEpochNs()),
        count.totals());
  }

  private List<GpuSliceRow> joinGpuSlices(RowFiles<GpuSliceRow> rows, Map<Long, SlicePower> powers)
      throws IOException {
    List<GpuSliceRow> open = new ArrayList<>();
    from.forEachInTime(
        Dataset.GPU_SLICES,
        run.getRunId(),
        row -> {
          if (!open.isEmpty() && sliceOf(open.get(0)) != sliceOf(row)) {
            writeGpuSlice(open, rows, powers);
          }
          open.add(row);
        });
    writeGpuSlice(open, rows, powers);
    return run.getGpuTotals();
  }

  private long sliceOf(GpuSliceRow row) {
    return change().sliceOf(row.getSliceIndex(), row.getStartEpochNs());
  }

  private void writeGpuSlice(
      List<GpuSliceRow> open, RowFiles<GpuSliceRow> rows, Map<Long, SlicePower> powers)
      throws IOException {
    if (open.isEmpty()) {
      return;
    }
    long slice = sliceOf(open.get(0));
    GpuSlices gpus = new GpuSlices();
    open.forEach(row -> gpus.add(GpuSliceRows.slices(row)));
    open.clear();
    SliceSpan span =
        SliceSpan.slice(run.getRunId(), change().clock(), slice, run.getRunEndEpochNs());
    for (GpuSliceRow row : GpuSliceRows.of(span, gpus)) {
      rows.row(row);
    }
    powers.put(slice, SlicePower.of(gpus, span.coveredNanos()));
  }

  private RequestCount count(Lake written, Map<Long, SlicePower> powers, ReslicedLedger ledger)
      throws IOException {
    SliceReports reports = new SliceReports(change());
    from.forEachInTime(
        Dataset.SLICES,
        run.getRunId(),
        row -> {
          if (row.getLabelSet().isEmpty()) {
            reports.add(row);
          }
        });
    try (RowFiles<RequestRow> requests = new RowFiles<>(Dataset.REQUESTS, written, run.getRunId());
        RowFiles<SliceRow> slices = new RowFiles<>(Dataset.SLICES, written, run.getRunId())) {
      RequestCount count = new RequestCount(run, plan, reports, powers, slices);
      long rows = 0;
      for (UnreadStarts.FileStarts file : UnreadStarts.of(from, run.getRunId()).files()) {
        rows += read(file, count, requests, ledger);
      }
      requireAll(rows);
      count.end();
      return count;
    }
  }

  private long read(
      UnreadStarts.FileStarts file,
      RequestCount count,
      RowFiles<RequestRow> requests,
      ReslicedLedger ledger)
      throws IOException {
    SliceChange change = change();
    long read = 0;
    try (ParquetRows<RequestRow> rows =
        new ParquetRows<>(Dataset.REQUESTS, file.file(), Set.of())) {
      for (Optional<RequestRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        if (read % UnreadStarts.BATCH == 0) {
          count.advanceTo(file.earliest()[(int) (read / UnreadStarts.BATCH)]);
        }
        RequestRow counted = count.add(row.get(), labeler.labelsOf(row.get()));
        requests.row(counted);
        if (change.divides() && counted.getSliceIndex() >= 0) {
          moveInLedger(counted, change, ledger);
        }
        read++;
      }
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "Cannot compute the slices of run %s: row %,d of %s is invalid, %s"
              .formatted(run.getRunId(), read + 1, file.file(), e.getMessage()),
          e);
    }
    return read;
  }

  /** A ledger counts by the time of the end alone; times before the start are in slice 0. */
  private static void moveInLedger(RequestRow request, SliceChange change, ReslicedLedger ledger) {
    long slice = Math.max(0, change.clock().indexOf(request.getEndedEpochNs()));
    ledger.move(request, change.firstOf(change.dividedInto(slice)), slice);
  }

  private void requireAll(long rows) throws IOException {
    long expected = rowsOf(Dataset.REQUESTS);
    if (rows != expected) {
      throw new IOException(
          "Cannot compute the slices of run %s: %,d of its %,d requests are in %s (see longhaul verify)"
              .formatted(run.getRunId(), rows, expected, from.folder()));
    }
  }

  private long rowsOf(Dataset<?> dataset) {
    return run.getRows().stream()
        .filter(count -> count.getDataset().equals(dataset.name()))
        .mapToLong(DatasetCount::getRows)
        .findFirst()
        .orElse(0);
  }

  private RunRow summary(
      RequestCount counted, List<GpuSliceRow> gpuTotals, Map<String, Long> counts) {
    SliceRow totals = SlicePower.of(run.getTotals()).into(withLaneCount(counted.totals()));
    return RunRow.newBuilder(run)
        .setConfigurationJson(configurationJson)
        .setSliceDurationNs(plan.getSliceDurationNs())
        .setSlices(counted.slices())
        .setTotals(totals)
        .setLabelTotals(counted.labelTotals().stream().map(this::withLaneCount).toList())
        .setGpuTotals(gpuTotals)
        .setObjectives(
            plan.getSlos().stream()
                .map(slo -> new Objective(slo.getTag(), slo.getThreshold()))
                .toList())
        .setRows(
            run.getRows().stream()
                .map(
                    count ->
                        new DatasetCount(
                            count.getDataset(),
                            counts.getOrDefault(count.getDataset(), count.getRows())))
                .toList())
        .build();
  }

  private SliceRow withLaneCount(SliceRow total) {
    return SliceRow.newBuilder(total)
        .setGeneratorLanes(run.getTotals().getGeneratorLanes())
        .build();
  }
}
