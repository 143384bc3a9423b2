package io.longhaul.report.longhaul;

import io.longhaul.export.SliceRow;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A slice that has just been finished, in the format of {@code slices.json}. */
public final class LiveSliceJson {
  private LiveSliceJson() {}

  /**
   * Returns one object without spaces in UTF-8: the members of {@code slices.json} that come from
   * the row of the slice, and the total mean power of all GPUs.
   *
   * @param runStartEpochNanos start of the run
   */
  public static byte[] of(SliceRow slice, long runStartEpochNanos) {
    try {
      return JsonDocument.compact(
          json -> {
            SliceRowJson.writeSpan(json, slice, runStartEpochNanos);
            SliceRowJson.write(json, slice);
            json.numberIfAny("gpu_power_watts", slice.getGpuPowerWatts());
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writes to memory only
    }
  }
}
