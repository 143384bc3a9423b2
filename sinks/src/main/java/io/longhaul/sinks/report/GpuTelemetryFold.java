package io.longhaul.sinks.report;

import io.longhaul.export.GpuSampleRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Samples of GPUs into AIPerf's statistics: gauges over the samples from the window's start to its
 * end, with the standard deviation of a sample; counters as the last reading in the window less the
 * last one before it. For one thread.
 */
final class GpuTelemetryFold {
  private static final Comparator<Gpu> BY_PLACE =
      Comparator.comparing(Gpu::exporterUrl)
          .thenComparingInt(Gpu::gpuIndex)
          .thenComparing(Gpu::gpuUuid)
          .thenComparing(Gpu::migInstance);

  private record Gpu(
      String exporterUrl,
      int gpuIndex,
      String gpuModel,
      String gpuUuid,
      String hostname,
      String migInstance) {}

  private final long startEpochNanos;
  private final long endEpochNanos;
  private final Map<Gpu, Map<GpuField, GpuSeries>> gpus = new TreeMap<>(BY_PLACE);

  GpuTelemetryFold(long startEpochNanos, long endEpochNanos) {
    this.startEpochNanos = startEpochNanos;
    this.endEpochNanos = endEpochNanos;
  }

  void add(GpuSampleRow sample) {
    Gpu gpu =
        new Gpu(
            sample.getExporterUrl(),
            sample.getGpuIndex(),
            sample.getGpuModel(),
            sample.getGpuUuid(),
            sample.getHostname(),
            sample.getMigInstance());
    Map<GpuField, GpuSeries> fields =
        gpus.computeIfAbsent(gpu, any -> new EnumMap<>(GpuField.class));
    for (GpuField field : GpuField.values()) {
      if (field.isIn(sample)) {
        fields
            .computeIfAbsent(field, f -> new GpuSeries(f, startEpochNanos, endEpochNanos))
            .add(sample.getAtEpochNs(), field.of(sample));
      }
    }
  }

  /** By exporter and index. */
  List<GpuTelemetry> finish() {
    List<GpuTelemetry> telemetry = new ArrayList<>();
    gpus.forEach((gpu, fields) -> telemetry.add(telemetry(gpu, fields)));
    return List.copyOf(telemetry);
  }

  private static GpuTelemetry telemetry(Gpu gpu, Map<GpuField, GpuSeries> fields) {
    List<AiperfResult> results = new ArrayList<>();
    fields.values().forEach(series -> series.result().ifPresent(results::add));
    GpuSeries power = fields.get(GpuField.POWER);
    GpuSeries energy = fields.get(GpuField.ENERGY);
    return new GpuTelemetry(
        gpu.exporterUrl(),
        gpu.gpuIndex(),
        gpu.gpuModel(),
        gpu.gpuUuid(),
        gpu.hostname(),
        gpu.migInstance(),
        power == null ? Double.NaN : power.meanInWindow(),
        energy == null ? Double.NaN : energy.growthOfReadings(),
        energy == null ? Double.NaN : energy.growthInWindow(),
        List.copyOf(results));
  }
}
