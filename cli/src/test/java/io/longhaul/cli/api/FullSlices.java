package io.longhaul.cli.api;

import io.longhaul.export.ErrorCount;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.Distribution;
import io.longhaul.report.figures.FinishedSlices;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.wire.GpuSample;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** Creates finished slices of 1 s that have every figure. */
final class FullSlices {
  /** Number of values of each distribution. */
  static final int VALUES = 5_000;

  private FullSlices() {}

  /**
   * Creates a slice in which every metric has the same values.
   *
   * @param value value of each of {@link #VALUES} requests, in seconds, tokens or tokens/s
   */
  static SliceRow aFullSlice(long index, IntToDoubleFunction value) {
    SliceRow slice = FinishedSlices.aSlice(index, 10);
    for (Metric metric : SliceColumn.metrics()) {
      Distribution all = metric.newDistribution();
      for (int i = 0; i < VALUES; i++) {
        all.add(Math.round(value.applyAsDouble(i) * BaseUnit.of(metric.unit()).storedPerUnit()));
      }
      slice.put(metric.columnName(), SliceColumn.row(all));
    }
    slice.put("requests_sent", VALUES + 3L);
    slice.put("requests_ended", VALUES + 2L);
    slice.put("requests_ok", (long) VALUES);
    slice.put("valid_requests", (long) VALUES);
    slice.put("good_requests", VALUES - 100L);
    slice.put("judged_requests", (long) VALUES);
    slice.put("http_errors", 2L);
    slice.put("errors", List.of(anError("http_error", 503, "http_503", 2)));
    slice.put("output_tokens_arrived", 120_000L);
    slice.put("in_flight_max", 4L);
    slice.put("backlog_max", 7L);
    slice.put("loop_lag_max_ns", 2_000_000L);
    slice.put("pause_max_ns", 3_000_000L);
    slice.put("gc_pause_ns", 1_000_000L);
    slice.put("clock_error_max_ns", 40_000L);
    slice.put("process_cpu_max_cores", 0.75);
    slice.put("host_idle_min_ratio", 0.5);
    slice.put("gpu_power_watts", 712.5);
    return slice;
  }

  static ErrorCount anError(String outcome, int status, String reason, long count) {
    return ErrorCount.newBuilder()
        .setOutcome(outcome)
        .setStatus(status)
        .setReason(reason)
        .setCount(count)
        .setFirstEpochNs(FinishedSlices.RUN_START_EPOCH_NS)
        .setLastEpochNs(FinishedSlices.RUN_START_EPOCH_NS)
        .setSampleRequestIds(List.of())
        .build();
  }

  static GpuSample aGpuSample(int index) {
    return GpuSample.newBuilder()
        .setAtNs(1)
        .setUncertaintyNs(1)
        .setExporterUrl("http://gpus:9400/metrics")
        .setGpuUuid("GPU-" + index)
        .setGpuIndex(index)
        .setGpuModel("NVIDIA H100")
        .setHostname("node-1")
        .setPowerWatts(350.0 + index)
        .setGpuUtilizationPercent(80.0)
        .setMemoryUsedBytes(60e9)
        .setSmClockHertz(1.9e9)
        .setGpuTemperatureCelsius(61.0)
        .setOther(Map.of())
        .build();
  }
}
