package io.longhaul.pipeline.run;

import io.longhaul.pipeline.row.GpuSliceRows;
import io.longhaul.pipeline.row.SliceRows;
import io.longhaul.pipeline.row.SliceSpan;
import io.longhaul.pipeline.slice.GpuParts;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.pipeline.slice.SlicePart;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Merges the lanes' parts of each slice into one row, exactly one, in the order of the slices, and
 * adds the slices up. Lanes are merged in the order of their names, so that even floating point
 * comes to the same.
 */
final class SliceMerger {
  private long nextSlice;
  private final SlicePart totals;
  private final GpuSlices gpuTotals;
  private long gpuSliceRows;

  SliceMerger() {
    this(new SlicePart(), new GpuSlices());
  }

  private SliceMerger(SlicePart totals, GpuSlices gpuTotals) {
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
      String runId,
      SliceClock clock,
      RunProgress progress,
      RunOutput out) {
    long end = clock.endOf(nextSlice);
    while (end <= completeEpochNanos && end < runEndsAtLeastEpochNanos) {
      emit(SliceSpan.slice(runId, clock, nextSlice, end), clock, progress, nextSlice, end, out);
      end = clock.endOf(nextSlice);
    }
  }

  /**
   * Emits what is left of a run that ended then. What generators told of the time after it counts
   * in the last slice; what was seen of GPUs is cut at the run's end.
   */
  void emitRest(
      long runEndEpochNanos, String runId, SliceClock clock, RunProgress progress, RunOutput out) {
    long slices = clock.slicesUntil(runEndEpochNanos);
    while (nextSlice < slices) {
      long upTo = nextSlice == slices - 1 ? Long.MAX_VALUE : nextSlice;
      SliceSpan span = SliceSpan.slice(runId, clock, nextSlice, runEndEpochNanos);
      emit(span, clock, progress, upTo, runEndEpochNanos, out);
    }
  }

  private void emit(
      SliceSpan span,
      SliceClock clock,
      RunProgress progress,
      long partsUpTo,
      long gpusUntilEpochNanos,
      RunOutput out) {
    SlicePart slice = new SlicePart();
    GpuSlices gpus = new GpuSlices();
    for (Map.Entry<String, JoinedLane> member : progress.joined().entrySet()) {
      // A part before the lane's joining would be one of a clock gone wrong: it waits for the
      // joining.
      boolean counts = clock.endOf(nextSlice) > member.getValue().joinsEpochNanos();
      LaneInRun lane = progress.lane(member.getKey()).orElse(null);
      if (counts && lane != null) {
        take(lane.parts(), partsUpTo).forEach(part -> slice.addLane(SlicePart.ofBytes(part)));
        take(lane.gpuParts(), partsUpTo)
            .forEach(part -> gpus.add(GpuParts.ofBytes(part).until(gpusUntilEpochNanos)));
      }
    }
    out.slice(SliceRows.of(span, slice, gpus));
    GpuSliceRows.of(span, gpus).forEach(out::gpuSlice);
    totals.addSlice(slice);
    gpuTotals.add(gpus);
    gpuSliceRows += gpus.gpus().size();
    nextSlice++;
  }

  private static Iterable<byte[]> take(NavigableMap<Long, byte[]> parts, long upTo) {
    Map<Long, byte[]> due = parts.headMap(upTo, true);
    Iterable<byte[]> taken = List.copyOf(due.values());
    due.clear();
    return taken;
  }

  /** Slices that have their row. */
  long slices() {
    return nextSlice;
  }

  SlicePart totals() {
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
    copy.gpuSliceRows = gpuSliceRows;
    return copy;
  }

  void writeTo(DataOutput out) throws IOException {
    totals.writeTo(out);
    gpuTotals.writeTo(out);
    out.writeLong(nextSlice);
    out.writeLong(gpuSliceRows);
  }

  static SliceMerger readFrom(DataInput in) throws IOException {
    SliceMerger merger = new SliceMerger(SlicePart.readFrom(in), GpuSlices.readFrom(in));
    merger.nextSlice = in.readLong();
    merger.gpuSliceRows = in.readLong();
    return merger;
  }
}
