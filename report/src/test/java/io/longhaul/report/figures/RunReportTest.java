package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aGpuSample;
import static io.longhaul.sinks.Rows.aGpuSlice;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.RequestRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {
  private static final String RUN = "run";

  @TempDir Path folder;

  @Test
  void aFinishedRunIsComplete() throws IOException {
    RunReport report = RunReport.read(aRun().finished(at(3000)), RUN);

    assertThat(report.isComplete()).isTrue();
    assertThat(report.hasSummary()).isTrue();
    assertThat(report.windowNanos()).isEqualTo(3_000_000_000L);
    assertThat(report.slices()).extracting(SliceRow::getSliceIndex).containsExactly(0L, 1L, 2L);
    assertThat(report.datasets())
        .contains(new DatasetRows("requests", OptionalLong.of(4), 4))
        .contains(new DatasetRows("late", OptionalLong.empty(), 0));
    assertThat(report.ledger().profiling()).containsEntry(Outcome.OK, 3L);
  }

  @Test
  void figuresOfTrustedSlicesLeaveTheOthersOut() throws IOException {
    RunReport report =
        RunReport.read(
            new FakePipeline(folder, RUN)
                .with(aRequest(RUN, "a", 0, 400))
                .with(aRequest(RUN, "b", 1000, 1900))
                .with(aRequest(RUN, "c", 2000, 2400))
                .finished(at(3000)),
            RUN);

    assertThat(report.slices().get(1).getTrusted()).isFalse();
    assertThat(report.trusted().distributions().get(Metric.REQUEST_LATENCY).max()).isEqualTo(400);
    assertThat(report.trusted().values())
        .containsEntry(Metric.REQUEST_COUNT, 2.0)
        .containsEntry(Metric.REQUEST_THROUGHPUT, 1.0);
  }

  @Test
  void aRunWhoseSlicesCanAllBeTrustedHasNoOtherFigures() throws IOException {
    RunReport report =
        RunReport.read(
            new FakePipeline(folder, RUN).with(aRequest(RUN, "a", 0, 400)).finished(at(1000)), RUN);

    assertThat(report.trusted().isEmpty()).isTrue();
  }

  @Test
  void anErrorHasTheMessageOfItsFirstRequest() throws IOException {
    RunReport report = RunReport.read(aRun().finished(at(3000)), RUN);

    ErrorReport only = report.errors().get(0);
    assertThat(report.errors()).hasSize(1);
    assertThat(only.message()).isEqualTo("busy");
    assertThat(only.count().getStatus()).isEqualTo(503);
    assertThat(only.count().getSampleRequestIds()).containsExactly("e");
  }

  @Test
  void aCrashedRunIsReportedUpToItsLastSlice() throws IOException {
    FakePipeline pipeline = aRun();
    RunReport report = RunReport.read(pipeline.crashedAfter(pipeline.slicesUpTo(at(2000))), RUN);

    assertThat(report.hasSummary()).isFalse();
    assertThat(report.isComplete()).isFalse();
    assertThat(report.incompleteBecause())
        .hasSize(2)
        .first()
        .asString()
        .contains("summary is missing")
        .endsWith("figures end at 2026-01-02T03:04:07Z");
    assertThat(report.endEpochNanos()).isEqualTo(at(2000));
    assertThat(report.run().getTotals().getRequestsEnded()).isEqualTo(3);
    assertThat(report.statistics().values())
        .containsEntry(Metric.REQUEST_COUNT, 2.0)
        .containsEntry(Metric.REQUEST_THROUGHPUT, 1.0)
        .containsEntry(Metric.ERROR_REQUEST_COUNT, 1.0);
    assertThat(report.energy().joules()).isEqualTo(300);
  }

  /** The same figure in two ways: from rows, and from the sums of the lanes. */
  @Test
  void effectiveConcurrencyIsTheMeanNumberOfRequestsInFlight() throws IOException {
    RunReport report = RunReport.read(aRun().finished(at(3000)), RUN);

    assertThat(report.statistics().distributions().get(Metric.EFFECTIVE_CONCURRENCY).avg())
        .isEqualTo(report.run().getTotals().getInFlightRequestNs() / 3e9);
  }

  @Test
  void anErrorCountsAsInfiniteInTheTwinOfALatency() throws IOException {
    RunReport report = RunReport.read(aRun().finished(at(3000)), RUN);

    DistributionSummary latency =
        report.statistics().distributions().get(Metric.ADJ_REQUEST_LATENCY);
    assertThat(latency.count()).isEqualTo(4);
    assertThat(latency.p50()).isEqualTo(600);
    assertThat(latency.p99()).isInfinite();
  }

  /** AIPerf reports 0 of them as soon as there is an error. */
  @Test
  void aContextOverflowIsRecognizedByTheErrorMessage() throws IOException {
    RunReport other = RunReport.read(aRun().finished(at(3000)), RUN);
    RunReport tooLong =
        RunReport.read(
            aRun(folder.resolve("long"))
                .with(
                    anError(RUN, "l", 2000, 2100)
                        .setMessage("This model's maximum context length is 4096 tokens."))
                .finished(at(3000)),
            RUN);

    assertThat(other.statistics().values()).containsEntry(Metric.CONTEXT_OVERFLOW_COUNT, 0.0);
    assertThat(tooLong.statistics().values()).containsEntry(Metric.CONTEXT_OVERFLOW_COUNT, 1.0);
  }

  @Test
  void everySloHasItsAttainmentInTheRunAndInItsSlices() throws IOException {
    Goodput goodput =
        RunReport.read(
                aRun()
                    .promising("request_latency", 500)
                    .promising("output_sequence_length", 2)
                    .finished(at(3000)),
                RUN)
            .goodput();

    assertThat(goodput.objectives())
        .extracting(SloAttainment::met, SloAttainment::judged)
        .containsExactly(tuple(2L, 3L), tuple(3L, 3L));
    assertThat(goodput.objectives().get(0).share()).isEqualTo(2 / 3.0);
    assertThat(goodput.slices()).containsOnlyKeys(0L, 1L, 2L);
    assertThat(goodput.slices().get(1L).objectives())
        .extracting(SloAttainment::met, SloAttainment::judged)
        .containsExactly(tuple(0L, 1L), tuple(1L, 1L));
    assertThat(goodput.slices().get(0L).goodOutputTokens()).isEqualTo(2);
    assertThat(goodput.slices().get(1L).goodOutputTokens()).isZero();
  }

  @Test
  void aReplayIsComparedWithItsSchedule() throws IOException {
    FakePipeline replay =
        new FakePipeline(folder.resolve("replay"), RUN)
            .with(aRequest(RUN, "a", 100, 400).setScheduledEpochNs(at(95)))
            .with(aRequest(RUN, "b", 300, 500).setScheduledEpochNs(at(195)))
            .with(aRequest(RUN, "c", 1000, 1200).setScheduledEpochNs(at(295)))
            .with(anError(RUN, "e", 5000, 5100).setScheduledEpochNs(at(300)));

    assertThat(RunReport.read(replay.replayed().finished(at(6000)), RUN).statistics().values())
        .containsEntry(Metric.REPLAY_SCHED_LAG_P50, 100.0)
        .containsEntry(Metric.REPLAY_SCHED_LAG_P99, 688.0)
        .containsEntry(Metric.REPLAY_SCHED_DEGRADED, 1.0);
    assertThat(RunReport.read(aRun().finished(at(3000)), RUN).statistics().values())
        .doesNotContainKey(Metric.REPLAY_SCHED_LAG_P50);
  }

  @Test
  void goodTokensAreThoseOfRequestsThatMetEverySlo() throws IOException {
    assertThat(RunReport.read(aRun().finished(at(3000)), RUN).statistics().values())
        .containsEntry(Metric.GOOD_OUTPUT_TOKENS, 4.0)
        .containsEntry(Metric.GOOD_TOKEN_THROUGHPUT, 1.333333);
  }

  @Test
  void energyIsComputedForTheWindowOfRequests() throws IOException {
    GpuEnergy energy = RunReport.read(aRun().finished(at(3000)), RUN).energy();

    assertThat(energy.joules()).isCloseTo(400, within(1e-9));
    assertThat(energy.meanWatts()).isCloseTo(400 / 3.0, within(1e-9));
  }

  @Test
  void theTotalsOfACrashedRunEqualThoseOfASummary() throws IOException {
    RunReport whole = RunReport.read(aRun().slicedByModel().finished(at(3000)), RUN);
    FakePipeline pipeline = aRun(folder.resolve("crashed")).slicedByModel();
    RunReport crashed = RunReport.read(pipeline.crashedAfter(pipeline.slicesUpTo(at(3000))), RUN);

    assertThat(crashed.slices()).hasSize(3).isEqualTo(whole.slices());
    assertThat(crashed.run().getTotals()).isEqualTo(whole.run().getTotals());
    assertThat(crashed.run().getLabelTotals()).isNotEmpty().isEqualTo(whole.run().getLabelTotals());
    assertThat(crashed.run().getGpuTotals()).isEqualTo(whole.run().getGpuTotals());
    assertThat(crashed.statistics()).isEqualTo(whole.statistics());
    assertThat(crashed.aiperfSlices()).isEqualTo(whole.aiperfSlices());
  }

  @Test
  void aRunThatCrashedInItsFirstSliceIsReportedFromItsRequests() throws IOException {
    RunReport report = RunReport.read(aRun().crashedAfter(List.of()), RUN);

    assertThat(report.isComplete()).isFalse();
    assertThat(report.slices()).isEmpty();
    assertThat(report.run().getTotals().getRequestsEnded()).isEqualTo(4);
    assertThat(report.run().getTotals().getHttpErrors()).isEqualTo(1);
    assertThat(report.endEpochNanos()).isEqualTo(at(2500));
    assertThat(report.statistics().values()).containsEntry(Metric.REQUEST_THROUGHPUT, 1.2);
  }

  @Test
  void anUnknownRunIsRejectedWithTheExistingRuns() throws IOException {
    Lake lake = aRun().finished(at(3000));

    assertThatThrownBy(() -> RunReport.read(lake, "other"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Cannot report run other: no data of it is in")
        .hasMessageEndingWith("(its runs: run)");
  }

  @Test
  void missingRowsMakeARunIncomplete() throws IOException {
    Lake lake = aRun().finished(at(3000));
    Files.delete(lake.files(Dataset.REQUESTS, RUN).get(1));
    Files.delete(lake.files(Dataset.SLICES, RUN).get(0));

    RunReport report = RunReport.read(lake, RUN);

    assertThat(report.isComplete()).isFalse();
    assertThat(report.incompleteBecause())
        .containsExactly(
            "2 of 3 slices are in the lake", "2 of 4 rows of requests are in the lake");
  }

  @Test
  void aMissingSliceIsDetectedWithoutASummary() throws IOException {
    FakePipeline pipeline = aRun();
    List<SliceRow> slices = pipeline.slicesUpTo(at(3000));
    RunReport report =
        RunReport.read(pipeline.crashedAfter(List.of(slices.get(0), slices.get(2))), RUN);

    assertThat(report.incompleteBecause()).contains("slices are missing between those in the lake");
  }

  @Test
  void theWarmUpHasItsOwnFigures() throws IOException {
    RunReport report =
        RunReport.read(
            aRun()
                .with(aRequest(RUN, "w", -900, -400).setPhase("warmup"))
                .warmedUpBy(1)
                .finished(at(3000)),
            RUN);

    assertThat(report.warmup().values())
        .containsEntry(Metric.REQUEST_COUNT, 1.0)
        .containsEntry(Metric.REQUEST_THROUGHPUT, 2.0);
    assertThat(report.statistics().values()).containsEntry(Metric.REQUEST_COUNT, 3.0);
  }

  @Test
  void energyIsReportedPerRequestPerTokenAndPerGoodToken() throws IOException {
    GpuEnergy energy = RunReport.read(aRun().finished(at(3000)), RUN).energy();

    assertThat(energy.isValid()).isTrue();
    assertThat(energy.joulesPerRequest().orElseThrow()).isCloseTo(400 / 3.0, within(1e-9));
    assertThat(energy.joulesPerOutputToken().orElseThrow()).isCloseTo(400 / 6.0, within(1e-9));
    assertThat(energy.joulesPerGoodToken().orElseThrow()).isCloseTo(100, within(1e-9));
  }

  @Test
  void energyOfASliceIsDividedByItsArrivedTokens() {
    var uncounted = aGpuSlice(RUN, 0, 300);
    uncounted.put("energy_nanojoules", null);
    SliceRow slice = new SliceRow();
    slice.put("covered_ns", 1_000_000_000L);
    slice.put("valid_requests", 4L);
    slice.put("output_tokens_arrived", 800L);
    slice.put("output_tokens_completed", 50L);

    GpuEnergy energy = GpuEnergy.ofSlice(List.of(aGpuSlice(RUN, 0, 100), uncounted), slice, 40);

    assertThat(energy.joules()).isEqualTo(400);
    assertThat(energy.meanWatts()).isEqualTo(400);
    assertThat(energy.peakWatts()).isEqualTo(400);
    assertThat(energy.joulesPerRequest()).hasValue(100);
    assertThat(energy.joulesPerOutputToken()).hasValue(0.5);
    assertThat(energy.outputTokensPerJoule()).hasValue(2);
    assertThat(energy.joulesPerGoodToken()).hasValue(10);
    assertThat(energy.isValid()).as("one has no counter").isFalse();
  }

  @Test
  void theEnergyOfAGpuWithoutACounterIsComputedFromItsPower() throws IOException {
    var slice = aGpuSlice(RUN, 0, 100);
    slice.put("energy_nanojoules", null);

    GpuEnergy energy =
        RunReport.read(
                new FakePipeline(folder, RUN)
                    .with(aRequest(RUN, "a", 0, 400))
                    .with(slice)
                    .finished(at(1500)),
                RUN)
            .energy();

    assertThat(energy.joules()).isEqualTo(150);
    assertThat(energy.doubts())
        .containsExactly(
            "GPU 0 of http://127.0.0.1:9400/metrics has no energy counter: its energy is mean"
                + " power times the window");
  }

  @Test
  void energyIsDoubtedIfCounterAndPowerDisagreeOrSamplesAreMissing() throws IOException {
    var slice = aGpuSlice(RUN, 0, 100);
    slice.put("integrated_power_nanojoules", 50_000_000_000L);
    slice.put("gap_ns", 600_000_000L);

    GpuEnergy energy =
        RunReport.read(
                new FakePipeline(folder, RUN)
                    .with(aRequest(RUN, "a", 0, 400))
                    .with(slice)
                    .finished(at(1000)),
                RUN)
            .energy();

    assertThat(energy.isValid()).isFalse();
    assertThat(energy.doubts())
        .containsExactly(
            "GPU 0 of http://127.0.0.1:9400/metrics counted 100 J, but its power times time is 50"
                + " J",
            "GPU 0 of http://127.0.0.1:9400/metrics was not observed for 0.6 s");
  }

  @Test
  void aLakeOfAnOlderVersionLacksNewerFigures() throws IOException {
    Lake lake =
        new FakePipeline(folder, RUN)
            .with(aRequest(RUN, "a", 0, 400).setImages(3))
            .with(aRequest(RUN, "b", 0, 500))
            .finished(at(1000));
    assertThat(RunReport.read(lake, RUN).statistics().distributions())
        .containsKey(Metric.NUM_IMAGES);

    for (Path file : lake.files(Dataset.REQUESTS)) {
      WrittenRows.removeColumn(file, "images");
    }

    RunReport older = RunReport.read(lake, RUN);
    assertThat(older.statistics().distributions()).doesNotContainKey(Metric.NUM_IMAGES);
    assertThat(older.statistics().values()).containsEntry(Metric.REQUEST_COUNT, 2.0);
    assertThat(lake.rows(Dataset.REQUESTS, RUN))
        .extracting(RequestRow::getImages)
        .containsOnlyNulls();
  }

  @Test
  void energyIsDoubtedIfSamplesWereOldAndTheMaximumAgeIsReported() throws IOException {
    var fresh = aGpuSlice(RUN, 0, 100);
    fresh.put("sample_age_max_ns", 10_000_000L);
    var old = aGpuSlice(RUN, 1, 100);
    old.put("sample_age_max_ns", 700_000_000L);

    RunReport report =
        RunReport.read(
            new FakePipeline(folder, RUN)
                .with(aRequest(RUN, "a", 0, 400))
                .with(fresh)
                .with(old)
                .finished(at(2000)),
            RUN);

    assertThat(report.energy().doubts())
        .containsExactly("GPU 0 of http://127.0.0.1:9400/metrics reported samples up to 0.7 s old");
  }

  private FakePipeline aRun() {
    return aRun(folder);
  }

  private static FakePipeline aRun(Path lake) {
    return new FakePipeline(lake, RUN)
        .with(aRequest(RUN, "a", 0, 400).setGood(true))
        .with(aRequest(RUN, "b", 900, 1500).setGood(false))
        .with(anError(RUN, "e", 1300, 1301))
        .with(aRequest(RUN, "c", 2100, 2500).setGood(true))
        .with(aGpuSample(RUN, -500, 100, 1000))
        .with(aGpuSample(RUN, 500, 100, 1100))
        .with(aGpuSample(RUN, 1500, 200, 1250))
        .with(aGpuSample(RUN, 2500, 200, 1450))
        .with(aGpuSample(RUN, 3500, 0, 1450))
        .with(aGpuSlice(RUN, 0, 100))
        .with(aGpuSlice(RUN, 1, 200));
  }
}
