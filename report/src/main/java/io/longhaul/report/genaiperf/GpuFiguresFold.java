package io.longhaul.report.genaiperf;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.metrics.stats.BoundedValues;
import io.longhaul.report.figures.GpuId;
import io.longhaul.report.figures.Statistic;
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

  private final long startEpochNanos;
  private final long endEpochNanos;
  private final Map<GpuId, Map<GpuFigure, BoundedValues>> gpus = new TreeMap<>();

  GpuFiguresFold(long startEpochNanos, long endEpochNanos) {
    this.startEpochNanos = startEpochNanos;
    this.endEpochNanos = endEpochNanos;
  }

  void add(GpuSampleRow sample) {
    if (sample.getAtEpochNs() < startEpochNanos || sample.getAtEpochNs() > endEpochNanos) {
      return;
    }
    Map<GpuFigure, BoundedValues> values =
        gpus.computeIfAbsent(GpuId.of(sample), any -> new EnumMap<>(GpuFigure.class));
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
    // GPUs of several exporters, and MIG instances of one GPU, share an index.
    Map<String, Map<GpuFigure, BoundedValues>> named = new TreeMap<>();
    gpus.forEach(
        (gpu, values) -> {
          String index = Integer.toString(gpu.index());
          named.put(named.containsKey(index) ? index + gpu.suffix() : index, values);
        });
    named.forEach(
        (key, gpu) ->
            gpu.forEach(
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
