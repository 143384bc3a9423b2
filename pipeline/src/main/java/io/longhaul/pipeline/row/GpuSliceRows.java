package io.longhaul.pipeline.row;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.pipeline.slice.Gauge;
import io.longhaul.pipeline.slice.GaugeSum;
import io.longhaul.pipeline.slice.GpuCounter;
import io.longhaul.pipeline.slice.GpuKey;
import io.longhaul.pipeline.slice.GpuSlice;
import io.longhaul.pipeline.slice.GpuSlices;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the aggregates of GPUs in a slice, or in a run, to rows of {@code gpu_slices}. */
public final class GpuSliceRows {
  private GpuSliceRows() {}

  /** Returns one row per GPU, in order of exporter, UUID and MIG instance. */
  public static List<GpuSliceRow> of(SliceSpan span, GpuSlices slices) {
    List<GpuSliceRow> rows = new ArrayList<>();
    slices.gpus().forEach((gpu, slice) -> rows.add(row(span, gpu, slice)));
    return rows;
  }

  private static GpuSliceRow row(SliceSpan span, GpuKey gpu, GpuSlice slice) {
    return GpuSliceRow.newBuilder()
        .setRunId(span.runId())
        .setSliceIndex(span.index())
        .setStartEpochNs(span.startEpochNanos())
        .setEndEpochNs(span.endEpochNanos())
        .setCoveredNs(span.coveredNanos())
        .setExporterUrl(gpu.exporterUrl())
        .setGpuUuid(gpu.uuid())
        .setGpuIndex(gpu.index())
        .setGpuModel(gpu.model())
        .setHostname(gpu.hostname())
        .setMigInstance(gpu.migInstance())
        .setSamples(slice.samples())
        .setGapNs(Math.max(0, span.coveredNanos() - slice.observedNanos()))
        .setSampleAgeMaxNs(slice.ageMaxNanos())
        .setFailedScrapes(slice.failedScrapes())
        .setPowerWatts(gauge(slice, Gauge.POWER_WATTS))
        .setGpuUtilizationPercent(gauge(slice, Gauge.GPU_UTILIZATION_PERCENT))
        .setMemoryUsedBytes(gauge(slice, Gauge.MEMORY_USED_BYTES))
        .setGpuTemperatureCelsius(gauge(slice, Gauge.GPU_TEMPERATURE_CELSIUS))
        .setSmActivePercent(gauge(slice, Gauge.SM_ACTIVE_PERCENT))
        .setSmClockHertz(gauge(slice, Gauge.SM_CLOCK_HERTZ))
        .setMemoryCopyUtilizationPercent(gauge(slice, Gauge.MEMORY_COPY_UTILIZATION_PERCENT))
        .setEnergyNanojoules(grown(slice, GpuCounter.ENERGY_NANOJOULES))
        .setIntegratedPowerNanojoules(known(slice.integratedPowerNanojoules()))
        .setPowerViolationNs(grown(slice, GpuCounter.POWER_VIOLATION_NANOS))
        .setThermalViolationNs(grown(slice, GpuCounter.THERMAL_VIOLATION_NANOS))
        .setEccSingleBitErrors(grown(slice, GpuCounter.ECC_SINGLE_BIT_ERRORS))
        .setEccDoubleBitErrors(grown(slice, GpuCounter.ECC_DOUBLE_BIT_ERRORS))
        .setPcieReplays(grown(slice, GpuCounter.PCIE_REPLAYS))
        .setNvlinkCrcErrors(grown(slice, GpuCounter.NVLINK_CRC_ERRORS))
        .setXidLast(Double.isNaN(slice.xidLast()) ? null : slice.xidLast())
        .build();
  }

  private static @Nullable GaugeOverSlice gauge(GpuSlice slice, Gauge gauge) {
    GaugeSum sum = slice.gauge(gauge);
    return sum.isEmpty()
        ? null
        : new GaugeOverSlice(sum.observedNanos(), sum.mean(), sum.min(), sum.max());
  }

  private static @Nullable Long grown(GpuSlice slice, GpuCounter counter) {
    return known(slice.grown(counter));
  }

  private static @Nullable Long known(long amount) {
    return amount == GpuSlice.UNKNOWN ? null : amount;
  }
}
