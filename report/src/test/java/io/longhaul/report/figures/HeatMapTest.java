package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.metrics.Metric;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeatMapTest {
  private static final List<Metric> LATENCY = List.of(Metric.REQUEST_LATENCY);

  @TempDir Path folder;

  @Test
  void eachValueCountsAtItsTimeAndSize() throws IOException {
    HeatMap map = read(run().finished(at(4_000)), 100);

    assertThat(map.slicesPerColumn()).isEqualTo(1);
    assertThat(Arrays.stream(map.counts()).mapToLong(column -> Arrays.stream(column).sum()))
        .containsExactly(2L, 1L, 0L, 1L);
    assertThat(map.counts()[0][rowOf(map, 100)]).isEqualTo(2);
    assertThat(map.counts()[1][rowOf(map, 400)]).isEqualTo(1);
    assertThat(map.counts()[3][rowOf(map, 800)]).isEqualTo(1);
    assertThat(map.edges()[map.edges().length - 1]).isEqualTo(800);
  }

  @Test
  void columnsAddUpSlices() throws IOException {
    HeatMap map = read(run().finished(at(4_000)), 2);

    assertThat(map.slicesPerColumn()).isEqualTo(2);
    assertThat(Arrays.stream(map.counts()).mapToLong(column -> Arrays.stream(column).sum()))
        .containsExactly(3L, 1L);
  }

  @Test
  void slicesThatWereCommittedAfterTheReportWasReadAreLeftOut() throws IOException {
    FakePipeline run = run();
    Lake lake = run.crashedAfter(run.slicesUpTo(at(2_000)));
    RunReport report = RunReport.read(lake, "run");
    run.crashedAfter(run.slicesUpTo(at(4_000)).subList(2, 4));

    HeatMap map = HeatMap.read(lake, report, LATENCY, 100).get(Metric.REQUEST_LATENCY);

    assertThat(map.counts()).hasDimensions(2, map.edges().length - 1);
  }

  @Test
  void aMetricWithoutValuesHasNoMap() throws IOException {
    Lake lake = new FakePipeline(folder, "run").finished(at(1_000));

    assertThat(HeatMap.read(lake, RunReport.read(lake, "run"), LATENCY, 100)).isEmpty();
  }

  private FakePipeline run() {
    return new FakePipeline(folder, "run")
        .with(aRequest("run", "a", 0, 100))
        .with(aRequest("run", "b", 100, 200))
        .with(aRequest("run", "c", 700, 1_100))
        .with(aRequest("run", "d", 2_500, 3_300));
  }

  private static HeatMap read(Lake lake, int maxColumns) throws IOException {
    return HeatMap.read(lake, RunReport.read(lake, "run"), LATENCY, maxColumns)
        .get(Metric.REQUEST_LATENCY);
  }

  /** Returns the row whose edges surround a value, up to the width of a bucket. */
  private static int rowOf(HeatMap map, double value) {
    for (int row = 0; row < map.edges().length - 1; row++) {
      if (value <= map.edges()[row + 1] * 1.001) {
        return row;
      }
    }
    throw new AssertionError(value);
  }
}
