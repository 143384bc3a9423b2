package io.longhaul.pipeline.run;

import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.row.GpuSliceRows;
import io.longhaul.pipeline.row.SliceRows;
import io.longhaul.pipeline.row.SliceSpan;
import io.longhaul.pipeline.slice.GpuParts;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.pipeline.slice.SliceParts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Merges the lanes' parts of each slice into one row, exactly one, and one of each label set, in
 * the order of the slices, and adds the slices up. Lanes are merged in the order of their names, so
 * that even floating point comes to the same.
 *
 * <p>A label set that the plan lists has a row in every slice; the other values of a dimension have
 * one where something of them counted.
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
   * Emits every slice of which all is known and which cannot be the run's last: what that one holds
   * depends on the run's end.
   *
   * @param completeEpochNanos up to where everything was read
   * @param runEndsAtLeastEpochNanos the run's end does not lie before it
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
   * Emits what is left of a run that ended then. What generators told of the time after it counts
   * in the last slice; what was seen of GPUs is cut at the run's end.
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
      // A part before the lane's joining would be one of a clock gone wrong: it waits for the
      // joining.
      boolean counts = grid.clock().endOf(nextSlice) > member.getValue().joinsEpochNanos();
      LaneProgress lane = progress.lane(member.getKey()).orElse(null);
      if (counts && lane != null) {
        removeUpTo(lane.parts(), partsUpTo).forEach(part -> slice.addLane(SliceParts.ofBytes(part)));
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

  /** Slices that have their row. */
  long slices() {
    return nextSlice;
  }

  /** Rows of slices, those of label sets included. */
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

  void writeTo(DataOutput out) throws IOException {
    totals.writeTo(out);
    gpuTotals.writeTo(out);
    out.writeLong(nextSlice);
    out.writeLong(sliceRows);
    out.writeLong(gpuSliceRows);
  }

  static SliceMerger readFrom(DataInput in) throws IOException {
    SliceMerger merger = new SliceMerger(SliceParts.readFrom(in), GpuSlices.readFrom(in));
    merger.nextSlice = in.readLong();
    merger.sliceRows = in.readLong();
    merger.gpuSliceRows = in.readLong();
    return merger;
  }
}
