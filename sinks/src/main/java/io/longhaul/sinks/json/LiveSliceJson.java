package io.longhaul.sinks.json;

import io.longhaul.export.SliceRow;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A slice that has just been finished, as {@code slices.json} will have it. */
public final class LiveSliceJson {
  private LiveSliceJson() {}

  /**
   * One object without a space, UTF-8: the members of {@code slices.json} that the slice's own row
   * tells, and the mean power of all GPUs together.
   *
   * @param runStartEpochNanos when the run began
   */
  public static byte[] of(SliceRow slice, long runStartEpochNanos) {
    try {
      return JsonDocument.compact(
          json -> {
            SliceRowJson.writeSpan(json, slice, runStartEpochNanos);
            SliceRowJson.write(json, slice);
            if (slice.getGpuPowerWatts() != null) {
              json.number("gpu_power_watts", slice.getGpuPowerWatts());
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is written but memory
    }
  }
}
