package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.state.GaugeSumsState;
import io.longhaul.pipeline.state.GaugeValuesState;
import io.longhaul.wire.GpuSample;
import java.util.Arrays;
import java.util.List;

/**
 * GPU gauges that are weighted by time in slices. Each has a field with its name in the records of
 * the state.
 */
public enum Gauge {
  POWER_WATTS,
  GPU_UTILIZATION_PERCENT,
  MEMORY_USED_BYTES,
  GPU_TEMPERATURE_CELSIUS,
  SM_ACTIVE_PERCENT,
  SM_CLOCK_HERTZ,
  MEMORY_COPY_UTILIZATION_PERCENT;

  static final EnumFields<Gauge> SUMS =
      new EnumFields<>(GaugeSumsState.getClassSchema(), Gauge.class, List.of(values()));
  private static final EnumFields<Gauge> VALUES =
      new EnumFields<>(GaugeValuesState.getClassSchema(), Gauge.class, List.of(values()));
  private static final int GAUGES = values().length;

  /** Returns the index in arrays. */
  @SuppressWarnings("EnumOrdinal") // only in memory
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

  /** Returns the record of values by gauge. */
  public static GaugeValuesState toState(double[] values) {
    GaugeValuesState stored = new GaugeValuesState();
    for (Gauge gauge : values()) {
      double value = values[gauge.index()];
      VALUES.put(stored, gauge, Double.isNaN(value) ? null : value);
    }
    return stored;
  }

  /** Returns values by gauge. */
  public static double[] ofState(GaugeValuesState stored) {
    double[] values = noValues();
    for (Gauge gauge : values()) {
      if (VALUES.get(stored, gauge) instanceof Double value) {
        values[gauge.index()] = value;
      }
    }
    return values;
  }
}
