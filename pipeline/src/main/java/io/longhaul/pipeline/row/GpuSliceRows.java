package io.longhaul.pipeline.row;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.pipeline.slice.Gauge;
import io.longhaul.pipeline.slice.GaugeSum;
import io.longhaul.pipeline.slice.GpuCounter;
import io.longhaul.pipeline.slice.GpuKey;
import io.longhaul.pipeline.slice.GpuSlice;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.pipeline.state.CounterSumsState;
import io.longhaul.pipeline.state.GaugeSumState;
import io.longhaul.pipeline.state.GaugeSumsState;
import io.longhaul.pipeline.state.GpuTotalsState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts the aggregates of GPUs in a slice, or in a run, to rows of {@code gpu_slices}. */
public final class GpuSliceRows {
  private static final Map<Gauge, Integer> GAUGES =
      Columns.of(Gauge.class, GpuSliceRow.getClassSchema());
  private static final Map<GpuCounter, Integer> COUNTERS =
      Columns.of(GpuCounter.class, GpuSliceRow.getClassSchema());

  private GpuSliceRows() {}

  /** Returns one row per GPU, in order of exporter, UUID and MIG instance. */
  public static List<GpuSliceRow> of(SliceSpan span, GpuSlices slices) {
    List<GpuSliceRow> rows = new ArrayList<>();
    slices.gpus().forEach((gpu, slice) -> rows.add(row(span, gpu, slice)));
    return rows;
  }

  private static GpuSliceRow row(SliceSpan span, GpuKey gpu, GpuSlice slice) {
    GpuSliceRow values = new GpuSliceRow();
    GAUGES.forEach((gauge, column) -> values.put(column, overSlice(slice.gauge(gauge))));
    COUNTERS.forEach((counter, column) -> values.put(column, known(slice.grown(counter))));
    return GpuSliceRow.newBuilder(values)
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
        .setIntegratedPowerNanojoules(known(slice.integratedPowerNanojoules()))
        .setXidLast(Double.isNaN(slice.xidLast()) ? null : slice.xidLast())
        .build();
  }

  /** Returns the aggregates in a row. */
  public static GpuSlices slices(GpuSliceRow row) {
    GaugeSumsState gauges = new GaugeSumsState();
    GAUGES.forEach(
        (gauge, column) -> gauges.put(EnumNames.of(gauge), sum((GaugeOverSlice) row.get(column))));
    CounterSumsState growth = new CounterSumsState();
    COUNTERS.forEach(
        (counter, column) -> growth.put(EnumNames.of(counter), orUnknown((Long) row.get(column))));
    return GpuSlices.ofState(
        List.of(
            new GpuTotalsState(
                key(row).toState(),
                row.getSamples(),
                row.getSampleAgeMaxNs(),
                row.getFailedScrapes(),
                row.getCoveredNs() - row.getGapNs(),
                gauges,
                growth,
                orUnknown(row.getIntegratedPowerNanojoules()),
                row.getXidLast() == null ? Double.NaN : row.getXidLast())));
  }

  /** Returns the GPU of a row. */
  public static GpuKey key(GpuSliceRow row) {
    return new GpuKey(
        row.getExporterUrl(),
        row.getGpuUuid(),
        row.getMigInstance(),
        row.getGpuIndex(),
        row.getGpuModel(),
        row.getHostname());
  }

  private static @Nullable GaugeSumState sum(@Nullable GaugeOverSlice gauge) {
    return gauge == null
        ? null
        : new GaugeSumState(
            gauge.getMean() * gauge.getObservedNs(),
            gauge.getObservedNs(),
            gauge.getMin(),
            gauge.getMax());
  }

  private static long orUnknown(@Nullable Long amount) {
    return amount == null ? GpuSlice.UNKNOWN : amount;
  }

  private static @Nullable GaugeOverSlice overSlice(GaugeSum sum) {
    return sum.isEmpty()
        ? null
        : new GaugeOverSlice(sum.observedNanos(), sum.mean(), sum.min(), sum.max());
  }

  private static @Nullable Long known(long amount) {
    return amount == GpuSlice.UNKNOWN ? null : amount;
  }
}
