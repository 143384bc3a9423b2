package io.longhaul.pipeline.lane;

import static io.longhaul.pipeline.history.TestRequest.aRequest;
import static io.longhaul.pipeline.history.TestRequest.idOf;
import static io.longhaul.pipeline.history.Times.epochAt;
import static io.longhaul.pipeline.history.Times.ms;
import static io.longhaul.pipeline.history.Times.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.export.LedgerRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.export.RequestRow;
import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.TestLane;
import io.longhaul.pipeline.history.TestRequest;
import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.slice.Count;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.MarkRules;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.Ending;
import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.TokenSource;
import io.longhaul.wire.Transport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneTest {
  private final FakeLog log = new FakeLog();
  private final TestLane g0 = TestLane.generator(log, "g0.1.0.p", 1);

  @Test
  void aRequestInOneFragmentIsARowImmediately() {
    g0.started();
    g0.fragment(aRequest(7).scheduledAt(1).sentAt(2).chunksAt(82, 92, 102).endedAt(103).whole());

    RequestRow row = onlyRequest();
    assertThat(row.getRequestId()).isEqualTo(idOf(7).toString());
    assertThat(row.getOutcome()).isEqualTo("ok");
    assertThat(row.getPhase()).isEqualTo("profiling");
    assertThat(row.getSliceIndex()).isZero();
    assertThat(row.getScheduledEpochNs()).isEqualTo(epochAt(1));
    assertThat(row.getEndedEpochNs()).isEqualTo(epochAt(103));
    assertThat(row.getTimeToFirstTokenNs()).isEqualTo(ms(80));
    assertThat(row.getRequestLatencyNs()).isEqualTo(ms(100));
    assertThat(row.getTimeToFirstTokenFromScheduleNs()).isEqualTo(ms(81));
    assertThat(row.getSendLagNs()).isEqualTo(ms(1));
    assertThat(row.getChunkAfterStartNs()).containsExactly(ms(80), ms(90), ms(100));
    assertThat(row.getInputTokens()).isEqualTo(10);
    assertThat(row.getRequestedInputTokens()).isEqualTo(12);
    assertThat(row.getOutputSequenceLength()).isEqualTo(3);
    assertThat(row.getGood()).isTrue();
    assertThat(row.getIncomplete()).isFalse();
    assertThat(row.getSkewed()).isFalse();
  }

  @Test
  void fragmentsInAnyOrderYieldTheSameRow() {
    List<RequestFragment> fragments =
        aRequest(1).sentAt(0).chunksAt(80, 90, 600, 700, 1100).endedAt(1101).fragments(2, 2, 1);
    g0.started();
    g0.fragments(fragments);
    RequestRow inOrder = onlyRequest();

    FakeLog otherLog = new FakeLog();
    TestLane other = TestLane.generator(otherLog, "g0.1.0.p", 1);
    other.started();
    other.skipRecords(2);
    other.fragment(fragments.get(2));
    other.resend(2, () -> other.fragment(fragments.get(1)));
    other.resend(1, () -> other.fragment(fragments.get(0)));

    assertThat(LaneReplay.of(otherLog).requests).containsExactly(inOrder);
  }

  @Test
  void aTokenCountsInTheSliceInWhichItArrivedAndARequestWhereItEnded() {
    g0.started();
    g0.fragments(
        aRequest(1).sentAt(900).chunksAt(950, 1100, 1200, 2100).endedAt(2101).fragments(1, 2, 1));
    g0.heartbeat(3000);

    Map<Long, SlicePart> parts = LaneReplay.of(log).parts();
    assertThat(counts(parts, Count.REQUESTS_SENT)).containsExactly(1L, 0L, 0L);
    assertThat(counts(parts, Count.OUTPUT_TOKENS_ARRIVED)).containsExactly(1L, 2L, 1L);
    assertThat(counts(parts, Count.REQUESTS_ENDED)).containsExactly(0L, 0L, 1L);
    assertThat(counts(parts, Count.OUTPUT_TOKENS_COMPLETED)).containsExactly(0L, 0L, 4L);
  }

  @Test
  void finishReasonsOfAllServersAreCountedUnderCommonNames() {
    List<String> reasons = new ArrayList<>(List.of("stop", "end_turn", "length", "max_tokens"));
    reasons.addAll(List.of("tool_use", "refusal", "of its own"));
    reasons.add(null);
    g0.started();
    for (int i = 0; i < reasons.size(); i++) {
      g0.fragment(
          aRequest(i).sentAt(0).chunksAt(100).finishedBy(reasons.get(i)).endedAt(200).whole());
    }
    g0.fragment(aRequest(90).sentAt(0).failedAt(200, Ending.HTTP_ERROR, 503, "http_503").whole());
    g0.heartbeat(1000);

    SlicePart part = LaneReplay.of(log).parts().get(0L);
    assertThat(part.count(Count.FINISHED_STOP)).isEqualTo(2);
    assertThat(part.count(Count.FINISHED_LENGTH)).isEqualTo(2);
    assertThat(part.count(Count.FINISHED_TOOL_CALLS)).isEqualTo(1);
    assertThat(part.count(Count.FINISHED_CONTENT_FILTER)).isEqualTo(1);
    assertThat(part.count(Count.FINISHED_OTHER)).isEqualTo(1);
    assertThat(part.count(Count.FINISHED_UNTOLD)).as("not of the failed one").isEqualTo(1);
  }

  @Test
  void aResponseIsShortIfItHasFewerTokensThanRequested() {
    g0.started();
    g0.fragment(aRequest(1).asking(3).sentAt(0).chunksAt(100, 110, 120).endedAt(200).whole());
    g0.fragment(aRequest(2).asking(5).sentAt(0).chunksAt(100, 110, 120).endedAt(200).whole());
    g0.fragment(aRequest(3).asking(2).sentAt(0).chunksAt(100, 110, 120).endedAt(200).whole());
    g0.fragment(aRequest(4).sentAt(0).chunksAt(100).endedAt(200).whole());
    g0.heartbeat(1000);

    SlicePart part = LaneReplay.of(log).parts().get(0L);
    assertThat(part.count(Count.LENGTH_ASKED_REQUESTS)).isEqualTo(3);
    assertThat(part.count(Count.OUTPUT_TOKENS_ASKED)).isEqualTo(10);
    assertThat(part.count(Count.SHORT_ANSWERS)).isEqualTo(1);
    assertThat(part.count(Count.OUTPUT_TOKENS_MISSING)).isEqualTo(2);
  }

  @Test
  void theFinishReasonAndTheUsageTakePrecedenceOverOurCountOfAShortResponse() {
    g0.started();
    g0.fragment(withRequestedTokens(1, 48).finishedBy("length").whole());
    g0.fragment(withRequestedTokens(2, 48).finishedBy("length").usage(10, 47).whole());
    g0.fragment(withRequestedTokens(3, 48).finishedBy("stop").usage(10, 48).whole());
    g0.heartbeat(1000);

    SlicePart part = LaneReplay.of(log).parts().get(0L);
    assertThat(part.count(Count.LENGTH_ASKED_REQUESTS)).isEqualTo(3);
    assertThat(part.count(Count.SHORT_ANSWERS)).isZero();
  }

  @Test
  void aResponseIsShortByTheServersUsageOrElseByOurCount() {
    g0.started();
    g0.fragment(withRequestedTokens(1, 48).finishedBy("stop").usage(10, 40).whole());
    g0.fragment(withRequestedTokens(2, 48).finishedBy("length").usage(10, 40).whole());
    g0.fragment(withRequestedTokens(3, 48).finishedBy("stop").whole());
    g0.heartbeat(1000);

    SlicePart part = LaneReplay.of(log).parts().get(0L);
    assertThat(part.count(Count.SHORT_ANSWERS)).isEqualTo(3);
    assertThat(part.count(Count.SHORT_ANSWERS_OWN_COUNT)).isEqualTo(1);
    assertThat(part.count(Count.OUTPUT_TOKENS_MISSING)).isEqualTo(8 + 8 + 46);
  }

  @Test
  void aResponseIsLongIfItHasFivePercentOrFiftyTokensMoreThanRequested() {
    g0.started();
    g0.fragment(withRequestedTokens(1, 48).finishedBy("length").usage(10, 1053).whole());
    g0.fragment(withRequestedTokens(2, 48).usage(10, 50).whole());
    g0.fragment(withRequestedTokens(3, 1).whole());
    g0.heartbeat(1000);

    SlicePart part = LaneReplay.of(log).parts().get(0L);
    assertThat(part.count(Count.LONG_ANSWERS)).isEqualTo(2);
    assertThat(part.count(Count.LONG_ANSWERS_OWN_COUNT)).isEqualTo(1);
    assertThat(part.count(Count.OUTPUT_TOKENS_EXCESS)).isEqualTo(1005 + 1);
  }

  @Test
  void aUsageThatDiffersFromOurCountByMoreThanATenthIsCountedSeparatelyForPromptAndResponse() {
    g0.started();
    g0.fragment(aRequest(1).sentAt(0).chunksAt(100).endedAt(200).usage(1000, 1).whole());
    g0.fragment(aRequest(2).sentAt(0).chunksAt(100).endedAt(200).usage(10, 2).whole());
    g0.heartbeat(1000);

    SlicePart part = LaneReplay.of(log).parts().get(0L);
    assertThat(part.count(Count.USAGE_INPUT_DIFFERS)).isEqualTo(1);
    assertThat(part.count(Count.USAGE_OUTPUT_DIFFERS)).isEqualTo(1);
  }

  /** Our own count of its response is two tokens. */
  private static TestRequest withRequestedTokens(long number, int tokens) {
    return aRequest(number).asking(tokens).sentAt(0).chunksAt(100, 110).endedAt(200);
  }

  @Test
  void aResponseWithoutContentIsEmptyAndNeitherShortNorValid() {
    g0.started();
    g0.fragment(aRequest(1).asking(3).sentAt(0).endedAt(200).whole());
    g0.heartbeat(1000);

    SlicePart part = LaneReplay.of(log).parts().get(0L);
    assertThat(part.count(Count.EMPTY_ANSWERS)).isEqualTo(1);
    assertThat(part.count(Count.LENGTH_ASKED_REQUESTS)).isZero();
  }

  @Test
  void anErrorWithoutContentIsAnEmptyResponseAndNotOk() {
    g0.started();
    g0.fragment(
        aRequest(1).sentAt(0).failedAt(200, Ending.PROTOCOL_ERROR, 200, "no_content").whole());
    g0.fragment(aRequest(2).sentAt(0).failedAt(300, Ending.PROTOCOL_ERROR, 200, "other").whole());
    g0.heartbeat(1000);

    SlicePart part = LaneReplay.of(log).parts().get(0L);
    assertThat(part.count(Count.EMPTY_ANSWERS)).isEqualTo(1);
    assertThat(part.count(Count.PROTOCOL_ERRORS)).isEqualTo(2);
    assertThat(part.count(Count.REQUESTS_OK)).isZero();
  }

  @Test
  void aRepeatedPromptCountsInTheSliceInWhichItsRequestEnds() {
    g0.started();
    g0.fragment(aRequest(1).withPrompt(77).sentAt(0).chunksAt(100).endedAt(200).whole());
    g0.fragment(aRequest(2).withPrompt(78).sentAt(0).chunksAt(100).endedAt(200).whole());
    g0.fragment(aRequest(3).withPrompt(77).sentAt(1000).chunksAt(1100).endedAt(1200).whole());
    g0.heartbeat(2000);

    assertThat(counts(LaneReplay.of(log).parts(), Count.REPEATED_PROMPTS)).containsExactly(0L, 1L);
  }

  @Test
  void inFlightIsTheOverlapWithTheSliceAndItsMaximumIsExact() {
    g0.started();
    g0.fragment(aRequest(1).sentAt(100).chunksAt(200).endedAt(400).whole());
    g0.fragment(aRequest(2).connectStartedAt(300).sentAt(310).chunksAt(500).endedAt(1500).whole());
    g0.fragment(aRequest(3).sentAt(400).chunksAt(500).endedAt(600).whole());
    g0.heartbeat(2000);

    Map<Long, SlicePart> parts = LaneReplay.of(log).parts();
    assertThat(counts(parts, Count.IN_FLIGHT_REQUEST_NANOS))
        .containsExactly(ms(300 + 700 + 200), ms(500));
    assertThat(parts.get(0L).quality().inFlightMax()).isEqualTo(2);
    assertThat(parts.get(1L).quality().inFlightMax()).isEqualTo(1);
  }

  @Test
  void aRequestAlsoCountsInItsLabelSets() {
    g0.slicedBy(List.of(new LabelDimension("model", List.of("a", "b")))).started();
    g0.fragment(model("a", 1).sentAt(100).chunksAt(200, 300).endedAt(400).whole());
    g0.fragment(model("b", 2).sentAt(100).chunksAt(150).endedAt(1200).whole());
    g0.fragment(model("c", 3).sentAt(100).chunksAt(200).endedAt(300).whole());
    g0.fragment(aRequest(4).sentAt(100).chunksAt(200).endedAt(300).whole());
    g0.heartbeat(2000);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(counts(out.partsOf("model=a"), Count.CHUNKS_ARRIVED)).containsExactly(2L);
    assertThat(counts(out.partsOf("model=b"), Count.REQUESTS_ENDED)).containsExactly(0L, 1L);
    assertThat(counts(out.partsOf("model=b"), Count.IN_FLIGHT_REQUEST_NANOS))
        .containsExactly(ms(900), ms(200));
    assertThat(counts(out.partsOf("model=other"), Count.REQUESTS_OK)).containsExactly(2L);
    assertThat(out.partsOf("model=c")).isEmpty();
    assertThat(counts(out.parts(), Count.REQUESTS_OK)).containsExactly(3L, 1L);
  }

  /** Otherwise its tokens could count in one set and its end in another. */
  @Test
  void aRequestWhoseFirstFragmentArrivesLateRemainsInTheOtherSets() {
    g0.slicedBy(List.of(new LabelDimension("model", List.of("a")))).started();
    List<RequestFragment> fragments =
        model("a", 1).sentAt(100).chunksAt(200, 300, 1400).endedAt(1500).fragments(1, 1, 1);
    g0.skipRecords(1);
    g0.fragment(fragments.get(1));
    g0.resend(1, () -> g0.fragment(fragments.get(0)));
    g0.fragment(fragments.get(2));
    g0.heartbeat(2000);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.partsOf("model=a")).isEmpty();
    assertThat(counts(out.partsOf("model=other"), Count.CHUNKS_ARRIVED)).containsExactly(2L, 1L);
    assertThat(out.requests.get(0).getLabels()).containsEntry("model", "a");
  }

  @Test
  void aPlanWithTooManyLabelSetsIsRejected() {
    List<String> values = IntStream.range(0, 300).mapToObj(i -> "m" + i).toList();
    g0.slicedBy(List.of(new LabelDimension("model", values))).started();

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.rejected).hasSize(1);
    assertThat(out.ending().lost()).isTrue();
  }

  @Test
  void theSendReplacesEarlierValuesOfALongConnect() {
    RequestFragment connecting = aRequest(1).connectStartedAt(100).fragments(0, 0).get(0);
    RequestFragment sent =
        RequestFragment.newBuilder(
                aRequest(1).connectStartedAt(100).sentAt(1700).chunksAt(1800).endedAt(1900).whole())
            .setFragmentNo(1)
            .setPlanned(null)
            .build();
    g0.started();
    g0.fragments(List.of(connecting, sent));
    g0.heartbeat(2000);

    assertThat(onlyRequest().getSentEpochNs()).isEqualTo(epochAt(1700));
    Map<Long, SlicePart> parts = LaneReplay.of(log).parts();
    assertThat(counts(parts, Count.REQUESTS_SENT)).containsExactly(0L, 1L);
    assertThat(counts(parts, Count.IN_FLIGHT_REQUEST_NANOS)).containsExactly(ms(900), ms(900));
  }

  @Test
  void theEndOfALongWriteFollowsTheSendInALaterFragment() {
    RequestFragment written = aRequest(1).sentAt(100).fragments(0, 0).get(0);
    RequestFragment sent =
        RequestFragment.newBuilder(written)
            .setTransport(
                Transport.newBuilder(written.getTransport())
                    .setWrittenAtNs(null)
                    .setBytesSent(0)
                    .build())
            .build();
    long writtenAt = sent.getTransport().getSentAtNs() + ms(1400);
    RequestFragment rest =
        RequestFragment.newBuilder(aRequest(1).sentAt(100).chunksAt(1800).endedAt(1900).whole())
            .setFragmentNo(1)
            .setPlanned(null)
            .setTransport(
                Transport.newBuilder().setWrittenAtNs(writtenAt).setBytesSent(9_000_000).build())
            .build();
    g0.started();
    g0.fragments(List.of(sent, rest));
    g0.heartbeat(2000);

    assertThat(onlyRequest().getSentEpochNs()).isEqualTo(epochAt(100));
    assertThat(onlyRequest().getWrittenEpochNs()).isEqualTo(epochAt(1500));
    assertThat(onlyRequest().getBytesSent()).isEqualTo(9_000_000);
    Map<Long, SlicePart> parts = LaneReplay.of(log).parts();
    assertThat(counts(parts, Count.REQUESTS_SENT)).containsExactly(1L, 0L);
    assertThat(counts(parts, Count.BYTES_SENT)).containsExactly(0L, 9_000_000L);
  }

  @Test
  void anUnsentRequestIsInFlightFromWhenTheEventLoopTookIt() {
    g0.started();
    g0.fragment(aRequest(1).failedAt(50, Ending.TRANSPORT_ERROR, null, "name not found").whole());
    g0.heartbeat(1000);

    assertThat(counts(LaneReplay.of(log).parts(), Count.IN_FLIGHT_REQUEST_NANOS))
        .containsExactly(ms(50));
  }

  @Test
  void aPartIsSentOnceAndOnlyWhenTheFrontierHasPassed() {
    g0.started();
    g0.fragment(aRequest(1).sentAt(0).chunksAt(5).endedAt(10).whole());
    g0.heartbeat(999);
    assertThat(LaneReplay.of(log).toRun).isEmpty();

    g0.heartbeat(1000);
    g0.heartbeat(1001);
    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.parts()).containsOnlyKeys(0L);
    assertThat(out.messages(Kind.PROGRESS))
        .singleElement()
        .extracting(LaneMessage::epochNanos)
        .isEqualTo(epochAt(1000));
  }

  @Test
  void messagesToTheRunAreNumberedWithoutGaps() {
    g0.started();
    g0.heartbeat(5000);
    g0.fragment(aRequest(1).sentAt(5100).chunksAt(5200).endedAt(5300).whole());
    g0.ended(6000);
    g0.closed();

    List<LaneMessage> messages = LaneReplay.of(log).toRun;
    assertThat(messages).extracting(LaneMessage::partSeq).startsWith(0L, 1L).isSorted();
    assertThat(messages.get(messages.size() - 1).partSeq()).isEqualTo(messages.size() - 1);
  }

  @Test
  void aHeartbeatCountsOnlyWhenNoGapIsOpenBelowIt() {
    g0.started();
    g0.skipRecords(1);
    g0.heartbeat(2000);
    assertThat(LaneReplay.of(log).messages(Kind.PROGRESS)).isEmpty();

    g0.resend(1, () -> g0.fragment(aRequest(1).sentAt(1).chunksAt(2).endedAt(3).whole()));
    g0.heartbeat(2500);
    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.requests).hasSize(1);
    assertThat(counts(out.parts(), Count.REQUESTS_ENDED)).containsExactly(1L);
  }

  @Test
  void acknowledgedButMissingRecordsAreLostAndCauseNoDelay() {
    g0.started();
    g0.skipRecords(2);
    g0.heartbeat(2000, beat -> beat.setAckedBelow(3));
    g0.ended(2500);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.messages(Kind.PROGRESS)).hasSize(1);
    assertThat(out.ending().lostEvents()).isEqualTo(2);
  }

  @Test
  void aDeclaredDropFillsItsGap() {
    g0.started();
    g0.skipRecords(3);
    g0.dropped(1, 3);
    g0.heartbeat(1000);
    g0.ended(1500);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.messages(Kind.PROGRESS)).hasSize(1);
    assertThat(out.ending().droppedDeclared()).isEqualTo(3);
    assertThat(out.ending().lostEvents()).isZero();
  }

  @Test
  void aDropOfFutureRecordsIsRejected() {
    g0.started();
    g0.dropped(0, Long.MAX_VALUE);

    assertThat(LaneReplay.of(log).rejected)
        .singleElement()
        .extracting(RejectedRow::getReason)
        .asString()
        .startsWith("Invalid drop");
  }

  @Test
  void aGapThatIsOpenAtTheLanesEndIsLost() {
    g0.started();
    g0.skipRecords(4);
    g0.ended(100);

    assertThat(LaneReplay.of(log).ending().lostEvents()).isEqualTo(4);
  }

  @Test
  void duplicatesAreCountedAndIgnored() {
    g0.started();
    RequestFragment whole = aRequest(1).sentAt(1).chunksAt(2).endedAt(3).whole();
    g0.fragment(whole);
    g0.resend(1, () -> g0.fragment(whole));
    g0.ended(10, 1);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.requests).hasSize(1);
    assertThat(out.ending().duplicates()).isEqualTo(1);
  }

  @Test
  void aRequestWithAMissingFragmentWaitsWhileTheGapIsOpenAndIsIncompleteWhenItIsLost() {
    List<RequestFragment> fragments =
        aRequest(1).sentAt(0).chunksAt(80, 90, 600).endedAt(601).fragments(1, 1, 1);
    g0.started();
    g0.fragment(fragments.get(0));
    g0.skipRecords(1);
    g0.fragment(fragments.get(2));
    assertThat(LaneReplay.of(log).requests).isEmpty();

    g0.heartbeat(700, beat -> beat.setAckedBelow(4));
    RequestRow row = onlyRequest();
    assertThat(row.getIncomplete()).isTrue();
    assertThat(row.getOutcome()).isEqualTo("ok");
    assertThat(row.getTimeToFirstTokenNs()).as("no figures with holes").isNull();
    assertThat(row.getChunkAfterStartNs()).containsExactly(ms(80), ms(600));
  }

  @Test
  void aRestoredLaneStillKnowsWhichRequestsWaitForAGap() {
    List<RequestFragment> waits =
        aRequest(1).sentAt(0).chunksAt(80, 600).endedAt(601).fragments(1, 1);
    g0.started();
    g0.skipRecords(1);
    g0.fragment(waits.get(1));
    LaneReplay replay = new LaneReplay();
    log.records().forEach(replay::take);
    assertThat(replay.out.requests).as("the gap may still be filled").isEmpty();

    replay.restart();
    replay.take(g0.heartbeat(700, beat -> beat.setAckedBelow(3)));
    assertThat(replay.out.requests)
        .as("the gap is lost, and nothing waits any longer")
        .singleElement()
        .satisfies(row -> assertThat(row.getIncomplete()).isTrue())
        .satisfies(row -> assertThat(row.getOutcome()).isEqualTo("ok"));
    assertThat(replay.out.toRun).as("the lane itself continues").isEmpty();
  }

  @Test
  void aRestoredLaneAcceptsTheFragmentThatFillsTheGap() {
    List<RequestFragment> waits =
        aRequest(1).sentAt(0).chunksAt(80, 600).endedAt(601).fragments(1, 1);
    g0.started();
    g0.skipRecords(1);
    g0.fragment(waits.get(1));
    LaneReplay replay = new LaneReplay();
    log.records().forEach(replay::take);

    replay.restart();
    g0.resend(1, () -> replay.take(g0.fragment(waits.get(0))));
    assertThat(replay.out.requests)
        .singleElement()
        .satisfies(row -> assertThat(row.getIncomplete()).isFalse());
    replay.take(g0.heartbeat(700, beat -> beat.setAckedBelow(4)));
    assertThat(replay.out.requests).hasSize(1);
  }

  @Test
  void aRequestThatIsOpenAtTheLanesEndIsLostThere() {
    g0.started();
    g0.fragment(aRequest(1).sentAt(0).chunksAt(80, 90).fragments(1, 1).get(0));
    g0.ended(1200);

    RequestRow row = onlyRequest();
    assertThat(row.getOutcome()).isEqualTo("lost");
    assertThat(row.getIncomplete()).isTrue();
    assertThat(row.getEndedEpochNs()).isEqualTo(epochAt(1200));
    assertThat(row.getSliceIndex()).isEqualTo(1);
  }

  @Test
  void aVerdictEndsOpenRequestsAtTheLastFrontier() {
    g0.started();
    g0.fragment(aRequest(1).sentAt(0).chunksAt(80, 90).fragments(1, 1).get(0));
    g0.heartbeat(700);
    g0.lost();

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.requests)
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getOutcome()).isEqualTo("lost");
              assertThat(row.getEndedEpochNs()).isEqualTo(epochAt(700));
            });
    assertThat(out.ending().lost()).isTrue();
    assertThat(out.ending().reason()).isEqualTo("silent");
    assertThat(out.ending().endEpochNanos()).isEqualTo(epochAt(700));
    assertThat(out.parts().get(0L).quality().lostLanes()).containsExactly("g0.1.0.p");
  }

  @Test
  void aCountThatSurvivedItsProcessIncludesRequestsAfterTheLastRecord() {
    g0.started();
    g0.fragment(aRequest(1).sentAt(0).chunksAt(80, 90).fragments(1, 1).get(0));
    g0.heartbeat(700);
    g0.lost(5L);

    LaneEnding ending = LaneReplay.of(log).ending();
    assertThat(ending.issued()).isEqualTo(5);
    assertThat(ending.unseenRequests()).isEqualTo(4);
    assertThat(ending.issuedExactly()).isTrue();
  }

  @Test
  void withoutASurvivingCountTheIssuedCountIsInexact() {
    g0.started();
    g0.heartbeat(700);
    g0.lost();

    assertThat(LaneReplay.of(log).ending().issuedExactly()).isFalse();
  }

  @Test
  void aLaneLostBeforeItsFirstRecordMayHaveIssuedRequests() {
    g0.lost(3L);

    assertThat(LaneReplay.of(log).ending().unseenRequests()).isEqualTo(3);
  }

  @Test
  void aLostRequestDoesNotEndBeforeItsOwnLatestFact() {
    g0.started();
    g0.heartbeat(100);
    g0.fragment(aRequest(1).sentAt(150).chunksAt(180, 190).fragments(1, 1).get(0));
    g0.lost();

    assertThat(onlyRequest().getEndedEpochNs()).isEqualTo(epochAt(180));
  }

  @Test
  void recordsAfterTheVerdictAreLateUntilTheRunIsClosedAndThenRejected() {
    g0.started();
    g0.heartbeat(500);
    g0.lost();
    g0.fragment(aRequest(5).sentAt(600).chunksAt(610).endedAt(620).whole());
    g0.heartbeat(1500);
    g0.lost();
    g0.closed();
    g0.heartbeat(2500);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.requests).isEmpty();
    assertThat(out.late).hasSize(2);
    assertThat(out.late.get(0).getRequestId()).isEqualTo(idOf(5).toString());
    assertThat(out.late.get(0).getOutcome()).isEqualTo("ok");
    assertThat(out.rejected).hasSize(1);
    assertThat(out.messages(Kind.LANE_ENDED)).as("the first verdict wins").hasSize(1);
  }

  @Test
  void aVerdictMayBeALanesFirstRecord() {
    g0.lost();
    g0.started();

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.ending().lost()).isTrue();
    assertThat(out.ending().startEpochNanos()).isEqualTo(LaneEnding.UNKNOWN);
    assertThat(out.late).hasSize(1);
  }

  @Test
  void aVerdictOnALaneThatEndedIsIgnored() {
    g0.started();
    g0.ended(100);
    g0.lost();

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.ending().lost()).isFalse();
    assertThat(out.messages(Kind.LANE_ENDED)).hasSize(1);
  }

  @Test
  void anUndecodableVerdictIsStillAVerdict() {
    g0.started();
    g0.heartbeat(100);
    log.append(
        "longhaul.timing",
        1,
        RecordKey.verdict(TestLane.RUN, g0.lane(), EventKind.LANE_LOST),
        new byte[] {1});

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.ending().lost()).isTrue();
    assertThat(out.rejected).hasSize(1);
  }

  @Test
  void aFirstRecordOtherThanLaneStartedOrAVerdictIsRejected() {
    g0.skipRecords(1);
    g0.heartbeat(100);
    g0.closed();

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.rejected).hasSize(1);
    assertThat(out.toRun).isEmpty();
  }

  @Test
  void aLaneWhoseFirstRecordCannotBeDecodedIsLostAndCausesNoDelay() {
    g0.garbled(EventKind.LANE_STARTED);
    g0.heartbeat(100);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.rejected).hasSize(1);
    assertThat(out.ending().lost()).isTrue();
    assertThat(out.late).hasSize(1);
  }

  @Test
  void aLaneWhoseLastRecordCannotBeDecodedIsLostAtItsFrontier() {
    g0.started();
    g0.heartbeat(900);
    g0.garbled(EventKind.LANE_ENDED);

    LaneEnding ending = LaneReplay.of(log).ending();
    assertThat(ending.lost()).isTrue();
    assertThat(ending.endEpochNanos()).isEqualTo(epochAt(900));
  }

  @Test
  void anUndecodablePayloadIsRejectedWithItsOffsetAndItsSeqIsLost() {
    g0.started();
    g0.garbled(EventKind.REQUEST_FRAGMENT);
    g0.heartbeat(1000);
    g0.ended(1100);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.rejected)
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getLaneId()).isEqualTo("g0.1.0.p");
              assertThat(row.getOffset()).isEqualTo(1);
              assertThat(row.getSeq()).isEqualTo(1);
            });
    assertThat(out.messages(Kind.PROGRESS)).hasSize(1);
    assertThat(out.ending().lostEvents()).isEqualTo(1);
  }

  @Test
  void marksAreSentToTheRunAndDoNotChangeTheNumbersOfEvents() {
    TestLane coordinator = TestLane.coordinator(log);
    coordinator.started();
    coordinator.marked(100, "one");
    coordinator.heartbeat(1000);
    coordinator.marked(1100, "two");
    coordinator.marked(0, 100, "one"); // sent again
    coordinator.stop(2000);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.messages(Kind.MARK)).hasSize(2);
    assertThat(out.messages(Kind.PROGRESS)).hasSize(1);
    assertThat(out.messages(Kind.STOP)).hasSize(1);
    assertThat(out.rejected).isEmpty();
  }

  @Test
  void invalidMarksAreRejectedAndCauseNoDelay() {
    TestLane coordinator = TestLane.coordinator(log);
    coordinator.started();
    coordinator.garbled(EventKind.MARK);
    coordinator.marked(100, "two\nlines");
    coordinator.marked(MarkRules.MAX_PER_RUN, 100, "too many");
    g0.started();
    log.append("longhaul.timing", 1, RecordKey.mark(TestLane.RUN, g0.lane()), markBytes());
    coordinator.heartbeat(1000);
    coordinator.stop(2000);
    coordinator.marked(2100, "after the stop");

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.messages(Kind.MARK)).isEmpty();
    assertThat(out.messages(Kind.PROGRESS)).hasSize(1);
    assertThat(out.messages(Kind.STOP)).hasSize(1);
    assertThat(out.rejected)
        .extracting(RejectedRow::getReason)
        .hasSize(5)
        .anyMatch(reason -> reason.contains("control character U+000A"))
        .contains(
            "Cannot take mark: its lane has 1000 marks already",
            "Invalid event: mark in the lane of a generator",
            "Invalid mark: it follows the stop of its run");
  }

  private static byte[] markBytes() {
    return new EventCodecs().encode(EventKind.MARK, new Mark(0, epochAt(1), "a", MarkSource.API));
  }

  @Test
  void aMarkAfterTheVerdictOnItsLaneIsLate() {
    TestLane coordinator = TestLane.coordinator(log);
    coordinator.started();
    coordinator.lost();
    coordinator.marked(100, "late");

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.messages(Kind.MARK)).isEmpty();
    assertThat(out.late)
        .singleElement()
        .satisfies(row -> assertThat(row.getKind()).isEqualTo("mark"));
  }

  @Test
  void aRecordInAnotherPartitionIsRejectedInAnyReadingOrder() {
    g0.started();
    g0.misroutedHeartbeat(0);
    g0.ended(100);

    List<RejectedRow> readLast = LaneReplay.of(log).rejected;
    LaneReplay backwards = new LaneReplay();
    List<List<FlatRecord>> partitions = new ArrayList<>(log.partitions());
    Collections.reverse(partitions);
    partitions.forEach(partition -> partition.forEach(backwards::take));
    assertThat(backwards.out.rejected).hasSize(1).isEqualTo(readLast);
  }

  @Test
  void aMisroutedLaneStartedOpensNoLane() {
    g0.started(builder -> builder.setPartition(3));

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.rejected).hasSize(1);
    assertThat(out.toRun).isEmpty();
  }

  @Test
  void anEventOfAnotherKindOfLaneIsRejected() {
    g0.started();
    g0.sample(10, "gpu-0", 100, 1);

    assertThat(LaneReplay.of(log).rejected)
        .singleElement()
        .extracting(RejectedRow::getReason)
        .isEqualTo("Invalid event: gpu-sample in the lane of a generator");
  }

  @Test
  void aDecreasingOffsetThrows() {
    var first = g0.started();
    var second = g0.heartbeat(10);
    LaneReplay replay = new LaneReplay();
    replay.take(first);
    replay.take(second);

    assertThatThrownBy(() -> replay.take(second))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("offset 1 came after 1");
  }

  @Test
  void aFactUpToAMinuteBeforeTheRunCountsAtItsStartAndIsSkewed() {
    g0.started(builder -> builder.setAnchorEpochNs(epochAt(-12_000)));
    g0.fragment(aRequest(1).sentAt(-1).chunksAt(5).endedAt(10).whole());
    g0.ended(500);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.rejected).isEmpty();
    assertThat(out.requests).singleElement().extracting(RequestRow::getSkewed).isEqualTo(true);
    assertThat(counts(out.parts(), Count.SKEWED_REQUESTS)).containsExactly(1L);
    assertThat(counts(out.parts(), Count.REQUESTS_SENT)).containsExactly(1L);
  }

  @Test
  void anOlderFactIsRejected() {
    g0.started(builder -> builder.setAnchorEpochNs(epochAt(-200_000)));
    g0.fragment(aRequest(1).sentAt(0).chunksAt(5).endedAt(10).whole());

    assertThat(LaneReplay.of(log).rejected)
        .singleElement()
        .extracting(RejectedRow::getReason)
        .asString()
        .contains("at most 60 s before the lane's start");
  }

  @Test
  void aFactAheadOfTheLogIsRejected() {
    g0.started();
    g0.fragment(aRequest(1).sentAt(0).chunksAt(5).endedAt(3_700_000).whole());
    g0.heartbeat(3_700_000);
    g0.ended(100);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.rejected)
        .extracting(RejectedRow::getReason)
        .allSatisfy(
            reason ->
                assertThat(reason)
                    .matches(
                        "Invalid time: more than an hour ahead of Kafka's clock:"
                            + " \\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z is 61\\.\\d min ahead of the append"
                            + " time"))
        .hasSize(2);
    assertThat(out.ending().endEpochNanos()).isEqualTo(epochAt(100));
    assertThat(out.ending().lostEvents()).isEqualTo(2);
  }

  @Test
  void aLaneThatJoinedLaterCountsFromItsJoin() {
    g0.started(builder -> builder.setCountsFromEpochNs(epochAt(3000)));
    g0.fragment(aRequest(1).sentAt(2900).chunksAt(3100).endedAt(3200).whole());
    g0.ended(3500);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.parts()).containsOnlyKeys(3L);
    assertThat(out.requests).singleElement().extracting(RequestRow::getSkewed).isEqualTo(true);
  }

  @Test
  void chunksThatShareAReadAreCoalescedAcrossFragmentsToo() {
    g0.started();
    g0.fragments(
        aRequest(1)
            .sentAt(0)
            .chunksAt(80, 80, 80, 90)
            .inReads(0, 0, 0, 1)
            .endedAt(91)
            .fragments(2, 2));
    g0.ended(100);

    assertThat(counts(LaneReplay.of(log).parts(), Count.COALESCED_CHUNKS)).containsExactly(2L);
  }

  @Test
  void responsesWithUnknownGapsAreCountedByAffectedMetric() {
    g0.started();
    g0.fragment(aRequest(1).sentAt(0).chunksAt(80, 80, 90).inReads(0, 0, 1).endedAt(91).whole());
    g0.fragment(aRequest(2).sentAt(0).chunksAt(80, 80).inReads(3, 3).endedAt(91).whole());
    g0.fragment(aRequest(3).sentAt(0).chunksAt(80, 90).inReads(0, 1).endedAt(91).whole());
    g0.fragment(aRequest(4).sentAt(0).chunksAt(80).outputTokens(8).endedAt(91).whole());
    g0.ended(1200);

    SlicePart part = LaneReplay.of(log).parts().get(0L);
    assertThat(part.count(Count.SECOND_TOKENS_UNKNOWN)).isEqualTo(2);
    assertThat(part.count(Count.INTER_TOKEN_LATENCIES_UNKNOWN)).isEqualTo(1);
    assertThat(part.count(Count.SINGLE_EVENT_ANSWERS)).isEqualTo(1);
  }

  @Test
  void withTheServersTokenCountsSlicesAddUpToTheUsage() {
    g0.started(
        builder -> builder.setPlan(g0.plan().setTokenSource(TokenSource.SERVER_USAGE).build()));
    g0.fragments(
        aRequest(1)
            .sentAt(0)
            .withoutTokenCounts()
            .chunksAt(80, 1100)
            .usage(12, 5)
            .endedAt(1101)
            .fragments(1, 1));
    g0.ended(1200);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(counts(out.parts(), Count.OUTPUT_TOKENS_ARRIVED)).containsExactly(1L, 4L);
    assertThat(counts(out.parts(), Count.OUTPUT_TOKENS_COMPLETED)).containsExactly(0L, 5L);
    assertThat(out.requests).singleElement().extracting(RequestRow::getOutputTokens).isEqualTo(5);
    assertThat(out.requests).singleElement().extracting(RequestRow::getInputTokens).isEqualTo(12);
    assertThat(counts(out.parts(), Count.INPUT_TOKENS_COMPLETED)).containsExactly(0L, 12L);
  }

  @Test
  void withTheServersTokenCountsAPromptWithoutUsageHasNoCount() {
    g0.started(
        builder -> builder.setPlan(g0.plan().setTokenSource(TokenSource.SERVER_USAGE).build()));
    g0.fragment(aRequest(1).sentAt(0).withoutTokenCounts().chunksAt(80).endedAt(90).whole());
    g0.ended(1200);

    assertThat(LaneReplay.of(log).requests)
        .singleElement()
        .extracting(RequestRow::getInputTokens)
        .isNull();
  }

  @Test
  void aTokenCorrectionCountsWhereTheRequestEnded() {
    g0.started();
    g0.fragment(aRequest(1).sentAt(0).chunksAt(80, 90).tokenCorrection(-1).endedAt(101).whole());
    g0.ended(200);

    assertThat(counts(LaneReplay.of(log).parts(), Count.OUTPUT_TOKENS_ARRIVED)).containsExactly(1L);
  }

  @Test
  void waitsOfALaneCountInTheSliceOfTheirHeartbeat() {
    g0.started();
    g0.heartbeat(500, beat -> beat.setBackedOffNs(1).setRecorderWaitNs(20));
    g0.heartbeat(700, beat -> beat.setRecorderWaitNs(3));
    g0.heartbeat(1500, beat -> beat.setBackedOffNs(2));
    g0.heartbeat(2000);

    Map<Long, SlicePart> parts = LaneReplay.of(log).parts();
    assertThat(counts(parts, Count.BACKED_OFF_NANOS)).containsExactly(1L, 2L);
    assertThat(counts(parts, Count.RECORDER_WAIT_NANOS)).containsExactly(23L, 0L);
  }

  @Test
  void notIssuedAndDroppedCountTheGrowthOfTheirTotals() {
    g0.started();
    g0.heartbeat(
        500,
        beat -> {
          beat.setNotIssued(new NotIssued(3L, 0L, 0L, 0L));
          beat.getHealthBuilder().setDroppedEvents(2);
        });
    g0.heartbeat(
        1500,
        beat -> {
          beat.setNotIssued(new NotIssued(5L, 1L, 0L, 0L));
          beat.getHealthBuilder().setDroppedEvents(2);
        });
    g0.heartbeat(2000);

    Map<Long, SlicePart> parts = LaneReplay.of(log).parts();
    assertThat(counts(parts, Count.NOT_ISSUED_NO_SLOT)).containsExactly(3L, 2L);
    assertThat(counts(parts, Count.NOT_ISSUED_SCHEDULE_OVERRUN)).containsExactly(0L, 1L);
    assertThat(counts(parts, Count.DROPPED_EVENTS)).containsExactly(2L, 0L);
  }

  @Test
  void unseenRequestsAreIssuedRequestsThatAreNotInTheLog() {
    g0.started();
    g0.fragment(aRequest(1).sentAt(0).chunksAt(80).endedAt(90).whole());
    g0.heartbeat(500, beat -> beat.setIssued(4));
    g0.lost();

    assertThat(LaneReplay.of(log).ending().unseenRequests()).isEqualTo(3);
  }

  @Test
  void warmUpLanesHaveRowsButNoSlices() {
    TestLane warmup = TestLane.warmup(log, "g0.1.0.w", 1);
    warmup.started();
    warmup.fragment(aRequest(1).sentAt(-1500).chunksAt(-1400).endedAt(-1390).whole());
    warmup.heartbeat(-1000);
    warmup.ended(-500);

    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.requests)
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getPhase()).isEqualTo("warmup");
              assertThat(row.getSliceIndex()).isEqualTo(-1);
            });
    assertThat(out.parts()).isEmpty();
    assertThat(out.messages(Kind.PROGRESS)).isEmpty();
    assertThat(out.ending().requestsOk()).isEqualTo(1);
  }

  @Test
  void aSliceOfTheLedgerIsOneRowWithItsLastEntry() {
    g0.started();
    g0.heartbeat(500, beat -> beat.setLedger(List.of(entry(0, 3))));
    g0.heartbeat(1000, beat -> beat.setLedger(List.of(entry(0, 5))));
    g0.heartbeat(1500, beat -> beat.setLedger(List.of(entry(0, 5), entry(1, 2))));
    g0.ended(1700);

    List<LedgerRow> rows = LaneReplay.of(log).ledger;
    assertThat(rows).extracting(LedgerRow::getSliceIndex).containsExactly(0L, 1L, -1L);
    assertThat(rows).extracting(LedgerRow::getOk).containsExactly(5L, 2L, 0L);
    assertThat(rows).extracting(LedgerRow::getTotals).containsExactly(false, false, true);
  }

  @Test
  void aStopWaitsWhileEarlierRecordsMayStillArrive() {
    TestLane coordinator = TestLane.coordinator(log);
    coordinator.started();
    coordinator.runStarted();
    coordinator.heartbeat(900);
    coordinator.skipRecords(1);
    coordinator.stop(1000);
    assertThat(LaneReplay.of(log).messages(Kind.STOP)).isEmpty();

    coordinator.resend(3, () -> coordinator.joined(g0, 0));
    RecordingLaneOutput out = LaneReplay.of(log);
    assertThat(out.toRun)
        .extracting(LaneMessage::kind)
        .containsExactly(
            Kind.COORDINATOR_STARTED, Kind.RUN_STARTED, Kind.PROGRESS, Kind.LANE_JOINED, Kind.STOP);
    assertThat(out.messages(Kind.STOP).get(0).epochNanos()).isEqualTo(epochAt(900));
  }

  @Test
  void anInvalidRunStartIsRejected() {
    TestLane coordinator = TestLane.coordinator(log);
    coordinator.started(
        builder -> builder.setPlan(coordinator.plan().setSliceDurationNs(seconds(1)).build()));
    coordinator.stop(10_000_000);

    assertThat(LaneReplay.of(log).rejected).hasSize(1);
  }

  @Test
  void aClosedLaneHasNoState() {
    g0.started();
    g0.ended(100);
    g0.closed();
    LaneReplay replay = new LaneReplay();
    log.records().forEach(replay::take);

    assertThat(replay.openLanes()).isZero();
    assertThat(replay.out.messages(Kind.CLOSED)).hasSize(1);
  }

  private static TestRequest model(String name, long number) {
    return aRequest(number).labelled(Map.of("model", name));
  }

  private static LedgerEntry entry(long slice, long ok) {
    return LedgerEntry.newBuilder().setSliceIndex(slice).setOk(ok).build();
  }

  private RequestRow onlyRequest() {
    List<RequestRow> rows = LaneReplay.of(log).requests;
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  private static List<Long> counts(Map<Long, SlicePart> parts, Count count) {
    return parts.values().stream().map(part -> part.count(count)).toList();
  }
}
