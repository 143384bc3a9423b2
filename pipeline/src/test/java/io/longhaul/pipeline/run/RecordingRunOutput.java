package io.longhaul.pipeline.run;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.MarkRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Records the output of runs. */
public final class RecordingRunOutput implements RunOutput {
  public final List<SliceRow> slices = new ArrayList<>();
  public final List<GpuSliceRow> gpuSlices = new ArrayList<>();
  public final List<MarkRow> marks = new ArrayList<>();
  public final List<RunRow> runs = new ArrayList<>();

  @Override
  public void slice(SliceRow row) {
    slices.add(row);
  }

  @Override
  public void gpuSlice(GpuSliceRow row) {
    gpuSlices.add(row);
  }

  @Override
  public void mark(MarkRow row) {
    marks.add(row);
  }

  @Override
  public void run(RunRow row) {
    runs.add(row);
  }

  /** Returns all output as text, in order, for comparison. */
  Map<String, List<String>> rows() {
    return Map.of(
        "slices", texts(slices),
        "gpu slices", texts(gpuSlices),
        "marks", texts(marks),
        "runs", texts(runs));
  }

  private static List<String> texts(List<?> rows) {
    return rows.stream().map(Object::toString).toList();
  }
}
