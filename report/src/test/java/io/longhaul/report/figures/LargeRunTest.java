package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is read block by block has the figures of the same run in memory. */
class LargeRunTest {
  private static final String RUN = "run";
  private static final int REQUESTS = 3_000;
  private static final long RUN_MILLIS = 20_000;
  private static final ReportOptions OPTIONS =
      new ReportOptions(List.of(), new NetworkRoundTrip(7_000_000));

  @TempDir static Path folder;
  private static RunReport inMemory;
  private static RunReport large;

  @BeforeAll
  static void readBoth() throws IOException {
    SeededRequests seeded = new SeededRequests(3, SloSet.parse("request_latency:250"));
    FakePipeline pipeline =
        new FakePipeline(folder, RUN).replayed().promising("request_latency", 250).warmedUpBy(200);
    for (int i = 0; i < REQUESTS; i++) {
      var request = seeded.next(RUN, i, (RUN_MILLIS - 1_500) * i / REQUESTS);
      pipeline.with(i < 200 ? request.setPhase("warmup") : request);
    }
    Lake lake = pipeline.finished(at(RUN_MILLIS));
    inMemory = RunReport.read(lake, RUN, Optional.empty(), OPTIONS);
    large = new RunReportReader(lake, RUN, Optional.empty(), OPTIONS, REQUESTS - 1).read();
  }

  @Test
  void percentilesAreExact() {
    Map<Metric, DistributionSummary> expected = ofRequests(inMemory.statistics().distributions());

    assertThat(expected)
        .containsKeys(
            Metric.REQUEST_LATENCY,
            Metric.NETWORK_ADJUSTED_REQUEST_LATENCY,
            Metric.REQUEST_LATENCY.twin());
    assertThat(ofRequests(large.statistics().distributions())).isEqualTo(expected);
    assertThat(large.statistics().asAiperf())
        .isEqualTo(inMemory.statistics().asAiperf())
        .isNotEmpty();
  }

  @Test
  void gapsBetweenChunksComeOnlyFromSlices() {
    assertThat(inMemory.statistics().distributions()).containsKey(Metric.INTER_CHUNK_LATENCY);
    assertThat(large.statistics().distributions()).doesNotContainKey(Metric.INTER_CHUNK_LATENCY);
  }

  @Test
  void countsTotalsAndRatesAreEqual() {
    Map<Metric, Double> values = large.statistics().values();

    inMemory
        .statistics()
        .values()
        .forEach(
            (metric, value) ->
                assertThat(values.get(metric))
                    .as(metric.tag())
                    .isCloseTo(value, within(1e-9 * Math.abs(value))));
    assertThat(values).containsKey(Metric.REPLAY_SCHED_LAG_P99);
  }

  @Test
  void goodputAvailabilityErrorsAndTheWarmUpAreEqual() {
    assertThat(large.goodput()).isEqualTo(inMemory.goodput());
    assertThat(large.goodput().slices()).isNotEmpty();
    assertThat(large.availability()).isEqualTo(inMemory.availability());
    assertThat(large.errors()).isEqualTo(inMemory.errors());
    assertThat(ofRequests(large.warmup().distributions()))
        .isEqualTo(ofRequests(inMemory.warmup().distributions()))
        .isNotEmpty();
    assertThat(large.warmup().values()).isEqualTo(inMemory.warmup().values());
  }

  @Test
  void thereAreNoSlicesOfAiperf() {
    assertThat(large.aiperfSlices()).isEmpty();
    assertThat(inMemory.aiperfSlices()).isNotEmpty();
  }

  private static Map<Metric, DistributionSummary> ofRequests(Map<Metric, DistributionSummary> all) {
    Map<Metric, DistributionSummary> some = new EnumMap<>(all);
    some.keySet()
        .removeIf(
            metric -> metric.kind() == Metric.Kind.SWEEP || metric.kind() == Metric.Kind.LIST);
    return some;
  }
}
