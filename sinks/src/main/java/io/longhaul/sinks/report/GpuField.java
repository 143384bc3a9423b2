package io.longhaul.sinks.report;

import io.longhaul.export.GpuSampleRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What AIPerf exports of a GPU: its key, header and unit, and where we have it. Those of every GPU
 * are known; further ones are asked for.
 */
public final class GpuField {
  private static final long GAUGE_UNITS = 1_000_000;

  /** Counts have few decimals, and can be large. */
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

  /** In the order of AIPerf's table. */
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

  /** Readings are held as whole numbers, so that their order does not matter. */
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
   * A field that a run was asked for beside those of every GPU.
   *
   * @param dcgmName its name in DCGM, under which samples have it
   * @param counter whether it only grows, and its difference is what counts
   */
  public static GpuField asked(
      String dcgmName, String key, String header, String unit, boolean counter) {
    Function<GpuSampleRow, Double> reading = sample -> sample.getOther().get(dcgmName);
    return counter ? counter(key, header, unit, reading) : gauge(key, header, unit, reading);
  }

  /** A level that is read in AIPerf's unit. */
  private static GpuField gauge(
      String key, String header, String unit, Function<GpuSampleRow, Double> reading) {
    return new GpuField(key, header, unit, GAUGE_UNITS, reading, GAUGE_UNITS, false);
  }

  /** A count that is read in AIPerf's unit. */
  private static GpuField counter(
      String key, String header, String unit, Function<GpuSampleRow, Double> reading) {
    return new GpuField(key, header, unit, COUNTER_UNITS, reading, COUNTER_UNITS, true);
  }

  /** Those of every GPU, and behind them those that were asked for; a key stands for one field. */
  public static List<GpuField> with(List<GpuField> asked) {
    Map<String, GpuField> fields = new LinkedHashMap<>();
    OF_EVERY_GPU.forEach(field -> fields.put(field.key, field));
    asked.forEach(field -> fields.putIfAbsent(field.key, field));
    return List.copyOf(fields.values());
  }

  /** Whether it only grows, and its difference is what counts. */
  boolean isCounter() {
    return counter;
  }

  /** Its name in AIPerf's files. */
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

  /** The reading in AIPerf's unit; only of a sample that has one. */
  public double displayed(GpuSampleRow sample) {
    return reading.apply(sample) * storedPerReading / storedPerDisplay;
  }

  /** The reading as a whole number of stored units; only of a sample that has one. */
  long of(GpuSampleRow sample) {
    return Math.round(reading.apply(sample) * storedPerReading);
  }
}
