package io.longhaul.report.figures;

import io.longhaul.export.GpuSampleRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A field that AIPerf exports for a GPU: key, header, unit and source. Every GPU has the standard
 * fields; a run can request further ones.
 *
 * @param key name in AIPerf's files
 * @param storedPerDisplay number of stored units in one unit of AIPerf's files
 * @param reading returns the reading of a sample; null if it has none
 * @param storedPerReading number of stored units in one unit of the samples; readings are stored as
 *     integers, so that their order does not matter
 * @param isCounter whether the value only grows, so that its difference is reported
 */
public record GpuField(
    String key,
    String header,
    String unit,
    long storedPerDisplay,
    Function<GpuSampleRow, Double> reading,
    long storedPerReading,
    boolean isCounter) {
  private static final long GAUGE_UNITS = 1_000_000;

  /** Counts have few decimals and can be large. */
  private static final long COUNTER_UNITS = 1_000;

  static final GpuField POWER =
      gauge("power_usage", "GPU Power Usage", "W", GpuSampleRow::getPowerWatts);
  static final GpuField ENERGY =
      new GpuField(
          "nvidia_energy_consumption",
          "NVIDIA Energy Consumption",
          "MJ",
          1_000_000_000_000L,
          GpuSampleRow::getEnergyJoules,
          1_000_000,
          true);
  private static final GpuField MEMORY =
      new GpuField(
          "nvidia_memory_used",
          "NVIDIA GPU Memory Used",
          "GB",
          1_000_000_000,
          GpuSampleRow::getMemoryUsedBytes,
          1,
          false);

  /** The standard fields in the order of AIPerf's table. */
  private static final List<GpuField> OF_EVERY_GPU =
      List.of(
          POWER,
          ENERGY,
          gauge("gpu_utilization", "GPU Utilization", "%", GpuSampleRow::getGpuUtilizationPercent),
          gauge(
              "memory_utilization",
              "Memory Utilization",
              "%",
              GpuSampleRow::getMemoryCopyUtilizationPercent),
          MEMORY,
          gauge("temperature", "GPU Temperature", "°C", GpuSampleRow::getGpuTemperatureCelsius),
          gauge("sm_utilization", "SM Utilization", "%", GpuSampleRow::getSmActivePercent),
          gauge(
              "decoder_utilization",
              "Decoder Utilization",
              "%",
              GpuSampleRow::getDecoderUtilizationPercent),
          gauge(
              "encoder_utilization",
              "Encoder Utilization",
              "%",
              GpuSampleRow::getEncoderUtilizationPercent),
          counter("xid_errors", "XID Errors", "count", GpuSampleRow::getXidErrors),
          counter("power_violation", "Power Violation", "us", GpuSampleRow::getPowerViolationUs));

  /**
   * Creates an additional field.
   *
   * @param dcgmName name in DCGM and in the samples
   * @param counter whether the value only grows, so that its difference is reported
   */
  public static GpuField requested(
      String dcgmName, String key, String header, String unit, boolean counter) {
    Function<GpuSampleRow, Double> reading = sample -> sample.getOther().get(dcgmName);
    long units = counter ? COUNTER_UNITS : GAUGE_UNITS;
    return new GpuField(key, header, unit, units, reading, units, counter);
  }

  /** Creates a standard gauge in AIPerf's unit. */
  private static GpuField gauge(
      String name, String header, String unit, Function<GpuSampleRow, Double> reading) {
    return new GpuField(
        "nvidia_" + name, "NVIDIA " + header, unit, GAUGE_UNITS, reading, GAUGE_UNITS, false);
  }

  /** Creates a standard counter in AIPerf's unit. */
  private static GpuField counter(
      String name, String header, String unit, Function<GpuSampleRow, Double> reading) {
    return new GpuField(
        "nvidia_" + name, "NVIDIA " + header, unit, COUNTER_UNITS, reading, COUNTER_UNITS, true);
  }

  /** Returns the standard fields followed by the requested ones, without duplicate keys. */
  public static List<GpuField> with(List<GpuField> requested) {
    Map<String, GpuField> fields = new LinkedHashMap<>();
    OF_EVERY_GPU.forEach(field -> fields.put(field.key, field));
    requested.forEach(field -> fields.putIfAbsent(field.key, field));
    return List.copyOf(fields.values());
  }

  public boolean isIn(GpuSampleRow sample) {
    return reading.apply(sample) != null;
  }

  /** Returns the reading in AIPerf's unit; the sample must have one. */
  public double displayed(GpuSampleRow sample) {
    return reading.apply(sample) * storedPerReading / storedPerDisplay;
  }

  /** Returns the reading as an integer in stored units; the sample must have one. */
  long of(GpuSampleRow sample) {
    return Math.round(reading.apply(sample) * storedPerReading);
  }
}
