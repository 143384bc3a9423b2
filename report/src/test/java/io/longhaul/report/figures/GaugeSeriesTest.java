package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aGpuSlice;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.ServerSliceRow;
import io.longhaul.metrics.stability.GrowthState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GaugeSeriesTest {
  private static final int SLICES = 100;
  private static final double GIB = 1L << 30;

  @TempDir Path folder;

  @Test
  void memoryOfAGpuThatGrowsIsFound() throws IOException {
    GpuSliceRow[] gpus =
        IntStream.range(0, SLICES)
            .mapToObj(slice -> gpu(slice, (40 + 0.1 * slice) * GIB))
            .toArray(GpuSliceRow[]::new);

    GaugeGrowth growth = new GaugeSeries(report(gpus)).growth().get(0);

    assertThat(growth.gauge()).startsWith("memory of GPU 0");
    assertThat(growth.growth().state()).isEqualTo(GrowthState.GROWING);
    assertThat(growth.text())
        .matches("lowest 40.* GiB in the first third, 46.* GiB in the last, \\+3.* GiB per hour");
  }

  @Test
  void gaugesOfServersAreRecognizedByTheirNames() throws IOException {
    GaugeSeries gauges = new GaugeSeries(report());
    for (int slice = 0; slice < SLICES; slice++) {
      gauges.add(server("process_resident_memory_bytes", slice, (2 + 0.01 * slice) * GIB));
      gauges.add(server("process_virtual_memory_bytes", slice, (9 + 0.1 * slice) * GIB));
      gauges.add(server("vllm:num_requests_waiting", slice, slice % 2));
      gauges.add(server("vllm:num_requests_running", slice, slice));
    }

    assertThat(gauges.growth())
        .extracting(GaugeGrowth::gauge, growth -> growth.growth().state())
        .containsExactly(
            tuple(
                "process_resident_memory_bytes engine=0 of http://server/metrics",
                GrowthState.GROWING),
            tuple(
                "vllm:num_requests_waiting engine=0 of http://server/metrics",
                GrowthState.BOUNDED));
  }

  @Test
  void aShortRunHasNoVerdicts() throws IOException {
    GaugeSeries gauges = new GaugeSeries(shortRun());
    gauges.add(server("process_resident_memory_bytes", 0, GIB));

    assertThat(gauges.growth()).isEmpty();
  }

  /** Returns the report of a short run with the slices of a longer one, without writing them. */
  private RunReport report(GpuSliceRow... gpus) throws IOException {
    FakePipeline run = new FakePipeline(folder, "run");
    for (long second = 0; second <= SLICES; second++) {
      run.with(aRequest("run", "r" + second, 1_000 * second, 1_000 * second + 100));
    }
    return FakePipeline.withSlices(
        shortRun(), run.slicesUpTo(at(1_000L * (SLICES + 1))), List.of(gpus));
  }

  private RunReport shortRun() throws IOException {
    FakePipeline run = new FakePipeline(folder, "run").with(aRequest("run", "r", 0, 100));
    return RunReport.read(run.finished(at(2_000)), "run");
  }

  private static GpuSliceRow gpu(int slice, double bytes) {
    return GpuSliceRow.newBuilder(aGpuSlice("run", slice, 400))
        .setMemoryUsedBytes(gauge(bytes))
        .build();
  }

  private static ServerSliceRow server(String name, int slice, double value) {
    return ServerSliceRow.newBuilder()
        .setRunId("run")
        .setSliceIndex(slice)
        .setStartEpochNs(at(1_000L * slice))
        .setEndEpochNs(at(1_000L * slice + 1_000))
        .setCoveredNs(1_000_000_000)
        .setUrl("http://server/metrics")
        .setName(name)
        .setType("gauge")
        .setHelp("")
        .setLabels(Map.of("engine", "0"))
        .setSamples(3)
        .setGauge(gauge(value))
        .setGrown(null)
        .setHistogramSum(null)
        .setHistogramCount(null)
        .setBucketBounds(List.of())
        .setBucketCounts(List.of())
        .build();
  }

  private static GaugeOverSlice gauge(double value) {
    return GaugeOverSlice.newBuilder()
        .setObservedNs(1_000_000_000)
        .setMean(value)
        .setMin(value)
        .setMax(value)
        .build();
  }
}
