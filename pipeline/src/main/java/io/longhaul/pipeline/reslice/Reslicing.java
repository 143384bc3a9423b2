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
import io.longhaul.pipeline.row.SliceRows;
import io.longhaul.pipeline.row.SliceSpan;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.pipeline.slice.SlicePart;
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
 * duration, other labels or other SLOs. Every request is counted again; what generators and GPUs
 * reported is known per slice of the run, so a slice must consist of whole slices of the run. In
 * memory are the slices in which a request is in flight, and what was reported in each slice.
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
    if (plan.getSliceDurationNs() % run.getSliceDurationNs() != 0) {
      throw new IllegalArgumentException(
          "Invalid slice duration: %d ns (a multiple of %d)"
              .formatted(plan.getSliceDurationNs(), run.getSliceDurationNs()));
    }
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
      counts.put(Dataset.LEDGER.name(), writeLedger(written));
      Map<Long, SlicePower> powers = new HashMap<>();
      counts.put(Dataset.GPU_SLICES.name(), writeGpuSlices(written, powers));
      RequestCount counted = count(written, powers);
      counts.put(Dataset.SLICES.name(), counted.sliceRows());
      try (RowFiles<RunRow> rows = new RowFiles<>(Dataset.RUNS, written, run.getRunId())) {
        rows.row(summary(counted, counts));
      }
      draft.publish(run.getRunId());
    }
  }

  /** Returns the slice that contains a slice of the run. */
  private long sliceOf(long sliceOfRun) {
    return sliceOfRun < 0
        ? sliceOfRun
        : sliceOfRun / (plan.getSliceDurationNs() / run.getSliceDurationNs());
  }

  /** Copies the rows, with their new slices if they have any. */
  private <T extends SpecificRecordBase> void copy(Dataset<T> dataset, Lake written)
      throws IOException {
    try (RowFiles<T> rows = new RowFiles<>(dataset, written, run.getRunId())) {
      from.forEachInTime(
          dataset,
          run.getRunId(),
          row -> {
            if (row.getSchema().getField(SLICE) != null) {
              row.put(SLICE, sliceOf((Long) row.get(SLICE)));
            }
            rows.row(row);
          });
    }
  }

  private long writeLedger(Lake written) throws IOException {
    try (RowFiles<LedgerRow> rows = new RowFiles<>(Dataset.LEDGER, written, run.getRunId())) {
      ReslicedLedger ledger = new ReslicedLedger(rows);
      from.forEachInTime(
          Dataset.LEDGER,
          run.getRunId(),
          row -> {
            row.put(SLICE, sliceOf(row.getSliceIndex()));
            ledger.add(row);
          });
      ledger.end();
      return rows.rows();
    }
  }

  /**
   * @param powers receives power and energy by slice
   */
  private long writeGpuSlices(Lake written, Map<Long, SlicePower> powers) throws IOException {
    List<GpuSliceRow> open = new ArrayList<>();
    try (RowFiles<GpuSliceRow> rows = new RowFiles<>(Dataset.GPU_SLICES, written, run.getRunId())) {
      from.forEachInTime(
          Dataset.GPU_SLICES,
          run.getRunId(),
          row -> {
            if (!open.isEmpty()
                && sliceOf(open.get(0).getSliceIndex()) != sliceOf(row.getSliceIndex())) {
              writeGpuSlice(open, rows, powers);
            }
            open.add(row);
          });
      writeGpuSlice(open, rows, powers);
      return rows.rows();
    }
  }

  private void writeGpuSlice(
      List<GpuSliceRow> open, RowFiles<GpuSliceRow> rows, Map<Long, SlicePower> powers)
      throws IOException {
    if (open.isEmpty()) {
      return;
    }
    long slice = sliceOf(open.get(0).getSliceIndex());
    GpuSlices gpus = new GpuSlices();
    open.forEach(row -> gpus.add(GpuSliceRows.slices(row)));
    open.clear();
    SliceSpan span = spanOf(slice);
    for (GpuSliceRow row : GpuSliceRows.of(span, gpus)) {
      rows.row(row);
    }
    powers.put(slice, SlicePower.of(gpus, span.coveredNanos()));
  }

  private SliceSpan spanOf(long slice) {
    return SliceSpan.slice(
        run.getRunId(), RequestCount.clockOf(plan, run), slice, run.getRunEndEpochNs());
  }

  private RequestCount count(Lake written, Map<Long, SlicePower> powers) throws IOException {
    Map<Long, SlicePart> reports = new HashMap<>();
    from.forEachInTime(
        Dataset.SLICES,
        run.getRunId(),
        row -> {
          if (row.getLabelSet().isEmpty()) {
            reports
                .computeIfAbsent(sliceOf(row.getSliceIndex()), any -> new SlicePart())
                .addSlice(SliceRows.reports(row));
          }
        });
    try (RowFiles<RequestRow> requests = new RowFiles<>(Dataset.REQUESTS, written, run.getRunId());
        RowFiles<SliceRow> slices = new RowFiles<>(Dataset.SLICES, written, run.getRunId())) {
      RequestCount count = new RequestCount(run, plan, reports, powers, slices);
      long rows = 0;
      for (UnreadStarts.FileStarts file : UnreadStarts.of(from, run.getRunId()).files()) {
        rows += read(file, count, requests);
      }
      requireAll(rows);
      count.end();
      return count;
    }
  }

  private long read(UnreadStarts.FileStarts file, RequestCount count, RowFiles<RequestRow> requests)
      throws IOException {
    long read = 0;
    try (ParquetRows<RequestRow> rows =
        new ParquetRows<>(Dataset.REQUESTS, file.file(), Set.of())) {
      for (Optional<RequestRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        if (read % UnreadStarts.BATCH == 0) {
          count.advanceTo(file.earliest()[(int) (read / UnreadStarts.BATCH)]);
        }
        requests.row(count.add(row.get(), labeler.labelsOf(row.get())));
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

  private RunRow summary(RequestCount counted, Map<String, Long> counts) {
    SliceRow totals = SlicePower.of(run.getTotals()).into(withLaneCount(counted.totals()));
    return RunRow.newBuilder(run)
        .setConfigurationJson(configurationJson)
        .setSliceDurationNs(plan.getSliceDurationNs())
        .setSlices(counted.slices())
        .setTotals(totals)
        .setLabelTotals(counted.labelTotals().stream().map(this::withLaneCount).toList())
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
