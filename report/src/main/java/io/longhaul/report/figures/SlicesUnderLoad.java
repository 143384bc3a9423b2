package io.longhaul.report.figures;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.stability.SliceSeries;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The slices of a run that show how stable a figure was: those before the slice in which the last
 * request was sent. Slices that cannot be trusted or that the run does not cover have no value.
 */
final class SlicesUnderLoad {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double sliceSeconds;
  private final SliceRow[] slices;

  private SlicesUnderLoad(double sliceSeconds, SliceRow[] slices) {
    this.sliceSeconds = sliceSeconds;
    this.slices = slices;
  }

  /** Returns the slices of a run; its rows are in order of time, and some may be missing. */
  static SlicesUnderLoad of(RunReport report) {
    List<SliceRow> rows = report.slices();
    int last = rows.size() - 1;
    while (last >= 0 && rows.get(last).getRequestsSent() == 0) {
      last--;
    }
    int count = last < 0 ? 0 : Math.toIntExact(rows.get(last).getSliceIndex());
    SliceRow[] slices = new SliceRow[count];
    for (SliceRow row : rows) {
      boolean isWhole = row.getCoveredNs() >= report.run().getSliceDurationNs();
      if (row.getSliceIndex() < count && isWhole && (row.getEmpty() || row.getTrusted())) {
        slices[(int) row.getSliceIndex()] = row;
      }
    }
    return new SlicesUnderLoad(report.run().getSliceDurationNs() / NANOS_PER_SECOND, slices);
  }

  /** Returns the number of slices, those without a value included. */
  int count() {
    return slices.length;
  }

  /** Returns the number of slices that have values. */
  int usable() {
    return (int) Arrays.stream(slices).filter(slice -> slice != null).count();
  }

  /** Returns the values of a figure. */
  SliceSeries series(ToDoubleFunction<SliceRow> value) {
    return new SliceSeries(sliceSeconds, values(value, 0, slices.length));
  }

  /** Returns the values of a figure from one slice until before another one; NaN for gaps. */
  double[] values(ToDoubleFunction<SliceRow> value, int from, int to) {
    return Arrays.stream(slices, from, to)
        .mapToDouble(slice -> slice == null ? Double.NaN : value.applyAsDouble(slice))
        .toArray();
  }
}
