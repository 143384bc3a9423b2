package io.longhaul.report.figures;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.stability.LevelChange;
import io.longhaul.metrics.stability.MinimumEffect;
import io.longhaul.report.figures.FigureStability.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What changed on the GPUs at a slice. If a gauge changed on at most half of the GPUs, each of
 * these is named: the mean of all of them would hide a single GPU that throttles.
 */
final class GpuChanges {
  private static final double HERTZ_PER_MEGAHERTZ = 1e6;
  private static final double BYTES_PER_GIB = 1L << 30;

  private static final List<Gauge> GAUGES =
      List.of(
          new Gauge("gpu_power", "W", false, mean(GpuSliceRow::getPowerWatts, 1)),
          new Gauge(
              "gpu_sm_clock", "MHz", true, mean(GpuSliceRow::getSmClockHertz, HERTZ_PER_MEGAHERTZ)),
          new Gauge("gpu_utilization", "%", true, mean(GpuSliceRow::getGpuUtilizationPercent, 1)),
          new Gauge(
              "gpu_memory_used", "GiB", true, mean(GpuSliceRow::getMemoryUsedBytes, BYTES_PER_GIB)),
          new Gauge("gpu_temperature", "°C", true, mean(GpuSliceRow::getGpuTemperatureCelsius, 1)),
          new Gauge("gpu_limited_by_power", "%", true, limited(GpuSliceRow::getPowerViolationNs)),
          new Gauge("gpu_limited_by_heat", "%", true, limited(GpuSliceRow::getThermalViolationNs)));

  private final Map<GpuId, Map<Long, GpuSliceRow>> gpus = new TreeMap<>();
  private final Map<GpuId, String> names = new HashMap<>();

  /**
   * A gauge of a GPU.
   *
   * @param hasMean whether a change of most GPUs is reported as a change of their mean; false if
   *     another figure shows it
   * @param value in the unit; NaN if unknown
   */
  private record Gauge(
      String name, String unit, boolean hasMean, ToDoubleFunction<GpuSliceRow> value) {}

  GpuChanges(List<GpuSliceRow> rows) {
    for (GpuSliceRow row : rows) {
      gpus.computeIfAbsent(GpuId.of(row), any -> new HashMap<>()).put(row.getSliceIndex(), row);
      names.computeIfAbsent(GpuId.of(row), any -> GpuId.nameWithHost(row));
    }
  }

  private static ToDoubleFunction<GpuSliceRow> mean(
      Function<GpuSliceRow, @Nullable GaugeOverSlice> gauge, double perUnit) {
    return row -> {
      GaugeOverSlice value = gauge.apply(row);
      return value == null ? Double.NaN : value.getMean() / perUnit;
    };
  }

  /** Returns the share of the time in which a limit reduced the clocks, in percent. */
  private static ToDoubleFunction<GpuSliceRow> limited(Function<GpuSliceRow, @Nullable Long> time) {
    return row -> {
      Long nanos = time.apply(row);
      return nanos == null || row.getCoveredNs() <= 0
          ? Double.NaN
          : 100.0 * nanos / row.getCoveredNs();
    };
  }

  /**
   * Returns the gauges whose level changed at a slice.
   *
   * @param from first slice that is compared
   * @param slice first slice after the change
   * @param to slice after the last one that is compared
   */
  List<Change> at(int slice, SlicesUnderLoad slices, int from, int to) {
    List<Change> changes = new ArrayList<>();
    for (Gauge gauge : GAUGES) {
      List<Change> single = new ArrayList<>();
      gpus.forEach(
          (id, rows) ->
              change(
                      gauge,
                      valueOf(gauge, rows),
                      names.getOrDefault(id, id.name()),
                      slices,
                      slice,
                      from,
                      to)
                  .ifPresent(single::add));
      if (single.size() * 2 <= gpus.size()) {
        changes.addAll(single);
      } else if (gauge.hasMean()) {
        change(gauge, row -> meanOf(gauge, row), "", slices, slice, from, to)
            .ifPresent(changes::add);
      }
    }
    return changes;
  }

  private static Optional<Change> change(
      Gauge gauge,
      ToDoubleFunction<SliceRow> value,
      String gpu,
      SlicesUnderLoad slices,
      int slice,
      int from,
      int to) {
    return LevelChange.between(
            slices.values(value, from, slice), slices.values(value, slice, to), MinimumEffect.USUAL)
        .map(level -> new Change(gauge.name(), gpu, gauge.unit(), level.from(), level.to()));
  }

  private static ToDoubleFunction<SliceRow> valueOf(Gauge gauge, Map<Long, GpuSliceRow> rows) {
    return slice -> {
      GpuSliceRow row = rows.get(slice.getSliceIndex());
      return row == null ? Double.NaN : gauge.value().applyAsDouble(row);
    };
  }

  /** Returns the mean over the GPUs with a value; NaN if there is none. */
  private double meanOf(Gauge gauge, SliceRow slice) {
    return gpus.values().stream()
        .mapToDouble(rows -> valueOf(gauge, rows).applyAsDouble(slice))
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }
}
