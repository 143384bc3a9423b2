package io.longhaul.sinks.genaiperf;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.metrics.stats.BoundedValues;
import io.longhaul.sinks.report.Statistic;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Aggregates GPU samples of a window into GenAI-Perf's statistics: every sample has the same
 * weight, and counters are exported as read. For one thread.
 */
final class GpuFiguresFold {
  /** Maximum number of samples with exact percentiles: 8 bytes per sample, figure and GPU. */
  private static final int MAX_EXACT_SAMPLES = 20_000;

  private static final Comparator<Gpu> BY_PLACE =
      Comparator.comparing(Gpu::exporterUrl)
          .thenComparingInt(Gpu::index)
          .thenComparing(Gpu::uuid)
          .thenComparing(Gpu::migInstance);

  private record Gpu(String exporterUrl, int index, String uuid, String migInstance) {

    /** Returns GenAI-Perf's key of the GPU. */
    String key() {
      return Integer.toString(index);
    }

    /** GPUs of several exporters, and MIG instances of one GPU, share an index. */
    String longKey() {
      return key() + "_" + uuid + (migInstance.isEmpty() ? "" : "_" + migInstance);
    }
  }

  private final long startEpochNanos;
  private final long endEpochNanos;
  private final Map<Gpu, Map<GpuFigure, BoundedValues>> gpus = new TreeMap<>(BY_PLACE);

  GpuFiguresFold(long startEpochNanos, long endEpochNanos) {
    this.startEpochNanos = startEpochNanos;
    this.endEpochNanos = endEpochNanos;
  }

  void add(GpuSampleRow sample) {
    if (sample.getAtEpochNs() < startEpochNanos || sample.getAtEpochNs() > endEpochNanos) {
      return;
    }
    Gpu gpu =
        new Gpu(
            sample.getExporterUrl(),
            sample.getGpuIndex(),
            sample.getGpuUuid(),
            sample.getMigInstance());
    Map<GpuFigure, BoundedValues> values =
        gpus.computeIfAbsent(gpu, any -> new EnumMap<>(GpuFigure.class));
    for (GpuFigure figure : GpuFigure.values()) {
      figure
          .of(sample)
          .ifPresent(
              reading ->
                  values
                      .computeIfAbsent(figure, any -> new BoundedValues(MAX_EXACT_SAMPLES, 1))
                      .add(Math.round(reading * figure.storedPerReading())));
    }
  }

  /** Returns the statistics by figure and GPU; without figures that no exporter reported. */
  Map<GpuFigure, SortedMap<String, Map<Statistic, Double>>> finish() {
    Map<GpuFigure, SortedMap<String, Map<Statistic, Double>>> figures =
        new EnumMap<>(GpuFigure.class);
    Map<String, Gpu> named = new TreeMap<>();
    for (Gpu gpu : gpus.keySet()) {
      named.put(named.containsKey(gpu.key()) ? gpu.longKey() : gpu.key(), gpu);
    }
    named.forEach(
        (key, gpu) ->
            gpus.get(gpu)
                .forEach(
                    (figure, values) ->
                        figures
                            .computeIfAbsent(figure, any -> new TreeMap<>())
                            .put(key, statistics(figure, values))));
    return figures;
  }

  private static Map<Statistic, Double> statistics(GpuFigure figure, BoundedValues values) {
    Map<Statistic, Double> all =
        GenAiPerfFigures.statistics(
            values.summary(figure.storedPerUnit()).orElseThrow(), figure.factor());
    return figure.isConstant() ? Map.of(Statistic.AVG, all.get(Statistic.AVG)) : all;
  }
}
