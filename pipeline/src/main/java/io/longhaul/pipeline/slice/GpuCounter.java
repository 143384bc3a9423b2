package io.longhaul.pipeline.slice;

import io.longhaul.wire.GpuSample;
import java.util.Map;

/**
 * What of a GPU only grows, and is cut at the edges of slices; in whole units, so that slices add
 * up exactly. The order is that of the stored form: only append.
 */
public enum GpuCounter {
  ENERGY_NANOJOULES,
  /** Time for which power held the clocks down. */
  POWER_VIOLATION_NANOS,
  /** Time for which heat held the clocks down. */
  THERMAL_VIOLATION_NANOS,
  /** Errors of memory that were corrected. */
  ECC_SINGLE_BIT_ERRORS,
  /** Errors of memory that could not be corrected. */
  ECC_DOUBLE_BIT_ERRORS,
  PCIE_REPLAYS,
  /** Of NVLink's flow control and of its data. */
  NVLINK_CRC_ERRORS;

  private static final double NANOJOULES_PER_JOULE = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  /** Its place in arrays and in the stored form. */
  @SuppressWarnings("EnumOrdinal") // the stored form is defined by the order, which only grows
  public int index() {
    return ordinal();
  }

  /** What the sample shows, in the counter's unit; NaN when it has none. */
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

  private static double scaled(Double value, double scale) {
    return value == null ? Double.NaN : value * scale;
  }

  private static double sum(Double one, Double other) {
    if (one == null || other == null) {
      return scaled(one == null ? other : one, 1);
    }
    return one + other;
  }
}
