package io.longhaul.sinks.report;

import io.longhaul.export.GpuSampleRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A field that AIPerf exports for a GPU: key, header, unit and source. Every GPU has the standard
 * fields; a run can request further ones.
 */
public final class GpuField {
  private static final long GAUGE_UNITS = 1_000_000;

  /** Counts have few decimals and can be large. */
  private static final long COUNTER_UNITS = 1_000;

  static final GpuField POWER =
      gauge("nvidia_power_usage", "NVIDIA GPU Power Usage", "W", GpuSampleRow::getPowerWatts);
  static final GpuField ENERGY =
      new GpuField(
          "nvidia_energy_consumption",
          "NVIDIA Energy Consumption",
          "MJ",
          1_000_000_000_000L,
          GpuSampleRow::getEnergyJoules,
          1_000_000,
          true);

  /** The standard fields in the order of AIPerf's table. */
  private static final List<GpuField> OF_EVERY_GPU =
      List.of(
          POWER,
          ENERGY,
          gauge(
              "nvidia_gpu_utilization",
              "NVIDIA GPU Utilization",
              "%",
              GpuSampleRow::getGpuUtilizationPercent),
          gauge(
              "nvidia_memory_utilization",
              "NVIDIA Memory Utilization",
              "%",
              GpuSampleRow::getMemoryCopyUtilizationPercent),
          new GpuField(
              "nvidia_memory_used",
              "NVIDIA GPU Memory Used",
              "GB",
              1_000_000_000,
              GpuSampleRow::getMemoryUsedBytes,
              1,
              false),
          gauge(
              "nvidia_temperature",
              "NVIDIA GPU Temperature",
              "°C",
              GpuSampleRow::getGpuTemperatureCelsius),
          gauge(
              "nvidia_sm_utilization",
              "NVIDIA SM Utilization",
              "%",
              GpuSampleRow::getSmActivePercent),
          gauge(
              "nvidia_decoder_utilization",
              "NVIDIA Decoder Utilization",
              "%",
              GpuSampleRow::getDecoderUtilizationPercent),
          gauge(
              "nvidia_encoder_utilization",
              "NVIDIA Encoder Utilization",
              "%",
              GpuSampleRow::getEncoderUtilizationPercent),
          counter("nvidia_xid_errors", "NVIDIA XID Errors", "count", GpuSampleRow::getXidErrors),
          counter(
              "nvidia_power_violation",
              "NVIDIA Power Violation",
              "us",
              GpuSampleRow::getPowerViolationUs));

  private final String key;
  private final String header;
  private final String unit;

  /** Readings are stored as integers, so that their order does not matter. */
  private final long storedPerDisplay;

  private final Function<GpuSampleRow, Double> reading;
  private final long storedPerReading;
  private final boolean counter;

  private GpuField(
      String key,
      String header,
      String unit,
      long storedPerDisplay,
      Function<GpuSampleRow, Double> reading,
      long storedPerReading,
      boolean counter) {
    this.key = key;
    this.header = header;
    this.unit = unit;
    this.storedPerDisplay = storedPerDisplay;
    this.reading = reading;
    this.storedPerReading = storedPerReading;
    this.counter = counter;
  }

  /**
   * Creates an additional field.
   *
   * @param dcgmName name in DCGM and in the samples
   * @param counter whether the value only grows, so that its difference is reported
   */
  public static GpuField requested(
      String dcgmName, String key, String header, String unit, boolean counter) {
    Function<GpuSampleRow, Double> reading = sample -> sample.getOther().get(dcgmName);
    return counter ? counter(key, header, unit, reading) : gauge(key, header, unit, reading);
  }

  /** Creates a gauge in AIPerf's unit. */
  private static GpuField gauge(
      String key, String header, String unit, Function<GpuSampleRow, Double> reading) {
    return new GpuField(key, header, unit, GAUGE_UNITS, reading, GAUGE_UNITS, false);
  }

  /** Creates a counter in AIPerf's unit. */
  private static GpuField counter(
      String key, String header, String unit, Function<GpuSampleRow, Double> reading) {
    return new GpuField(key, header, unit, COUNTER_UNITS, reading, COUNTER_UNITS, true);
  }

  /** Returns the standard fields followed by the requested ones, without duplicate keys. */
  public static List<GpuField> with(List<GpuField> requested) {
    Map<String, GpuField> fields = new LinkedHashMap<>();
    OF_EVERY_GPU.forEach(field -> fields.put(field.key, field));
    requested.forEach(field -> fields.putIfAbsent(field.key, field));
    return List.copyOf(fields.values());
  }

  /** Returns whether the value only grows, so that its difference is reported. */
  boolean isCounter() {
    return counter;
  }

  /** Returns the name in AIPerf's files. */
  public String key() {
    return key;
  }

  String header() {
    return header;
  }

  String unit() {
    return unit;
  }

  long storedPerDisplay() {
    return storedPerDisplay;
  }

  long storedPerReading() {
    return storedPerReading;
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
