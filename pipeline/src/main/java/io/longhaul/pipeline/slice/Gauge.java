package io.longhaul.pipeline.slice;

import io.longhaul.wire.GpuSample;
import java.util.Arrays;

/**
 * GPU gauges that are weighted by time in slices. The stored format contains the ordinal, so
 * constants may only be appended.
 */
public enum Gauge {
  POWER_WATTS,
  GPU_UTILIZATION_PERCENT,
  MEMORY_USED_BYTES,
  GPU_TEMPERATURE_CELSIUS,
  SM_ACTIVE_PERCENT,
  SM_CLOCK_HERTZ,
  MEMORY_COPY_UTILIZATION_PERCENT;

  private static final int GAUGES = values().length;

  /** Returns the index in arrays and in the stored format. */
  @SuppressWarnings(
      "EnumOrdinal") // the stored format contains the ordinal; constants are only appended
  public int index() {
    return ordinal();
  }

  /** Returns an array of values with NaN for each gauge. */
  public static double[] noValues() {
    double[] values = new double[GAUGES];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  /** Returns the sample's value; NaN if it has none. */
  public double of(GpuSample sample) {
    Double value =
        switch (this) {
          case POWER_WATTS -> sample.getPowerWatts();
          case GPU_UTILIZATION_PERCENT -> sample.getGpuUtilizationPercent();
          case MEMORY_USED_BYTES -> sample.getMemoryUsedBytes();
          case GPU_TEMPERATURE_CELSIUS -> sample.getGpuTemperatureCelsius();
          case SM_ACTIVE_PERCENT -> sample.getSmActivePercent();
          case SM_CLOCK_HERTZ -> sample.getSmClockHertz();
          case MEMORY_COPY_UTILIZATION_PERCENT -> sample.getMemoryCopyUtilizationPercent();
        };
    return value == null ? Double.NaN : value;
  }
}
