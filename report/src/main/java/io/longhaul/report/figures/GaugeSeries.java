package io.longhaul.report.figures;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.ServerSliceRow;
import io.longhaul.metrics.stability.GrowthAnalysis;
import io.longhaul.metrics.stability.MinimumEffect;
import io.longhaul.metrics.stability.SliceSeries;
import io.longhaul.metrics.stability.Stability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of servers and GPUs whose growth is a fault: memory, cache and queues, one value per
 * slice. Only slices under load count. A disturbed load generator does not change them. For one
 * thread.
 */
public final class GaugeSeries {
  /** More series would use much memory in a run of weeks. */
  static final int MAX_SERIES = 50;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BYTES_PER_GIB = 1L << 30;
  private static final double LEAST_RELATIVE = 0.02;

  /** What a gauge measures, and the least growth that matters besides two percent. */
  private enum Kind {
    MEMORY("GiB", BYTES_PER_GIB, 0.01),
    CACHE("%", 0.01, 1),
    QUEUE("requests", 1, 1);

    private final String unit;
    private final double perUnit;
    private final double least;

    Kind(String unit, double perUnit, double least) {
      this.unit = unit;
      this.perUnit = perUnit;
      this.least = least;
    }
  }

  private static final Map<String, Kind> KINDS =
      Map.of(
          "vllm:num_requests_waiting", Kind.QUEUE,
          "sglang:num_queue_reqs", Kind.QUEUE,
          "tgi_queue_size", Kind.QUEUE,
          "vllm:kv_cache_usage_perc", Kind.CACHE,
          "vllm:gpu_cache_usage_perc", Kind.CACHE,
          "sglang:token_usage", Kind.CACHE);

  /** Memory that is not in use, or that the operating system can free. */
  private static final List<String> OTHER_MEMORY =
      List.of(
          "virtual", "free", "avail", "total", "limit", "max", "cache", "buffers", "node_memory_");

  private record Series(Kind kind, double[] values) {}

  private final double sliceSeconds;
  private final int slices;
  private final Map<String, Series> series = new TreeMap<>();

  /**
   * @param report the run, whose GPUs are added
   */
  public GaugeSeries(RunReport report) {
    this.sliceSeconds = report.run().getSliceDurationNs() / NANOS_PER_SECOND;
    this.slices = SlicesUnderLoad.of(report).count();
    for (GpuSliceRow gpu : report.gpuSlices()) {
      if (gpu.getMemoryUsedBytes() != null) {
        String name = "memory of " + GpuId.nameWithHost(gpu);
        add(name, Kind.MEMORY, gpu.getSliceIndex(), gpu.getMemoryUsedBytes().getMean());
      }
    }
  }

  /** Adds a slice of a series of a server; ignores other metrics, and the row of the whole run. */
  public void add(ServerSliceRow row) {
    Kind kind = kindOf(row.getName());
    if (kind != null && row.getGauge() != null) {
      add(nameOf(row), kind, row.getSliceIndex(), row.getGauge().getMean());
    }
  }

  private static @Nullable Kind kindOf(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    boolean isMemory =
        lower.contains("memory")
            && lower.endsWith("_bytes")
            && OTHER_MEMORY.stream().noneMatch(lower::contains);
    return isMemory ? Kind.MEMORY : KINDS.get(name);
  }

  private static String nameOf(ServerSliceRow row) {
    StringBuilder name = new StringBuilder(row.getName());
    new TreeMap<>(row.getLabels())
        .forEach((label, value) -> name.append(' ').append(label).append('=').append(value));
    return name + " of " + row.getUrl();
  }

  private void add(String name, Kind kind, long slice, double value) {
    if (slice < 0
        || slice >= slices
        || (series.size() == MAX_SERIES && !series.containsKey(name))) {
      return;
    }
    series.computeIfAbsent(name, any -> new Series(kind, unknown())).values()[(int) slice] =
        value / kind.perUnit;
  }

  private double[] unknown() {
    double[] values = new double[slices];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  /** Returns whether each gauge grew, by name; nothing if the run has too few slices. */
  public List<GaugeGrowth> growth() {
    if (slices < Stability.SLICES_NEEDED) {
      return List.of();
    }
    List<GaugeGrowth> growth = new ArrayList<>();
    series.forEach(
        (name, each) ->
            growth.add(
                new GaugeGrowth(
                    name,
                    each.kind().unit,
                    GrowthAnalysis.of(
                        new SliceSeries(sliceSeconds, each.values()),
                        new MinimumEffect(LEAST_RELATIVE, each.kind().least)))));
    return List.copyOf(growth);
  }
}
