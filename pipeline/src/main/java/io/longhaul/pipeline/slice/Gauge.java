package io.longhaul.pipeline.slice;

import io.longhaul.wire.GpuSample;
import java.util.Arrays;

/** What is weighed by time in a GPU's slice. The order is that of the stored form: only append. */
public enum Gauge {
  POWER_WATTS,
  GPU_UTILIZATION_PERCENT,
  MEMORY_USED_BYTES,
  GPU_TEMPERATURE_CELSIUS,
  SM_ACTIVE_PERCENT,
  SM_CLOCK_HERTZ,
  MEMORY_COPY_UTILIZATION_PERCENT;

  private static final int GAUGES = values().length;

  /** Its place in arrays and in the stored form. */
  @SuppressWarnings("EnumOrdinal") // the stored form is defined by the order, which only grows
  public int index() {
    return ordinal();
  }

  /** Values of a sample that has none: NaN for each gauge. */
  public static double[] noValues() {
    double[] values = new double[GAUGES];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  /** The sample's value; NaN when it has none. */
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
