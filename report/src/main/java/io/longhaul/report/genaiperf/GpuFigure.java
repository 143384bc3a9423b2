package io.longhaul.report.genaiperf;

import io.longhaul.export.GpuSampleRow;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The figures that GenAI-Perf exports for a GPU, in its order: name, unit and source. */
public enum GpuFigure {
  GPU_POWER_USAGE("GPU Power Usage", "W", GpuSampleRow::getPowerWatts),
  GPU_POWER_LIMIT("GPU Power Limit", "W", GpuSampleRow::getPowerLimitWatts),
  ENERGY_CONSUMPTION("Energy Consumption", "MJ", GpuSampleRow::getEnergyJoules, 1_000, 1e-9),
  TOTAL_GPU_MEMORY("Total GPU Memory", "GB", GpuSampleRow::getMemoryTotalBytes, 1, 1e-9),
  GPU_MEMORY_USED("GPU Memory Used", "GB", GpuSampleRow::getMemoryUsedBytes, 1, 1e-9),
  GPU_MEMORY_FREE("GPU Memory Free", "GB", GpuSampleRow::getMemoryFreeBytes, 1, 1e-9),
  GPU_UTILIZATION("GPU Utilization", "%", GpuSampleRow::getGpuUtilizationPercent),
  SM_UTILIZATION("Sm Utilization", "%", GpuSampleRow::getSmActivePercent),
  MEMORY_COPY_UTILIZATION(
      "Memory Copy Utilization", "%", GpuSampleRow::getMemoryCopyUtilizationPercent),
  VIDEO_ENCODER_UTILIZATION(
      "Video Encoder Utilization", "%", GpuSampleRow::getEncoderUtilizationPercent),
  VIDEO_DECODER_UTILIZATION(
      "Video Decoder Utilization", "%", GpuSampleRow::getDecoderUtilizationPercent),
  GPU_CLOCK_SM("GPU Clock Sm", "MHz", GpuSampleRow::getSmClockHertz, 1, 1e-6),
  GPU_CLOCK_MEMORY("GPU Clock Memory", "MHz", GpuSampleRow::getMemoryClockHertz, 1, 1e-6),
  GPU_TEMPERATURE("GPU Temperature", "C", GpuSampleRow::getGpuTemperatureCelsius),
  GPU_MEMORY_TEMPERATURE("GPU Memory Temperature", "C", GpuSampleRow::getMemoryTemperatureCelsius),
  TOTAL_ECC_SBE_VOLATILE("Total Ecc Sbe Volatile", "errors", "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL"),
  TOTAL_ECC_DBE_VOLATILE("Total Ecc Dbe Volatile", "errors", "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL"),
  TOTAL_ECC_SBE_AGGREGATE("Total Ecc Sbe Aggregate", "errors", "DCGM_FI_DEV_ECC_SBE_AGG_TOTAL"),
  TOTAL_ECC_DBE_AGGREGATE("Total Ecc Dbe Aggregate", "errors", "DCGM_FI_DEV_ECC_DBE_AGG_TOTAL"),
  XID_LAST_ERROR("Xid Last Error", "errors", GpuSampleRow::getXidErrors),
  POWER_THROTTLE_DURATION("Power Throttle Duration", "us", GpuSampleRow::getPowerViolationUs, 1, 1),
  THERMAL_THROTTLE_DURATION(
      "Thermal Throttle Duration", "us", GpuSampleRow::getThermalViolationUs, 1, 1),
  RETIRED_PAGES_SBE("Retired Pages Sbe", "pages", "DCGM_FI_DEV_RETIRED_SBE"),
  RETIRED_PAGES_DBE("Retired Pages Dbe", "pages", "DCGM_FI_DEV_RETIRED_DBE"),
  TOTAL_NVLINK_CRC_FLIT_ERRORS(
      "Total Nvlink Crc Flit Errors", "errors", "DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL"),
  TOTAL_NVLINK_CRC_DATA_ERRORS(
      "Total Nvlink Crc Data Errors", "errors", "DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL"),
  PCIE_TRANSMIT_THROUGHPUT(
      "Pcie Transmit Throughput", "KB/s", "DCGM_FI_PROF_PCIE_TX_BYTES", 1 / 1024.0),
  PCIE_RECEIVE_THROUGHPUT(
      "Pcie Receive Throughput", "KB/s", "DCGM_FI_PROF_PCIE_RX_BYTES", 1 / 1024.0),
  PCIE_REPLAY_COUNTER("Pcie Replay Counter", "retries", "DCGM_FI_DEV_PCIE_REPLAY_COUNTER");

  private static final long MILLIONTHS = 1_000_000;

  private final String label;
  private final String unit;

  @SuppressWarnings("ImmutableEnumChecker") // An accessor of a row.
  private final Function<GpuSampleRow, Double> reading;

  /** Readings are stored as integers, so that their order does not matter. */
  private final long storedPerReading;

  private final double factor;

  /** Creates a figure in the unit of its column. */
  GpuFigure(String label, String unit, Function<GpuSampleRow, Double> reading) {
    this(label, unit, reading, MILLIONTHS, 1);
  }

  GpuFigure(
      String label,
      String unit,
      Function<GpuSampleRow, Double> reading,
      long storedPerReading,
      double factor) {
    this.label = label;
    this.unit = unit;
    this.reading = reading;
    this.storedPerReading = storedPerReading;
    this.factor = factor;
  }

  /** Creates a figure without its own column. */
  GpuFigure(String label, String unit, String dcgmName) {
    this(label, unit, dcgmName, 1);
  }

  GpuFigure(String label, String unit, String dcgmName, double factor) {
    this(label, unit, sample -> sample.getOther().get(dcgmName), MILLIONTHS, factor);
  }

  /** Returns the name in JSON. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the name and unit in CSV. */
  public String label() {
    return label + " (" + unit + ")";
  }

  public String unit() {
    return unit;
  }

  /** Returns whether it is constant, so that only its mean is exported. */
  public boolean isConstant() {
    return this == GPU_POWER_LIMIT || this == TOTAL_GPU_MEMORY;
  }

  /** Returns whether GPUs of several nodes are merged by their mean instead of their maximum. */
  public boolean isAveragedOverNodes() {
    return this == GPU_POWER_USAGE || this == GPU_UTILIZATION || this == ENERGY_CONSUMPTION;
  }

  /**
   * Returns the reading in the unit of its column; empty if the exporter did not report it, or
   * reported a negative value, which is invalid.
   */
  OptionalDouble of(GpuSampleRow sample) {
    Double value = reading.apply(sample);
    return value == null || value < 0 ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  long storedPerReading() {
    return storedPerReading;
  }

  /** Returns the number of stored units in the unit that {@link #factor} multiplies. */
  long storedPerUnit() {
    return storedPerReading == MILLIONTHS ? MILLIONTHS : 1;
  }

  /**
   * Returns the factor between statistics and values in files. Like GenAI-Perf, multiplies instead
   * of dividing, which sometimes changes the last digit.
   */
  double factor() {
    return factor;
  }
}
