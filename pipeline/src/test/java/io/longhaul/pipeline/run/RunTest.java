package io.longhaul.pipeline.run;

import static io.longhaul.pipeline.history.TestRequest.aRequest;
import static io.longhaul.pipeline.history.Times.epochAt;
import static io.longhaul.pipeline.history.Times.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.longhaul.export.DatasetCount;
import io.longhaul.export.ErrorCount;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.LaneEnd;
import io.longhaul.export.MarkRow;
import io.longhaul.export.RunGenerator;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.TestLane;
import io.longhaul.pipeline.history.TestRequest;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.lane.LaneReplay;
import io.longhaul.wire.Ending;
import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.NotIssued;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunTest {
  private final FakeLog log = new FakeLog();
  private final TestLane coordinator = TestLane.coordinator(log);
  private final TestLane g0 = TestLane.generator(log, "g0.1.0.p", 1);
  private final TestLane g1 = TestLane.generator(log, "g1.1.0.p", 1);
  private final TestLane sampler = TestLane.sampler(log, "s0.1.0");

  @BeforeEach
  void aRunBegins() {
    coordinator.started();
    coordinator.runStarted();
  }

  @Test
  void aSliceIsEmittedWhenAllLanesAndTheCoordinatorHavePassedIt() {
    joinBoth();
    g0.heartbeat(2000);
    g1.heartbeat(1000);
    coordinator.heartbeat(999);
    assertThat(slices()).isEmpty();

    coordinator.heartbeat(5000);
    assertThat(slices()).extracting(SliceRow::getSliceIndex).containsExactly(0L);

    g1.heartbeat(3000);
    assertThat(slices()).extracting(SliceRow::getSliceIndex).containsExactly(0L, 1L);
  }

  @Test
  void aSilentLaneDelaysSlicesOnlyFromItsJoin() {
    coordinator.joined(g0, 0);
    g0.started();
    coordinator.joined(g1, 3500);
    g0.heartbeat(9000);
    coordinator.heartbeat(9000);

    assertThat(slices()).extracting(SliceRow::getSliceIndex).containsExactly(0L, 1L, 2L);
  }

  @Test
  void anEndedOrLostLaneCausesNoDelay() {
    joinBoth();
    g0.ended(100);
    g1.lost();
    coordinator.heartbeat(2001);

    assertThat(slices()).hasSize(2);
  }

  @Test
  void theRunRowContainsItsGeneratorsWithTheirClockOffsets() {
    joinBoth();
    g0.ended(100);
    g1.ended(100);
    coordinator.stop(100);

    assertThat(run().getGenerators())
        .containsExactly(
            new RunGenerator("g0", "generator-0", "host-a", "test", -1_500_000L, 200_000L));
  }

  @Test
  void aSliceWithoutEventsIsAlsoARow() {
    joinBoth();
    g0.heartbeat(3000);
    g1.heartbeat(3000);
    coordinator.heartbeat(3001);

    assertThat(slices())
        .allSatisfy(
            slice -> {
              assertThat(slice.getRequestsEnded()).isZero();
              assertThat(slice.getCoveredNs()).isEqualTo(ms(1000));
              assertThat(slice.getTimeToFirstTokenNs()).isNull();
            });
  }

  @Test
  void aSliceIsEmptyWhenNoRequestWasSentInFlightOrEndedAndNoneIsMissing() {
    joinBoth();
    g0.fragment(aRequest(1).sentAt(100).chunksAt(200).endedAt(2200).whole());
    g0.heartbeat(4500, beat -> beat.setBacklog(1));
    g0.heartbeat(6000);
    g1.heartbeat(6000);
    coordinator.heartbeat(6001);

    assertThat(slices())
        .extracting(SliceRow::getEmpty)
        .as("sent, in flight, ended, nothing, one waits, nothing")
        .containsExactly(false, false, false, true, false, true);
  }

  @Test
  void samplersDelaySlicesLikeGenerators() {
    coordinator.joined(sampler, 0);
    sampler.started();
    sampler.sample(0, "gpu-0", 100, 0);
    coordinator.heartbeat(2000);
    assertThat(slices()).isEmpty();

    sampler.sample(1000, "gpu-0", 100, 100);
    sampler.heartbeat(1000);
    assertThat(slices()).hasSize(1);
    List<GpuSliceRow> gpus = RunReplay.of(log).gpuSlices;
    assertThat(gpus)
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getEnergyNanojoules()).isEqualTo(100_000_000_000L);
              assertThat(row.getGapNs()).isEqualTo(ms(700));
            });
  }

  @Test
  void theRunEndsAtItsLatestFactAndCoversTheLastSliceUpToIt() {
    joinBoth();
    g0.fragment(aRequest(1).sentAt(2100).chunksAt(2200).endedAt(2345).whole());
    g0.ended(2500);
    g1.ended(2500);
    coordinator.heartbeat(1300);
    coordinator.stop(2000);

    RunRow run = run();
    assertThat(run.getRunEndEpochNs()).isEqualTo(epochAt(2345));
    assertThat(run.getLoadEndedEpochNs()).isEqualTo(epochAt(2000));
    assertThat(run.getSlices()).isEqualTo(3);
    assertThat(slices().get(2).getCoveredNs()).isEqualTo(ms(345));
    assertThat(run.getTotals().getCoveredNs()).isEqualTo(ms(2345));
    assertThat(run.getStopReason()).isEqualTo("completed");
    assertThat(run.getStatus()).isEqualTo("complete");
  }

  @Test
  void factsAfterTheEndOfTheRunCountInTheLastSlice() {
    joinBoth();
    g0.fragment(aRequest(1).sentAt(100).chunksAt(200).endedAt(900).whole());
    g0.heartbeat(2500, beat -> beat.getHealthBuilder().setDroppedEvents(4));
    g0.ended(3000);
    g1.ended(900);
    coordinator.stop(950);

    assertThat(slices()).hasSize(1);
    assertThat(slices().get(0).getDroppedEvents()).isEqualTo(4);
    assertThat(run().getTotals().getDroppedEvents()).isEqualTo(4);
  }

  @Test
  void aSliceThatMayBeTheLastOneWaitsForTheLanes() {
    joinBoth();
    g0.heartbeat(2500);
    g1.heartbeat(2500);
    coordinator.heartbeat(2000);
    coordinator.stop(2000);
    assertThat(slices()).extracting(SliceRow::getSliceIndex).containsExactly(0L);

    g0.heartbeat(2600, beat -> beat.getHealthBuilder().setDroppedEvents(4));
    g0.ended(3000);
    g1.ended(3000);
    assertThat(slices()).extracting(SliceRow::getDroppedEvents).containsExactly(0L, 4L);
  }

  @Test
  void gpuSlicesAreCutAtTheEndOfTheRunAndAddUpToIt() {
    coordinator.joined(g0, 0);
    coordinator.joined(sampler, 0);
    g0.started();
    sampler.started();
    for (long at = -100; at <= 2600; at += 100) {
      sampler.sample(at, "gpu-0", 100, at / 10.0);
    }
    sampler.sample(2700, "gpu-1", 100, 0);
    g0.fragment(aRequest(1).sentAt(1000).chunksAt(1200).endedAt(1345).whole());
    g0.ended(2650);
    sampler.ended(2700);
    coordinator.stop(1300);

    List<GpuSliceRow> gpus = RunReplay.of(log).gpuSlices;
    assertThat(gpus).extracting(GpuSliceRow::getCoveredNs).containsExactly(ms(1000), ms(345));
    assertThat(gpus).extracting(GpuSliceRow::getGapNs).containsExactly(0L, 0L);
    assertThat(gpus).extracting(GpuSliceRow::getSamples).containsExactly(10L, 4L);
    assertThat(gpus)
        .extracting(GpuSliceRow::getEnergyNanojoules)
        .containsExactly(100_000_000_000L, 34_500_000_000L);
    assertThat(gpus.get(1).getPowerWatts().getObservedNs()).isEqualTo(ms(345));
    assertThat(slices()).extracting(SliceRow::getGpuPowerWatts).containsExactly(100.0, 100.0);
    assertThat(slices()).extracting(SliceRow::getGpuEnergyJoules).containsExactly(100.0, 34.5);
    assertThat(slices()).extracting(SliceRow::getGoodOutputTokens).containsExactly(0L, 1L);
    assertThat(slices()).extracting(SliceRow::getJoulesPerGoodToken).containsExactly(null, 34.5);
    assertThat(run().getTotals().getGpuEnergyJoules()).isEqualTo(134.5);
    assertThat(run().getTotals().getJoulesPerGoodToken()).isEqualTo(134.5);
    assertThat(run().getGpuTotals())
        .singleElement()
        .satisfies(
            totals -> {
              assertThat(totals.getEnergyNanojoules()).isEqualTo(134_500_000_000L);
              assertThat(totals.getIntegratedPowerNanojoules()).isEqualTo(134_500_000_000L);
              assertThat(totals.getGapNs()).isZero();
            });
  }

  @Test
  void aSliceReportsItsOldestSampleAndTheRunTheOldestOfAll() {
    coordinator.joined(sampler, 0);
    sampler.started();
    sampler.agedSample(0, "gpu-0", 0);
    sampler.agedSample(300, "gpu-0", 300);
    sampler.agedSample(600, "gpu-0", 20);
    sampler.agedSample(1000, "gpu-0", 0);
    sampler.agedSample(1900, "gpu-0", 90);
    sampler.agedSample(2100, "gpu-0", 5000);
    sampler.ended(2200);
    coordinator.stop(2000);

    assertThat(RunReplay.of(log).gpuSlices)
        .extracting(GpuSliceRow::getSampleAgeMaxNs)
        .containsExactly(ms(300), ms(90));
    assertThat(run().getGpuTotals())
        .extracting(GpuSliceRow::getSampleAgeMaxNs)
        .containsExactly(ms(300));
  }

  @Test
  void counterGrowthReportedAfterTheRunCountsUpToItsEnd() {
    coordinator.joined(sampler, 0);
    sampler.started();
    sampler.sample(0, "gpu-0", 100, 0);
    sampler.heartbeat(3000);
    sampler.sample(4000, "gpu-0", 100, 400);
    sampler.ended(4000);
    coordinator.stop(1500);

    assertThat(run().getGpuTotals().get(0).getEnergyNanojoules()).isEqualTo(150_000_000_000L);
  }

  @Test
  void theSummaryWaitsForEveryLaneIncludingWarmUp() {
    TestLane warmup = TestLane.warmup(log, "g0.1.0.w", 1);
    coordinator.joined(warmup, -2000);
    coordinator.joined(g0, 0);
    warmup.started();
    warmup.fragment(aRequest(9).sentAt(-900).chunksAt(-800).endedAt(-700).whole());
    g0.started();
    g0.ended(1000);
    coordinator.stop(1000);
    assertThat(RunReplay.of(log).runs).isEmpty();

    warmup.ended(-500);
    assertThat(run().getWarmupRequests()).isEqualTo(1);
    assertThat(run().getWarmupOk()).isEqualTo(1);
    assertThat(run().getTotals().getRequestsEnded()).isZero();
  }

  @Test
  void beforeTheStopNoSliceIsEmittedThatMayExceedTheEnd() {
    joinBoth();
    coordinator.heartbeat(1000);
    coordinator.stop(1500);
    g0.heartbeat(9000);
    g1.heartbeat(9000);
    assertThat(slices()).hasSize(1);

    g0.ended(9100);
    g1.ended(9100);
    assertThat(slices()).hasSize(2);
    assertThat(run().getRunEndEpochNs()).isEqualTo(epochAt(1500));
  }

  @Test
  void aLostLaneMakesTheRunIncompleteAndItsSliceUntrusted() {
    joinBoth();
    g0.fragment(aRequest(1).sentAt(0).chunksAt(10).endedAt(20).whole());
    g0.heartbeat(700, beat -> beat.setIssued(3));
    g0.lost();
    g1.ended(1900);
    coordinator.stop(1900);

    RunRow run = run();
    assertThat(run.getStatus()).isEqualTo("incomplete");
    assertThat(run.getIncompleteBecause())
        .containsExactly(
            "lane g0.1.0.p was lost: silent",
            "lane g0.1.0.p sent 2 requests of which the log has no record",
            "lane g0.1.0.p may have sent more requests after its last record in the log");
    assertThat(run.getUnseenRequests()).isEqualTo(2);
    assertThat(run.getLanes()).extracting(LaneEnd::getEnd).containsExactly("lost", "ended");
    assertThat(slices()).extracting(SliceRow::getTrusted).containsExactly(false, true);
    assertThat(slices().get(0).getDistrust()).containsExactly("lane g0.1.0.p was lost");
  }

  /** Requests end between the last heartbeat and the loss, so the heartbeat's count is too low. */
  @Test
  void aLostLaneIssuedAtLeastAsManyRequestsAsTheLogContains() {
    joinBoth();
    g0.heartbeat(10, beat -> beat.setIssued(0));
    g0.fragment(aRequest(1).sentAt(20).chunksAt(30).endedAt(40).whole());
    g0.fragment(aRequest(2).sentAt(50).chunksAt(60).endedAt(70).whole());
    g0.lost();
    g1.ended(1900);
    coordinator.stop(1900);

    assertThat(run().getIssued()).isEqualTo(2);
    assertThat(run().getUnseenRequests()).isZero();
    assertThat(run().getLanes()).extracting(LaneEnd::getIssuedExact).containsExactly(false, true);
  }

  @Test
  void theCountOfALaneThatMayStillSendIsALowerBound() {
    joinBoth();
    g0.heartbeat(700, beat -> beat.setIssued(3));
    g0.lost(5L, false);
    g1.ended(1900);
    coordinator.stop(1900);

    assertThat(run().getUnseenRequests()).isEqualTo(5);
    assertThat(run().getLanes()).extracting(LaneEnd::getIssuedExact).containsExactly(false, true);
  }

  @Test
  void theIssuedCountOfALostLaneIsExactIfACountSurvived() {
    joinBoth();
    g0.heartbeat(700, beat -> beat.setIssued(3));
    g0.lost(5L);
    g1.ended(1900);
    coordinator.stop(1900);

    assertThat(run().getUnseenRequests()).isEqualTo(5);
    assertThat(run().getIncompleteBecause())
        .containsExactly(
            "lane g0.1.0.p was lost: silent",
            "lane g0.1.0.p sent 5 requests of which the log has no record");
  }

  @Test
  void lanesAddUpAndTheMaximumInFlightIsAnUpperBound() {
    joinBoth();
    g0.fragment(aRequest(1).sentAt(100).chunksAt(150).endedAt(200).whole());
    g1.fragment(aRequest(2).sentAt(300).chunksAt(350).endedAt(400).whole());
    g0.ended(1000);
    g1.ended(1000);
    coordinator.stop(1000);

    SliceRow slice = slices().get(0);
    assertThat(slice.getRequestsEnded()).isEqualTo(2);
    assertThat(slice.getInFlightRequestNs()).isEqualTo(ms(200));
    assertThat(slice.getInFlightMax()).isEqualTo(2);
    assertThat(slice.getGeneratorLanes()).isEqualTo(2);
    assertThat(slice.getTimeToFirstTokenNs().getCount()).isEqualTo(2);
    assertThat(slice.getTimeToFirstTokenNs().getSum()).isEqualTo(ms(100));
  }

  @Test
  void listedLabelSetsHaveARowInEverySliceAndOthersOnlyWithFacts() {
    LabelDimension model = new LabelDimension("model", List.of("b", "a"));
    FakeLog labelled = new FakeLog();
    TestLane speaker = TestLane.coordinator(labelled).slicedBy(List.of(model));
    TestLane lane = TestLane.generator(labelled, "g0.1.0.p", 1).slicedBy(List.of(model));
    speaker.started();
    speaker.runStarted();
    speaker.joined(lane, 0);
    lane.started();
    lane.fragment(
        aRequest(1)
            .labelled(Map.of("model", "a"))
            .sentAt(100)
            .failedAt(200, Ending.HTTP_ERROR, 503, "busy")
            .whole());
    lane.fragment(
        aRequest(2)
            .labelled(Map.of("model", "new"))
            .sentAt(1100)
            .chunksAt(1150)
            .endedAt(1400)
            .whole());
    lane.heartbeat(
        1900,
        beat -> {
          beat.setBacklog(4);
          beat.setNotIssued(NotIssued.newBuilder().setNoSlot(3).build());
          beat.getHealthBuilder().setPauseMaxNs(ms(500));
        });
    lane.ended(2000);
    speaker.stop(2000);

    RecordingRunOutput out = RunReplay.of(labelled);
    assertThat(out.slices)
        .extracting(row -> row.getSliceIndex() + " " + row.getLabelSet())
        .containsExactly(
            "0 ", "0 model=a", "0 model=b", "1 ", "1 model=a", "1 model=b", "1 model=other");
    assertThat(out.slices.get(1).getErrors()).hasSize(1);
    SliceRow others = out.slices.get(6);
    assertThat(others.getRequestsOk()).isEqualTo(1);
    assertThat(others.getInFlightMax()).isEqualTo(1);
    assertThat(others.getTimeToFirstTokenNs().getSum()).isEqualTo(ms(50));
    assertThat(others.getTrusted()).as("a pause affects every generator").isFalse();
    assertThat(others.getDistrust()).isEqualTo(out.slices.get(3).getDistrust());
    assertThat(others.getBacklogMax()).isEqualTo(4);
    assertThat(others.getNotIssuedNoSlot()).as("counts only for all requests").isZero();
    assertThat(others.getGpuPowerWatts()).isNull();
    assertThat(out.runs.get(0).getLabelTotals())
        .extracting(row -> row.getLabelSet() + " " + row.getRequestsEnded())
        .containsExactly("model=a 1", "model=b 0", "model=other 1");
    assertThat(out.runs.get(0).getRows()).contains(new DatasetCount("slices", 7L));
  }

  @Test
  void ratesOfAStageAreDividedByItsOwnTime() {
    List<LabelDimension> stages = List.of(new LabelDimension("stage", List.of("1", "2")));
    FakeLog staged = new FakeLog();
    TestLane speaker = TestLane.coordinator(staged).slicedBy(stages).inStages(ms(500), ms(1000));
    TestLane lane =
        TestLane.generator(staged, "g0.1.0.p", 1).slicedBy(stages).inStages(ms(500), ms(1000));
    speaker.started();
    speaker.runStarted();
    speaker.joined(lane, 0);
    lane.started();
    lane.fragment(
        aRequest(1).labelled(Map.of("stage", "2")).sentAt(600).chunksAt(700).endedAt(1800).whole());
    lane.ended(2000);
    speaker.stop(1900);

    RecordingRunOutput out = RunReplay.of(staged);
    assertThat(out.slices)
        .extracting(row -> row.getSliceIndex() + " " + row.getLabelSet() + " " + row.getCoveredNs())
        .containsExactly(
            "0  " + ms(1000),
            "0 stage=1 " + ms(500),
            "0 stage=2 " + ms(500),
            "1  " + ms(900),
            "1 stage=1 0",
            "1 stage=2 " + ms(500));
    assertThat(out.runs.get(0).getLabelTotals())
        .extracting(SliceRow::getCoveredNs)
        .containsExactly(ms(500), ms(1000));
  }

  @Test
  void errorsAreCountedByKindWithTheEarliestAsExamples() {
    joinBoth();
    for (long i = 12; i > 0; i--) {
      g0.fragment(aRequest(i).sentAt(i).failedAt(100 + i, Ending.HTTP_ERROR, 503, "busy").whole());
    }
    g1.fragment(aRequest(20).sentAt(5).failedAt(50, Ending.TIMEOUT, null, "no answer").whole());
    g0.ended(1000);
    g1.ended(1000);
    coordinator.stop(1000);

    List<ErrorCount> errors = run().getTotals().getErrors();
    assertThat(errors).extracting(ErrorCount::getOutcome).containsExactly("http_error", "timeout");
    ErrorCount busy = errors.get(0);
    assertThat(busy.getCount()).isEqualTo(12);
    assertThat(busy.getStatus()).isEqualTo(503);
    assertThat(busy.getFirstEpochNs()).isEqualTo(epochAt(101));
    assertThat(busy.getSampleRequestIds())
        .hasSize(10)
        .startsWith(TestRequest.idOf(1).toString(), TestRequest.idOf(2).toString());
  }

  @Test
  void aLostCoordinatorEndsTheRunAtItsFrontier() {
    joinBoth();
    g0.ended(1700);
    g1.ended(1700);
    coordinator.heartbeat(1600);
    coordinator.lost();

    RunRow run = run();
    assertThat(run.getStopReason()).isEqualTo("coordinator lost");
    assertThat(run.getRunEndEpochNs()).isEqualTo(epochAt(1600));
    assertThat(run.getStatus()).isEqualTo("incomplete");
  }

  @Test
  void aSuccessorLeadsTheRunToItsEndAndNothingIsLost() {
    TestLane successor = successor("c.2.0");
    joinBoth();
    coordinator.heartbeat(900);
    g0.heartbeat(2500);
    g1.heartbeat(2500);
    coordinator.lostTo(successor, 900);
    assertThat(slices()).as("a lane may join from 900 ms").isEmpty();

    successor.startedAfter(List.of(coordinator));
    assertThat(slices()).as("the successor has not promised more").isEmpty();
    successor.heartbeat(2001);
    assertThat(slices()).extracting(SliceRow::getSliceIndex).containsExactly(0L, 1L);

    g0.ended(2600);
    g1.ended(2600);
    successor.stop(2600);
    assertThat(run().getStatus()).isEqualTo("complete");
    assertThat(run().getStopReason()).isEqualTo("completed");
    assertThat(run().getRunEndEpochNs()).isEqualTo(epochAt(2600));
  }

  @Test
  void aLaneThatASuccessorJoinsBelongsToTheRun() {
    TestLane successor = successor("c.2.0");
    coordinator.joined(g0, 0);
    g0.started();
    coordinator.heartbeat(900);
    coordinator.lostTo(successor, 900);
    g0.lost();
    successor.startedAfter(List.of(coordinator));
    successor.joined(g1, 2000);
    g1.started(started -> started.setCountsFromEpochNs(epochAt(2000)));
    g1.fragment(aRequest(1).sentAt(2100).chunksAt(2200).endedAt(2300).whole());
    g1.ended(2400);
    successor.stop(2400);

    assertThat(run().getTotals().getRequestsOk()).isEqualTo(1);
    assertThat(run().getLanes())
        .extracting(LaneEnd::getLaneId)
        .containsExactly("g0.1.0.p", "g1.1.0.p");
  }

  /** Its last heartbeats may have completed slices that the run then must cover. */
  @Test
  void theSummaryWaitsForAllRecordsOfTheFormerCoordinator() {
    TestLane successor = successor("c.2.0");
    joinBoth();
    g0.ended(1000);
    g1.ended(1000);
    coordinator.heartbeat(3100);
    coordinator.lostTo(successor, 3100);
    successor.startedAfter(List.of(coordinator));
    successor.stop(1000);

    List<LaneMessage> inOrder = LaneReplay.of(log).toRun;
    RunReplay successorFirst = new RunReplay();
    inOrder.stream().filter(message -> !isFrom(coordinator, message)).forEach(successorFirst::take);
    assertThat(successorFirst.out.runs).isEmpty();
    inOrder.stream().filter(message -> isFrom(coordinator, message)).forEach(successorFirst::take);

    assertThat(successorFirst.out.runs).containsExactly(run());
    assertThat(run().getRunEndEpochNs()).isEqualTo(epochAt(3100));
    assertThat(slices()).hasSize(4);
  }

  @Test
  void aSuccessorThatWasLostBeforeItsFirstRecordIsSucceededInTurn() {
    TestLane silent = successor("c.2.0");
    TestLane last = successor("c.3.0");
    joinBoth();
    coordinator.lostTo(silent, 0);
    silent.lostTo(last, 0);
    g0.heartbeat(2500);
    g1.heartbeat(2500);
    assertThat(slices()).as("lanes may join until the last coordinator starts").isEmpty();

    last.startedAfter(List.of(coordinator, silent));
    last.heartbeat(2000);
    g0.ended(2600);
    g1.ended(2600);
    last.stop(2600);
    assertThat(slices()).hasSize(3);
    assertThat(run().getStatus()).isEqualTo("complete");

    for (TestLane lane : List.of(g0, g1, coordinator, last)) {
      lane.closed();
    }
    assertThat(replay(log).openRuns()).isEqualTo(1);
    silent.closed();
    assertThat(replay(log).openRuns()).isZero();
  }

  @Test
  void theStateOfARunIsNotDeletedBeforeTheRecordsOfTheFormerCoordinatorWereRead() {
    TestLane successor = successor("c.2.0");
    joinBoth();
    coordinator.lostTo(successor, 0);
    successor.startedAfter(List.of(coordinator));
    g0.ended(900);
    g1.ended(900);
    successor.stop(900);
    for (TestLane lane : List.of(g0, g1, coordinator, successor)) {
      lane.closed();
    }

    List<LaneMessage> inOrder = LaneReplay.of(log).toRun;
    RunReplay successorFirst = new RunReplay();
    inOrder.stream().filter(message -> isFrom(successor, message)).forEach(successorFirst::take);
    assertThat(successorFirst.openRuns()).isEqualTo(1);
    inOrder.stream().filter(message -> !isFrom(successor, message)).forEach(successorFirst::take);

    assertThat(successorFirst.out.runs).containsExactly(run());
    assertThat(successorFirst.openRuns()).isZero();
  }

  @Test
  void theStopOfACoordinatorThatWasReplacedHasNoEffect() {
    TestLane successor = successor("c.2.0");
    joinBoth();
    coordinator.lostTo(successor, 0);
    successor.startedAfter(List.of(coordinator));
    coordinator.stop(500);
    g0.ended(2000);
    g1.ended(2000);
    assertThat(RunReplay.of(log).runs).isEmpty();

    successor.stop(2000);
    assertThat(run().getRunEndEpochNs()).isEqualTo(epochAt(2000));
  }

  private TestLane successor(String lane) {
    return TestLane.coordinator(log, TestLane.RUN, lane, 1);
  }

  private static boolean isFrom(TestLane lane, LaneMessage message) {
    return message.laneId().equals(lane.lane());
  }

  @Test
  void aRunStoppedBeforeItsStartHasNoRowAndNoState() {
    FakeLog otherLog = new FakeLog();
    TestLane alone = TestLane.coordinator(otherLog);
    alone.started();
    alone.stop(0);
    alone.closed();
    RunReplay replay = replay(otherLog);

    assertThat(replay.out.runs).isEmpty();
    assertThat(replay.openRuns()).isZero();
  }

  @Test
  void aMarkIsARowImmediately() {
    joinBoth();
    coordinator.marked(1500, "deployed 1.4.2");

    assertThat(RunReplay.of(log).marks)
        .containsExactly(
            new MarkRow(
                TestLane.RUN, coordinator.lane(), epochAt(1500), 1L, "deployed 1.4.2", "command"));
  }

  @Test
  void theRunRowCountsItsMarksEachOnce() {
    joinBoth();
    coordinator.marked(100, "one");
    coordinator.marked(200, "two");
    coordinator.marked(0, 100, "one"); // sent again
    g0.ended(1000);
    g1.ended(1000);
    coordinator.stop(1000);

    assertThat(RunReplay.of(log).marks).extracting(MarkRow::getText).containsExactly("one", "two");
    assertThat(run().getRows()).contains(new DatasetCount("marks", 2L));
    assertThat(run().getStatus()).isEqualTo("complete");
  }

  @Test
  void aRunWithoutMarksHasTheSameRowAsInTheFirstRelease() {
    joinBoth();
    g0.ended(1000);
    g1.ended(1000);
    coordinator.stop(1000);

    assertThat(run().getRows()).extracting(DatasetCount::getDataset).doesNotContain("marks");
  }

  @Test
  void marksOfASuccessorWaitForTheStartOfTheRun() {
    TestLane successor = TestLane.coordinator(log, TestLane.RUN, "c.2.0", 0);
    joinBoth();
    coordinator.marked(500, "before");
    coordinator.lostTo(successor, 1000);
    successor.startedAfter(List.of(coordinator));
    successor.marked(2500, "after");
    List<LaneMessage> messages = LaneReplay.of(log).toRun;
    RunReplay successorFirst = new RunReplay();
    messages.stream()
        .filter(message -> message.laneId().equals(successor.lane()))
        .forEach(successorFirst::take);
    assertThat(successorFirst.out.marks).isEmpty();
    successorFirst.restart();
    messages.stream()
        .filter(message -> !message.laneId().equals(successor.lane()))
        .forEach(successorFirst::take);

    assertThat(successorFirst.out.marks)
        .extracting(MarkRow::getText, MarkRow::getSliceIndex)
        .containsExactlyInAnyOrder(tuple("before", 0L), tuple("after", 2L));
  }

  @Test
  void stateIsDeletedWhenTheLastLaneOfTheRunIsClosed() {
    joinBoth();
    g0.ended(1000);
    g1.ended(1000);
    coordinator.stop(1000);
    g0.closed();
    coordinator.closed();
    assertThat(replay(log).openRuns()).isEqualTo(1);

    g1.closed();
    assertThat(replay(log).openRuns()).isZero();
  }

  @Test
  void excessLanesAreRejectedAndReported() {
    for (int i = 0; i <= RunProgress.MAX_LANES; i++) {
      TestLane lane = TestLane.generator(log, "g%04d.1.0.p".formatted(i), 1);
      coordinator.joined(lane, 0);
      lane.started();
      lane.ended(500);
    }
    coordinator.stop(1000);

    RunRow run = replay(log).out.runs.get(0);
    assertThat(run.getLanes()).hasSize(RunProgress.MAX_LANES);
    assertThat(run.getIncompleteBecause())
        .containsExactly("1 lanes were refused: a run has at most 1024");
  }

  @Test
  void aMissingMessageBetweenTheStagesThrows() {
    RunReplay replay = new RunReplay();
    LaneMessage late =
        new LaneMessage(TestLane.RUN, "g0.1.0.p", LaneMessage.Kind.PROGRESS, 1, -1, 5, new byte[0]);

    assertThatThrownBy(() -> replay.take(late))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("received message 1, expected 0");
  }

  private void joinBoth() {
    coordinator.joined(g0, 0);
    coordinator.joined(g1, 0);
    g0.started();
    g1.started();
  }

  private List<SliceRow> slices() {
    return RunReplay.of(log).slices;
  }

  private RunRow run() {
    List<RunRow> runs = RunReplay.of(log).runs;
    assertThat(runs).hasSize(1);
    return runs.get(0);
  }

  private static RunReplay replay(FakeLog log) {
    LaneReplay lanes = new LaneReplay();
    log.records().forEach(lanes::take);
    RunReplay replay = new RunReplay();
    lanes.out.toRun.forEach(replay::take);
    return replay;
  }
}
