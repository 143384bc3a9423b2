package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AIPerf's assignment of requests to slices: vectors T1 to T5, executed by the original. */
class AiperfSlicesTest {
  private static final String RUN = "run";

  /** The vectors are rounded to six digits, our rates to millionths. */
  private static final Offset<Double> SIX_DIGITS = within(1e-6);

  @TempDir Path folder;

  @Test
  void aRequestBelongsToTheCellOfItsStartAndEmptyCellsAreOmitted() throws IOException {
    RunReport report = report(fourRequests().finished(at(3300)));

    List<AiperfSlice> slices = report.aiperfSlices();
    assertThat(slices).hasSize(3);
    assertSlice(slices.get(0), 0, 1000, true);
    assertFigures(slices.get(0).statistics(), 2, 2, 1.5, 500, 0.5);
    assertSlice(slices.get(1), 1000, 2000, true);
    assertFigures(slices.get(1).statistics(), 1, 1, 0.2, 200, 0.7);
    assertSlice(slices.get(2), 3000, 3300, false);
    assertFigures(slices.get(2).statistics(), 1, 3.333333, 0.2, 200, 0.666667);
    assertFigures(report.statistics(), 4, 1.212121, 3.3, 350, 0.424242);
  }

  /** The table of docs/exports.md. */
  @Test
  void longhaulsSlicesCountARequestWhereItEndedAndOmitNoSlice() throws IOException {
    RunReport report = report(fourRequests().finished(at(4000)));

    assertThat(report.slices())
        .extracting(SliceRow::getValidRequests)
        .containsExactly(1L, 2L, 0L, 1L);
  }

  @Test
  void ratesOfTheRunDivideByThePhaseNotByTheSpanOfRequests() throws IOException {
    RunReport report = report(fourRequests().finished(at(4000)));

    assertThat(report.aiperfSlices()).hasSize(3);
    assertFigures(report.statistics(), 4, 1.0, 3.3, 350, 0.35);
  }

  @Test
  void warmUpIsNotSlicedAndErrorsCountWhereTheyStarted() throws IOException {
    RunReport report =
        report(
            new FakePipeline(folder, RUN)
                .with(aRequest(RUN, "w", -1200, -800).setPhase("warmup"))
                .with(aRequest(RUN, "a", 100, 300))
                .with(aRequest(RUN, "b", 1200, 1400))
                .with(anError(RUN, "e", 1300, 1300))
                .finished(at(1600)));

    List<AiperfSlice> slices = report.aiperfSlices();
    assertThat(slices).hasSize(2);
    assertSlice(slices.get(0), 100, 1100, true);
    assertFigures(slices.get(0).statistics(), 1, 1, 0.2, 200, 0.2);
    assertThat(slices.get(0).statistics().values()).doesNotContainKey(Metric.ERROR_REQUEST_COUNT);
    assertSlice(slices.get(1), 1100, 1400, false);
    assertFigures(slices.get(1).statistics(), 1, 3.333333, 0.2, 200, 0.666667);
    assertValue(slices.get(1).statistics(), Metric.ERROR_REQUEST_COUNT, 1);
    assertValue(slices.get(1).statistics(), Metric.REQUEST_ERROR_RATE, 50);
    assertFigures(report.statistics(), 2, 1.25, 1.3, 200, 0.25);
    assertValue(report.statistics(), Metric.ERROR_REQUEST_COUNT, 1);
  }

  @Test
  void aLastSliceThatEndsWithTheLastRequestIsComplete() throws IOException {
    RunReport report =
        report(
            new FakePipeline(folder, RUN)
                .with(aRequest(RUN, "a", 0, 500))
                .with(aRequest(RUN, "b", 1500, 2000))
                .finished(at(2000)));

    List<AiperfSlice> slices = report.aiperfSlices();
    assertThat(slices).hasSize(2);
    assertSlice(slices.get(0), 0, 1000, true);
    assertFigures(slices.get(0).statistics(), 1, 1, 0.5, 500, 0.5);
    assertSlice(slices.get(1), 1000, 2000, true);
    assertFigures(slices.get(1).statistics(), 1, 1, 0.5, 500, 0.5);
  }

  @Test
  void aSliceOfErrorsHasOnlyErrorMetrics() throws IOException {
    RunReport report =
        report(
            new FakePipeline(folder, RUN)
                .with(anError(RUN, "a", 0, 100))
                .with(anError(RUN, "b", 200, 300))
                .finished(at(1000)));

    AiperfSlice only = report.aiperfSlices().get(0);
    assertThat(report.aiperfSlices()).hasSize(1);
    assertSlice(only, 0, 300, false);
    assertValue(only.statistics(), Metric.ERROR_REQUEST_COUNT, 2);
    assertValue(only.statistics(), Metric.REQUEST_ERROR_RATE, 100);
    assertValue(only.statistics(), Metric.COMPLETED_REQUEST_COUNT, 2);
    assertThat(only.statistics().values())
        .doesNotContainKeys(
            Metric.REQUEST_COUNT, Metric.REQUEST_THROUGHPUT, Metric.BENCHMARK_DURATION);
    assertThat(only.statistics().distributions()).doesNotContainKey(Metric.REQUEST_LATENCY);
    assertValue(report.statistics(), Metric.ERROR_REQUEST_COUNT, 2);
    assertConcurrency(only.statistics(), 0.666667);
    assertConcurrency(report.statistics(), 0.2);
  }

  @Test
  void requestsThatTheClientEndedAreInNoSlice() throws IOException {
    RunReport report =
        report(
            new FakePipeline(folder, RUN)
                .with(anError(RUN, "a", 0, 100).setOutcome("cancelled"))
                .with(anError(RUN, "b", 200, 300).setOutcome("in_flight_at_stop"))
                .finished(at(1000)));

    assertThat(report.aiperfSlices()).isEmpty();
    assertThat(report.statistics().values()).doesNotContainKey(Metric.ERROR_REQUEST_COUNT);
  }

  private FakePipeline fourRequests() {
    return new FakePipeline(folder, RUN)
        .with(aRequest(RUN, "a", 0, 400))
        .with(aRequest(RUN, "b", 900, 1500))
        .with(aRequest(RUN, "c", 1000, 1200))
        .with(aRequest(RUN, "d", 3100, 3300));
  }

  private static RunReport report(Lake lake) throws IOException {
    return RunReport.read(lake, RUN);
  }

  private static void assertSlice(AiperfSlice slice, long startMs, long endMs, boolean complete) {
    assertThat(slice.startEpochNanos()).isEqualTo(at(startMs));
    assertThat(slice.endEpochNanos()).isEqualTo(at(endMs));
    assertThat(slice.complete()).isEqualTo(complete);
  }

  private static void assertFigures(
      WindowStatistics window,
      double requests,
      double throughput,
      double durationSeconds,
      double latencyMs,
      double concurrency) {
    assertValue(window, Metric.REQUEST_COUNT, requests);
    assertValue(window, Metric.REQUEST_THROUGHPUT, throughput);
    assertValue(window, Metric.BENCHMARK_DURATION, durationSeconds);
    assertThat(window.distributions().get(Metric.REQUEST_LATENCY).avg())
        .isCloseTo(latencyMs, SIX_DIGITS);
    assertThat(window.distributions().get(Metric.TIME_TO_FIRST_TOKEN).avg())
        .isCloseTo(latencyMs / 2, SIX_DIGITS);
    assertConcurrency(window, concurrency);
  }

  private static void assertConcurrency(WindowStatistics window, double average) {
    assertThat(window.distributions().get(Metric.EFFECTIVE_CONCURRENCY).avg())
        .isCloseTo(average, SIX_DIGITS);
  }

  private static void assertValue(WindowStatistics window, Metric metric, double value) {
    assertThat(window.values().get(metric)).isCloseTo(value, SIX_DIGITS);
  }
}
