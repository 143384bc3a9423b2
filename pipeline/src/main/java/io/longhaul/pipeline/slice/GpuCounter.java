package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.state.CounterGrowthsState;
import io.longhaul.pipeline.state.CounterReadingsState;
import io.longhaul.pipeline.state.CounterSumsState;
import io.longhaul.wire.GpuSample;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * GPU counters, which only increase and are divided at slice edges. They are integers, so that
 * slices add up exactly. Each has a field with its name in the records of the state.
 */
public enum GpuCounter {
  ENERGY_NANOJOULES,
  /** Time for which the power limit reduced the clocks. */
  POWER_VIOLATION_NANOS,
  /** Time for which the temperature limit reduced the clocks. */
  THERMAL_VIOLATION_NANOS,
  /** Corrected memory errors. */
  ECC_SINGLE_BIT_ERRORS,
  /** Uncorrectable memory errors. */
  ECC_DOUBLE_BIT_ERRORS,
  PCIE_REPLAYS,
  /** CRC errors in NVLink's flow control and data. */
  NVLINK_CRC_ERRORS;

  /** Fields of the last readings. */
  public static final EnumFields<GpuCounter> READINGS =
      new EnumFields<>(CounterReadingsState.getClassSchema(), GpuCounter.class, List.of(values()));

  static final EnumFields<GpuCounter> GROWTHS =
      new EnumFields<>(CounterGrowthsState.getClassSchema(), GpuCounter.class, List.of(values()));
  static final EnumFields<GpuCounter> SUMS =
      new EnumFields<>(CounterSumsState.getClassSchema(), GpuCounter.class, List.of(values()));

  private static final double NANOJOULES_PER_JOULE = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  /** Returns the index in arrays. */
  @SuppressWarnings("EnumOrdinal") // only in memory
  public int index() {
    return ordinal();
  }

  /** Returns the sample's value in the counter's unit; NaN if it has none. */
  public double of(GpuSample sample) {
    Map<String, Double> other = sample.getOther();
    return switch (this) {
      case ENERGY_NANOJOULES -> scaled(sample.getEnergyJoules(), NANOJOULES_PER_JOULE);
      case POWER_VIOLATION_NANOS -> scaled(sample.getPowerViolationUs(), NANOS_PER_MICRO);
      case THERMAL_VIOLATION_NANOS -> scaled(sample.getThermalViolationUs(), NANOS_PER_MICRO);
      case ECC_SINGLE_BIT_ERRORS -> scaled(other.get("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL"), 1);
      case ECC_DOUBLE_BIT_ERRORS -> scaled(other.get("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL"), 1);
      case PCIE_REPLAYS -> scaled(other.get("DCGM_FI_DEV_PCIE_REPLAY_COUNTER"), 1);
      case NVLINK_CRC_ERRORS ->
          sum(
              other.get("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL"),
              other.get("DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL"));
    };
  }

  private static double scaled(@Nullable Double value, double scale) {
    return value == null ? Double.NaN : value * scale;
  }

  private static double sum(@Nullable Double one, @Nullable Double other) {
    if (one == null || other == null) {
      return scaled(one == null ? other : one, 1);
    }
    return one + other;
  }
}
