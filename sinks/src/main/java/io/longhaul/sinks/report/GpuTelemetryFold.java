package io.longhaul.sinks.report;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.metrics.stats.ExactStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Samples of GPUs into AIPerf's statistics: gauges over the samples from the window's start to its
 * end, with the standard deviation of a sample; counters as the last reading in the window less the
 * last one before it. The order in which samples come does not matter. For one thread.
 */
final class GpuTelemetryFold {
  /** AIPerf listens on for two scrapes after the phase. */
  private static final long TAIL_NANOS = 666_000_000;

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
  private final Map<Gpu, Map<GpuField, Series>> gpus = new TreeMap<>(BY_PLACE);

  GpuTelemetryFold(long startEpochNanos, long endEpochNanos) {
    this.startEpochNanos = startEpochNanos;
    this.endEpochNanos = endEpochNanos + TAIL_NANOS;
  }

  void add(GpuSampleRow sample) {
    if (sample.getAtEpochNs() > endEpochNanos) {
      return;
    }
    Gpu gpu =
        new Gpu(
            sample.getExporterUrl(),
            sample.getGpuIndex(),
            sample.getGpuModel(),
            sample.getGpuUuid(),
            sample.getHostname(),
            sample.getMigInstance());
    Map<GpuField, Series> fields = gpus.computeIfAbsent(gpu, any -> new EnumMap<>(GpuField.class));
    for (GpuField field : GpuField.values()) {
      if (field.isIn(sample)) {
        Series series = fields.computeIfAbsent(field, any -> new Series());
        series.add(sample.getAtEpochNs(), field.of(sample), field.isCounter());
      }
    }
  }

  /** By exporter and index. */
  List<GpuTelemetry> finish() {
    List<GpuTelemetry> telemetry = new ArrayList<>();
    gpus.forEach(
        (gpu, fields) -> {
          List<AiperfResult> results = new ArrayList<>();
          fields.forEach((field, series) -> series.result(field).ifPresent(results::add));
          telemetry.add(
              new GpuTelemetry(
                  gpu.exporterUrl(),
                  gpu.gpuIndex(),
                  gpu.gpuModel(),
                  gpu.gpuUuid(),
                  gpu.hostname(),
                  gpu.migInstance(),
                  List.copyOf(results)));
        });
    return List.copyOf(telemetry);
  }

  /** The readings of one field. */
  private final class Series {
    private long[] gauges = new long[16];
    private int size;
    private Reading before = Reading.NONE;
    private Reading first = Reading.NONE;
    private Reading last = Reading.NONE;

    void add(long at, long value, boolean counter) {
      if (at < startEpochNanos) {
        before = before.isEarlierThan(at) ? new Reading(at, value, true) : before;
        return;
      }
      if (counter) {
        last = last.isEarlierThan(at) ? new Reading(at, value, true) : last;
        first = !first.there() || at < first.at() ? new Reading(at, value, true) : first;
        return;
      }
      if (size == gauges.length) {
        gauges = Arrays.copyOf(gauges, 2 * size);
      }
      gauges[size++] = value;
    }

    Optional<AiperfResult> result(GpuField field) {
      if (!field.isCounter()) {
        return ExactStatistics.of(Arrays.copyOf(gauges, size), field.storedPerDisplay, 1)
            .map(summary -> AiperfResult.ofSummary(field.key, field.header, field.unit, summary));
      }
      if (!last.there()) {
        return Optional.empty();
      }
      long growth = last.value() - (before.there() ? before : first).value();
      double shown = (double) Math.max(growth, 0) / field.storedPerDisplay;
      return Optional.of(AiperfResult.ofNumber(field.key, field.header, field.unit, shown));
    }
  }

  private record Reading(long at, long value, boolean there) {
    static final Reading NONE = new Reading(0, 0, false);

    boolean isEarlierThan(long other) {
      return !there || other >= at;
    }
  }
}
