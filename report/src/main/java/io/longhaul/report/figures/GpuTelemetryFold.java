package io.longhaul.report.figures;

import io.longhaul.export.GpuSampleRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Aggregates samples of GPUs into AIPerf's statistics: gauges over the samples from the window's
 * start to its end, with the standard deviation of a sample; counters as the last reading in the
 * window minus the last one before it. For one thread.
 */
final class GpuTelemetryFold {
  private record Gpu(GpuId id, String model, String hostname) {}

  private final long startEpochNanos;
  private final long endEpochNanos;
  private final List<GpuField> fields;
  private final Map<Gpu, Map<GpuField, GpuSeries>> gpus =
      new TreeMap<>(Comparator.comparing(Gpu::id));

  /**
   * @param fields fields to aggregate, in the order of the results
   */
  GpuTelemetryFold(long startEpochNanos, long endEpochNanos, List<GpuField> fields) {
    this.startEpochNanos = startEpochNanos;
    this.endEpochNanos = endEpochNanos;
    this.fields = List.copyOf(fields);
  }

  void add(GpuSampleRow sample) {
    Gpu gpu = new Gpu(GpuId.of(sample), sample.getGpuModel(), sample.getHostname());
    Map<GpuField, GpuSeries> series = gpus.computeIfAbsent(gpu, any -> new HashMap<>());
    for (GpuField field : fields) {
      if (field.isIn(sample)) {
        series
            .computeIfAbsent(field, f -> new GpuSeries(f, startEpochNanos, endEpochNanos))
            .add(sample.getAtEpochNs(), field.of(sample));
      }
    }
  }

  /** Returns the results by exporter and index. */
  List<GpuTelemetry> finish() {
    List<GpuTelemetry> telemetry = new ArrayList<>();
    gpus.forEach((gpu, series) -> telemetry.add(telemetry(gpu, series)));
    return List.copyOf(telemetry);
  }

  private GpuTelemetry telemetry(Gpu gpu, Map<GpuField, GpuSeries> series) {
    List<AiperfResult> results = new ArrayList<>();
    for (GpuField field : fields) {
      if (series.containsKey(field)) {
        series.get(field).result().ifPresent(results::add);
      }
    }
    GpuSeries power = series.get(GpuField.POWER);
    GpuSeries energy = series.get(GpuField.ENERGY);
    return new GpuTelemetry(
        gpu.id(),
        gpu.model(),
        gpu.hostname(),
        power == null ? Double.NaN : power.meanInWindow(),
        energy == null ? Double.NaN : energy.growthOfReadings(),
        energy == null ? Double.NaN : energy.growthInWindow(),
        List.copyOf(results));
  }
}
