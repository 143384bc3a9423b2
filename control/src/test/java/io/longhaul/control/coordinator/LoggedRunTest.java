package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.LaneLocation;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.TokenSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoggedRunTest {
  private static final LaneLocation PLACE = new LaneLocation("longhaul.timing", 0);
  private static final long ANCHOR = 1_700_000_000_000_000_000L;

  private static final String LANE = "g0.1.0.p";
  private static final long MILLIS = 1_000_000;
  private static final long ALIVE_MILLIS = 100_000;

  private final LoggedRun run = new LoggedRun(ALIVE_MILLIS * MILLIS);

  @Test
  void lanesThatNeitherEndedNorWereLostAreOpen() {
    joined("g0.1.0.p");
    joined("g1.1.0.p");
    joined("g2.1.0.p");
    event("g0.1.0.p", EventKind.LANE_ENDED, ended(5));
    verdict("g1.1.0.p", null);

    assertThat(run.lanes()).containsOnlyKeys("g0.1.0.p", "g1.1.0.p", "g2.1.0.p");
    assertThat(run.openLanes()).containsOnlyKeys("g2.1.0.p");
    assertThat(run.hasLostLanes()).isTrue();
  }

  @Test
  void aLaneWhoseJoinIsBeforeTheReadPartOfTheLogIsKnownByItsRecords() {
    LaneLocation elsewhere = new LaneLocation("longhaul.gpu", 3);
    run.read(
        RecordKey.event("run", "s0.1.0", EventKind.HEARTBEAT, 900), elsewhere, 7, heartbeat(1));

    assertThat(run.openLanes()).containsOnlyKeys("s0.1.0").containsValue(elsewhere);
  }

  @Test
  void theSuccessorOfALostCoordinatorLeadsTheRunEvenWithoutARecord() {
    event("c.1.0", EventKind.LANE_STARTED, started(LaneKind.COORDINATOR));
    event("c.1.0", EventKind.HEARTBEAT, heartbeat(40));
    assertThat(run.coordinator()).contains("c.1.0");
    assertThat(run.frontierEpochNanos("c.1.0")).isEqualTo(OptionalLong.of(ANCHOR + 40));

    verdict("c.1.0", "c.2.0");
    assertThat(run.coordinator()).contains("c.2.0");
    run.succeeded("c.3.0");
    assertThat(run.coordinator()).contains("c.3.0");
    assertThat(run.coordinators()).containsExactly("c.1.0", "c.2.0", "c.3.0");
    assertThat(run.openLanes()).as("lanes of coordinators are not closed by verdicts").isEmpty();
  }

  @Test
  void theStopOfACoordinatorThatWasReplacedDoesNotCount() {
    verdict("c.1.0", "c.2.0");
    event("c.1.0", EventKind.STOP, null);
    assertThat(run.isStopped()).isFalse();

    event("c.2.0", EventKind.STOP, null);
    assertThat(run.isStopped()).isTrue();
  }

  @Test
  void aRunIsClosedWhenAllItsCoordinatorsAre() {
    assertThat(run.isClosed()).as("nothing was read").isFalse();
    verdict("c.1.0", "c.2.0");
    closed("c.1.0");
    assertThat(run.isClosed()).isFalse();

    closed("c.2.0");
    assertThat(run.isClosed()).isTrue();
  }

  @Test
  void theLoadEndedWithTheLastFactOfAGenerator() {
    event("g0.1.0.p", EventKind.LANE_STARTED, started(LaneKind.GENERATOR));
    event("g0.1.0.p", EventKind.HEARTBEAT, heartbeat(70));
    event("g0.1.0.p", EventKind.LANE_ENDED, ended(90));
    event("s0.1.0", EventKind.LANE_STARTED, started(LaneKind.SAMPLER));
    event("s0.1.0", EventKind.HEARTBEAT, heartbeat(5_000));

    assertThat(run.loadEndedEpochNanos()).isEqualTo(ANCHOR + 90);
  }

  /** The start of the lane, which contains its anchor, may be weeks before the end of the log. */
  @Test
  void theAppendTimeReplacesTheTimesOfALaneWhoseStartWasNotRead() {
    run.read(
        RecordKey.event("run", "g0.1.0.p", EventKind.HEARTBEAT, 900), PLACE, 1234, heartbeat(70));

    assertThat(run.loadEndedEpochNanos()).isEqualTo(1_234_000_000L);
    assertThat(run.frontierEpochNanos("g0.1.0.p")).isEmpty();
  }

  @Test
  void theShortestDelayOfARecordGivesTheTimesOfALaneWhoseStartWasNotRead() {
    appended(LANE, 90_500, heartbeat(10_000 * MILLIS));
    appended(LANE, 91_003, heartbeat(11_000 * MILLIS));
    appended(LANE, 94_000, heartbeat(12_000 * MILLIS));

    assertThat(run.loadEndedEpochNanos()).isEqualTo((91_003 + 1_000) * MILLIS);
  }

  /** The broker was away: the last events were in a spool, and are sent days later. */
  @Test
  void eventsThatAreSentAfterTheRunExtendTheLoadOnlyByTheirOwnTimes() {
    appended(LANE, 99_000, heartbeat(11_000 * MILLIS));
    appended(LANE, 900_000_000, heartbeat(11_000 * MILLIS));
    appended(LANE, 900_000_001, heartbeat(71_000 * MILLIS));

    assertThat(run.loadEndedEpochNanos()).isEqualTo((99_000 + 60_000) * MILLIS);
  }

  @Test
  void theLoadDoesNotEndAfterTheCoordinatorIfTheTimesOfALaneAreUnknown() {
    appended(LANE, 900_000_000, heartbeat(11_000 * MILLIS));

    assertThat(run.loadEndedEpochNanos()).isEqualTo(ALIVE_MILLIS * MILLIS);
  }

  @Test
  void aSamplerWhoseStartWasNotReadDoesNotExtendTheLoad() {
    appended(LANE, 90_000, heartbeat(10_000 * MILLIS));
    appended("s0.1.0", 95_000, heartbeat(15_000 * MILLIS));

    assertThat(run.loadEndedEpochNanos()).isEqualTo(90_000 * MILLIS);
  }

  private void appended(String lane, long appendMillis, Heartbeat heartbeat) {
    run.read(
        RecordKey.event("run", lane, EventKind.HEARTBEAT, 900), PLACE, appendMillis, heartbeat);
  }

  @Test
  void ofTwoCoordinatorsThatClaimARunTheFirstSucceeds() {
    event("c.1.0", EventKind.RUN_STARTED, null);
    verdict("c.1.0", "c.2.0");
    verdict("c.1.0", "c.3.0");

    assertThat(run.coordinators()).containsExactly("c.1.0", "c.2.0");
    assertThat(run.coordinator()).contains("c.2.0");
  }

  @Test
  void anAnnouncedLaneIsOpenUnlessItHasEndedOrIsKnown() {
    event("g0.1.0.p", EventKind.LANE_STARTED, started(LaneKind.GENERATOR));
    run.add("g0.1.0.p", PLACE);
    run.announceEnd("g0.1.0.p");
    run.add("g0.1.0.w", PLACE);
    run.announceEnd("g0.1.0.w");
    run.add("g1.1.0.p", PLACE);

    assertThat(run.lanes()).containsOnlyKeys("g0.1.0.p", "g0.1.0.w", "g1.1.0.p");
    assertThat(run.openLanes()).containsOnlyKeys("g0.1.0.p", "g1.1.0.p");
  }

  @Test
  void anAnnouncedLossCountsEvenIfRecordsOfTheLaneWereRead() {
    event("g0.1.0.p", EventKind.HEARTBEAT, heartbeat(40));
    verdict("g1.1.0.p", null);
    event("g2.1.0.p", EventKind.LANE_ENDED, ended(5));
    for (String lane : List.of("g0.1.0.p", "g1.1.0.p", "g2.1.0.p")) {
      run.add(lane, PLACE);
      run.announceLoss(lane, "silent");
    }

    assertThat(run.openLanes()).isEmpty();
    assertThat(run.unconfirmedLosses())
        .as("the log contains the verdict on one and the end of another")
        .containsExactly(Map.entry("g0.1.0.p", "silent"));
    assertThat(run.statuses().get("g0.1.0.p").lost()).isTrue();
  }

  @Test
  void theStateOfALaneWhoseStartWasNotReadHasAnEstimatedAnchor() {
    appended(LANE, 90_500, heartbeat(10_000 * MILLIS));
    appended(LANE, 91_003, heartbeat(11_000 * MILLIS));

    LaneStatus status = run.statuses().get(LANE);
    assertThat(status.isProfiling()).isTrue();
    assertThat(status.frontierEpochNanos()).isEqualTo((80_003 + 11_000) * MILLIS);
  }

  @Test
  void formerCoordinatorsAreClosedToo() {
    run.addFormerCoordinator("c.1.0");
    event("c.2.0", EventKind.HEARTBEAT, heartbeat(40));

    assertThat(run.coordinators()).containsExactly("c.1.0", "c.2.0");
    assertThat(run.coordinator()).contains("c.2.0");
  }

  @Test
  void theRequestsOfTheLoadAreKnownWhenTheEndOfEachLaneWasRead() {
    event("g0.1.0.w", EventKind.LANE_ENDED, null);
    event("s0.1.0", EventKind.LANE_STARTED, null);
    event("g0.1.0.p", EventKind.LANE_ENDED, endedAfter(7, 2));
    assertThat(run.requestsOfEndedLanes()).hasValue(9);

    run.add("g1.1.0.p", PLACE);
    run.announceEnd("g1.1.0.p");
    assertThat(run.requestsOfEndedLanes()).isEmpty();
  }

  private static LaneEnded endedAfter(long issued, long omitted) {
    return LaneEnded.newBuilder(ended(1))
        .setIssued(issued)
        .setNotIssued(NotIssued.newBuilder().setNoSlot(omitted).setStop(1).build())
        .build();
  }

  private void joined(String lane) {
    event(
        "c.1.0",
        EventKind.LANE_JOINED,
        LaneJoined.newBuilder()
            .setAtNs(0)
            .setLaneId(lane)
            .setProcessId("g0")
            .setLaneKind(LaneKind.GENERATOR)
            .setPhase(Phase.PROFILING)
            .setTopic(PLACE.topic())
            .setPartition(PLACE.partition())
            .setJoinsEpochNs(ANCHOR)
            .build());
  }

  private void event(String lane, EventKind kind, @Nullable SpecificRecordBase event) {
    run.read(RecordKey.event("run", lane, kind, 0), PLACE, 1, event);
  }

  private void verdict(String lane, @Nullable String successor) {
    run.read(
        RecordKey.verdict("run", lane, EventKind.LANE_LOST),
        PLACE,
        1,
        LaneLost.newBuilder()
            .setRunId("run")
            .setLaneId(lane)
            .setReason("test")
            .setJudgedEpochNs(0)
            .setSuccessorLaneId(successor)
            .build());
  }

  private void closed(String lane) {
    run.read(RecordKey.verdict("run", lane, EventKind.RUN_CLOSED), PLACE, 1, null);
  }

  private static LaneStarted started(LaneKind kind) {
    return LaneStarted.newBuilder()
        .setRunId("run")
        .setLaneId("lane")
        .setProcessId("process")
        .setLaneKind(kind)
        .setIncarnationEpochMs(1)
        .setAnchorEpochNs(ANCHOR)
        .setAnchorErrorNs(0)
        .setPlan(
            PlanFacts.newBuilder()
                .setSliceDurationNs(1_000_000_000L)
                .setEndpointType("chat")
                .setStreaming(true)
                .setTokenSource(TokenSource.NONE)
                .build())
        .build();
  }

  private static Heartbeat heartbeat(long frontierNanos) {
    return Heartbeat.newBuilder()
        .setAtNs(frontierNanos)
        .setFrontierNs(frontierNanos)
        .setAckedBelow(0)
        .setNotIssued(NotIssued.newBuilder().build())
        .setHealth(Health.newBuilder().build())
        .build();
  }

  private static LaneEnded ended(long atNanos) {
    return LaneEnded.newBuilder()
        .setAtNs(atNanos)
        .setNotIssued(NotIssued.newBuilder().build())
        .setLedger(List.of())
        .setTotals(LedgerEntry.newBuilder().setSliceIndex(-1).build())
        .build();
  }
}
