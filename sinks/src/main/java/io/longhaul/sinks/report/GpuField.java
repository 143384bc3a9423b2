package io.longhaul.sinks.report;

import io.longhaul.export.GpuSampleRow;
import java.util.function.Function;

/** What AIPerf exports of a GPU: its key, header and unit, and where we have it. */
public enum GpuField {
  POWER(
      "nvidia_power_usage", "NVIDIA GPU Power Usage", "W", 1_000_000, GpuSampleRow::getPowerWatts),
  ENERGY(
      "nvidia_energy_consumption",
      "NVIDIA Energy Consumption",
      "MJ",
      1_000_000_000_000L,
      GpuSampleRow::getEnergyJoules,
      1_000_000),
  UTILIZATION(
      "nvidia_gpu_utilization",
      "NVIDIA GPU Utilization",
      "%",
      1_000_000,
      GpuSampleRow::getGpuUtilizationPercent),
  MEMORY_UTILIZATION(
      "nvidia_memory_utilization",
      "NVIDIA Memory Utilization",
      "%",
      1_000_000,
      GpuSampleRow::getMemoryCopyUtilizationPercent),
  MEMORY_USED(
      "nvidia_memory_used",
      "NVIDIA GPU Memory Used",
      "GB",
      1_000_000_000,
      GpuSampleRow::getMemoryUsedBytes,
      1),
  TEMPERATURE(
      "nvidia_temperature",
      "NVIDIA GPU Temperature",
      "°C",
      1_000_000,
      GpuSampleRow::getGpuTemperatureCelsius),
  SM_UTILIZATION(
      "nvidia_sm_utilization",
      "NVIDIA SM Utilization",
      "%",
      1_000_000,
      GpuSampleRow::getSmActivePercent),
  DECODER_UTILIZATION(
      "nvidia_decoder_utilization",
      "NVIDIA Decoder Utilization",
      "%",
      1_000_000,
      GpuSampleRow::getDecoderUtilizationPercent),
  ENCODER_UTILIZATION(
      "nvidia_encoder_utilization",
      "NVIDIA Encoder Utilization",
      "%",
      1_000_000,
      GpuSampleRow::getEncoderUtilizationPercent),
  XID_ERRORS(
      "nvidia_xid_errors", "NVIDIA XID Errors", "count", 1_000_000, GpuSampleRow::getXidErrors),
  POWER_VIOLATION(
      "nvidia_power_violation",
      "NVIDIA Power Violation",
      "us",
      1_000_000,
      GpuSampleRow::getPowerViolationUs);

  final String key;
  final String header;
  final String unit;

  /** Readings are held as whole numbers, so that their order does not matter. */
  final long storedPerDisplay;

  @SuppressWarnings("ImmutableEnumChecker") // An accessor of a row.
  private final Function<GpuSampleRow, Double> reading;

  final long storedPerReading;

  GpuField(
      String key,
      String header,
      String unit,
      long storedPerDisplay,
      Function<GpuSampleRow, Double> reading) {
    this(key, header, unit, storedPerDisplay, reading, storedPerDisplay);
  }

  GpuField(
      String key,
      String header,
      String unit,
      long storedPerDisplay,
      Function<GpuSampleRow, Double> reading,
      long storedPerReading) {
    this.key = key;
    this.header = header;
    this.unit = unit;
    this.storedPerDisplay = storedPerDisplay;
    this.reading = reading;
    this.storedPerReading = storedPerReading;
  }

  /** Whether it only grows, and its difference is what counts. */
  boolean isCounter() {
    return this == ENERGY || this == XID_ERRORS || this == POWER_VIOLATION;
  }

  /** Its name in AIPerf's files. */
  public String key() {
    return key;
  }

  public boolean isIn(GpuSampleRow sample) {
    return reading.apply(sample) != null;
  }

  /** The reading in AIPerf's unit; only of a sample that has one. */
  public double displayed(GpuSampleRow sample) {
    return reading.apply(sample) * storedPerReading / storedPerDisplay;
  }

  /** The reading as a whole number of stored units; only of a sample that has one. */
  long of(GpuSampleRow sample) {
    return Math.round(reading.apply(sample) * storedPerReading);
  }
}
