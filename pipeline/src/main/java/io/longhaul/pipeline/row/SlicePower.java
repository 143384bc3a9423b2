package io.longhaul.pipeline.row;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.GpuJoules;
import io.longhaul.pipeline.slice.Gauge;
import io.longhaul.pipeline.slice.GaugeSum;
import io.longhaul.pipeline.slice.GpuCounter;
import io.longhaul.pipeline.slice.GpuSlice;
import io.longhaul.pipeline.slice.GpuSlices;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Power and energy of all GPUs in a slice, or in a run.
 *
 * @param watts sum of their mean powers; null if none was observed
 * @param joules sum of their energies; null if none is known
 */
public record SlicePower(@Nullable Double watts, @Nullable Double joules) {
  /** Neither is known. */
  public static final SlicePower UNKNOWN = new SlicePower(null, null);

  /** Returns power and energy of the GPUs in a slice. */
  public static SlicePower of(GpuSlices gpus, long coveredNanos) {
    return new SlicePower(
        sum(gpus, SlicePower::wattsOf), sum(gpus, gpu -> joulesOf(gpu, coveredNanos)));
  }

  /** Returns power and energy of a row. */
  public static SlicePower of(SliceRow row) {
    return new SlicePower(row.getGpuPowerWatts(), row.getGpuEnergyJoules());
  }

  /** Returns the sum of the values that are not NaN; null if there is none. */
  private static @Nullable Double sum(GpuSlices gpus, ToDoubleFunction<GpuSlice> value) {
    double[] known =
        gpus.gpus().values().stream().mapToDouble(value).filter(of -> !Double.isNaN(of)).toArray();
    double sum = 0;
    for (double of : known) {
      sum += of;
    }
    return known.length == 0 ? null : (Double) sum;
  }

  private static double wattsOf(GpuSlice gpu) {
    GaugeSum power = gpu.gauge(Gauge.POWER_WATTS);
    return power.isEmpty() ? Double.NaN : power.mean();
  }

  private static double joulesOf(GpuSlice gpu, long coveredNanos) {
    long grown = gpu.grown(GpuCounter.ENERGY_NANOJOULES);
    return GpuJoules.of(
        grown == GpuSlice.UNKNOWN ? null : (Long) grown, wattsOf(gpu), coveredNanos);
  }

  /** Returns a row with this power, this energy, and the energy per good token. */
  public SliceRow into(SliceRow row) {
    return SliceRow.newBuilder(row)
        .setGpuPowerWatts(watts)
        .setGpuEnergyJoules(joules)
        .setJoulesPerGoodToken(GpuJoules.perToken(joules, row.getGoodOutputTokens()))
        .build();
  }
}
