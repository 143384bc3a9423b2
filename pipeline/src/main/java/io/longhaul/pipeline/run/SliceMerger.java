package io.longhaul.pipeline.run;

import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.row.GpuSliceRows;
import io.longhaul.pipeline.row.SliceRows;
import io.longhaul.pipeline.row.SliceSpan;
import io.longhaul.pipeline.slice.GpuParts;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.pipeline.slice.SliceParts;
import io.longhaul.pipeline.state.RunState;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Merges the lanes' parts of each slice into exactly one row per slice and label set, in the order
 * of the slices, and adds up the slices. Lanes are merged in order of name, so that floating-point
 * sums are reproducible.
 *
 * <p>A label set that the plan lists has a row in every slice. Other values of a dimension have a
 * row in the slices in which a fact counted.
 */
final class SliceMerger {
  private long nextSlice;
  private final SliceParts totals;
  private final GpuSlices gpuTotals;
  private long sliceRows;
  private long gpuSliceRows;

  SliceMerger() {
    this(new SliceParts(), new GpuSlices());
  }

  private SliceMerger(SliceParts totals, GpuSlices gpuTotals) {
    this.totals = totals;
    this.gpuTotals = gpuTotals;
  }

  /**
   * Emits every slice that is complete and cannot be the run's last one, whose content depends on
   * the run's end.
   *
   * @param completeEpochNanos time up to which all facts were read
   * @param runEndsAtLeastEpochNanos earliest possible end of the run
   */
  void emitUntil(
      long completeEpochNanos,
      long runEndsAtLeastEpochNanos,
      SliceLayout grid,
      RunProgress progress,
      RunOutput out) {
    long end = grid.clock().endOf(nextSlice);
    while (end <= completeEpochNanos && end < runEndsAtLeastEpochNanos) {
      emit(grid.spanOf(nextSlice, end), grid, progress, nextSlice, end, out);
      end = grid.clock().endOf(nextSlice);
    }
  }

  /**
   * Emits the remaining slices of a run that has ended. Facts of generators after the run's end
   * count in the last slice; GPU samples are cut at the run's end.
   */
  void emitRest(long runEndEpochNanos, SliceLayout grid, RunProgress progress, RunOutput out) {
    long slices = grid.clock().slicesUntil(runEndEpochNanos);
    while (nextSlice < slices) {
      long upTo = nextSlice == slices - 1 ? Long.MAX_VALUE : nextSlice;
      SliceSpan span = grid.spanOf(nextSlice, runEndEpochNanos);
      emit(span, grid, progress, upTo, runEndEpochNanos, out);
    }
  }

  private void emit(
      SliceSpan span,
      SliceLayout grid,
      RunProgress progress,
      long partsUpTo,
      long gpusUntilEpochNanos,
      RunOutput out) {
    SliceParts slice = SliceParts.emptyOf(grid.labels().listed());
    GpuSlices gpus = new GpuSlices();
    for (Map.Entry<String, JoinedLane> member : progress.joined().entrySet()) {
      // A part before the lane's join is caused by a wrong clock; it waits for the slice of the
      // join.
      boolean counts = grid.clock().endOf(nextSlice) > member.getValue().joinsEpochNanos();
      LaneProgress lane = progress.lane(member.getKey()).orElse(null);
      if (counts && lane != null) {
        removeUpTo(lane.parts(), partsUpTo)
            .forEach(part -> slice.addLane(SliceParts.ofBytes(part)));
        removeUpTo(lane.gpuParts(), partsUpTo)
            .forEach(part -> gpus.add(GpuParts.ofBytes(part).until(gpusUntilEpochNanos)));
      }
    }
    out.slice(SliceRows.of(span, slice.everything(), gpus));
    List<SliceRow> ofLabelSets =
        SliceRows.ofLabelSets(span, slice, labelSet -> grid.coveredNanos(labelSet, span));
    ofLabelSets.forEach(out::slice);
    GpuSliceRows.of(span, gpus).forEach(out::gpuSlice);
    totals.addSlice(slice);
    gpuTotals.add(gpus);
    sliceRows += 1 + ofLabelSets.size();
    gpuSliceRows += gpus.gpus().size();
    nextSlice++;
  }

  private static Iterable<byte[]> removeUpTo(NavigableMap<Long, byte[]> parts, long upTo) {
    Map<Long, byte[]> due = parts.headMap(upTo, true);
    Iterable<byte[]> removed = List.copyOf(due.values());
    due.clear();
    return removed;
  }

  /** Returns the number of slices emitted. */
  long slices() {
    return nextSlice;
  }

  /** Returns the number of slice rows, including those of label sets. */
  long sliceRows() {
    return sliceRows;
  }

  SliceParts totals() {
    return totals;
  }

  GpuSlices gpuTotals() {
    return gpuTotals;
  }

  long gpuSliceRows() {
    return gpuSliceRows;
  }

  SliceMerger copy() {
    SliceMerger copy = new SliceMerger(totals.copy(), gpuTotals.copy());
    copy.nextSlice = nextSlice;
    copy.sliceRows = sliceRows;
    copy.gpuSliceRows = gpuSliceRows;
    return copy;
  }

  static SliceMerger ofState(RunState stored) {
    SliceMerger merger =
        new SliceMerger(
            SliceParts.ofState(stored.getTotals()), GpuSlices.ofState(stored.getGpuTotals()));
    merger.nextSlice = stored.getNextSlice();
    merger.sliceRows = stored.getSliceRows();
    merger.gpuSliceRows = stored.getGpuSliceRows();
    return merger;
  }
}
