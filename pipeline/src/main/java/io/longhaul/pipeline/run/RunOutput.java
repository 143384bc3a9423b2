package io.longhaul.pipeline.run;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.MarkRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;

/** Output of a run: its rows. */
interface RunOutput {
  void slice(SliceRow row);

  void gpuSlice(GpuSliceRow row);

  void mark(MarkRow row);

  void run(RunRow row);
}
