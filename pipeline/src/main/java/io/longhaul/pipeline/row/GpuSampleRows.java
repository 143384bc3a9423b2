package io.longhaul.pipeline.row;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.wire.GpuSample;

/** Converts GPU samples to rows of {@code gpu_samples}. */
public final class GpuSampleRows {
  private GpuSampleRows() {}

  /**
   * Converts a sample.
   *
   * @param sliceIndex slice of its time; -1 before the run's start
   */
  public static GpuSampleRow of(LaneIdentity lane, GpuSample sample, long sliceIndex) {
    return GpuSampleRow.newBuilder(Columns.filled(new GpuSampleRow(), sample))
        .setRunId(lane.runId())
        .setLaneId(lane.laneId())
        .setAtEpochNs(lane.epochOf(sample.getAtNs()))
        .setSliceIndex(sliceIndex)
        .build();
  }

  /** Returns the sample of a row. Lane time is epoch time. */
  public static GpuSample sample(GpuSampleRow row) {
    GpuSample sample = Columns.filled(new GpuSample(), row);
    sample.put("at_ns", row.getAtEpochNs());
    return sample;
  }
}
