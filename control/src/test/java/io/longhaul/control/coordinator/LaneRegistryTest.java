package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.LaneLocation;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.Phase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaneRegistryTest {
  private static final long JOINED = 1_000_000;
  private static final LaneRegistry.Member OF_G0 = member("g0.a.0.p", "g0", Phase.PROFILING);
  private static final LaneRegistry.Member OF_G1 = member("g1.a.0.p", "g1", Phase.PROFILING);
  private static final LaneRegistry.Member OF_SAMPLER = member("s0.a.0", "s0", null);

  private final Map<String, LaneStatus> log = new HashMap<>();
  private final LaneRegistry lanes =
      new LaneRegistry(laneId -> log.getOrDefault(laneId, LaneStatus.UNKNOWN));

  @Test
  void aLaneIsSilentAfterThirtySecondsOfTheLog() {
    lanes.join(OF_G0);
    lanes.join(OF_G1);
    log.put(OF_G0.laneId(), LaneStatus.UNKNOWN.withRecordAt(JOINED + 20_000));

    assertThat(lanes.silent(JOINED + 30_000)).isEmpty();
    assertThat(lanes.silent(JOINED + 30_001)).containsExactly(OF_G1);
    assertThat(lanes.silent(JOINED + 50_001)).containsExactly(OF_G0, OF_G1);
  }

  @Test
  void noLaneIsSilentWhileTheLogPauses() {
    LogClock clock = new LogClock();
    clock.appended(JOINED);
    lanes.join(new LaneRegistry.Member(OF_G0.laneId(), OF_G0.place(), "g0", OF_G0.phase(), 0));

    clock.appended(JOINED + 5_000);
    assertThat(lanes.silent(clock.millis())).isEmpty();
    // The broker is back after an hour, and records of the coordinator are read before those of the
    // generator.
    clock.appended(JOINED + 3_600_000);
    assertThat(lanes.silent(clock.millis())).isEmpty();
    for (int second = 1; second <= 30; second++) {
      clock.appended(JOINED + 3_600_000 + second * 1_000L);
    }
    assertThat(lanes.silent(clock.millis()))
        .extracting(LaneRegistry.Member::laneId)
        .containsExactly(OF_G0.laneId());
  }

  @Test
  void endedAndLostLanesAreNotSilent() {
    lanes.join(OF_G0);
    lanes.join(OF_G1);
    log.put(OF_G0.laneId(), ended());
    lanes.lose(OF_G1);

    assertThat(lanes.silent(JOINED + 60_000)).isEmpty();
    assertThat(lanes.openOf("g1")).isEmpty();
  }

  @Test
  void theLoadIsOverWhenOnlySamplersRemain() {
    lanes.join(OF_G0);
    lanes.join(OF_SAMPLER);
    assertThat(lanes.isOverForGenerators()).isFalse();

    log.put(OF_G0.laneId(), ended());

    assertThat(lanes.isOverForGenerators()).isTrue();
    assertThat(lanes.all()).containsExactly(OF_G0, OF_SAMPLER);
  }

  @Test
  void theFrontierIsThatOfTheSlowestOpenProfilingLane() {
    lanes.join(OF_G0);
    lanes.join(OF_G1);
    lanes.join(OF_SAMPLER);
    log.put(OF_G0.laneId(), reported(1_000, 70));
    assertThat(lanes.frontierEpochNanos()).as("no record of g1 yet").isEqualTo(Long.MIN_VALUE);

    log.put(OF_G1.laneId(), reported(1_000, 30));
    assertThat(lanes.frontierEpochNanos()).isEqualTo(1_030);

    lanes.lose(OF_G1);
    assertThat(lanes.frontierEpochNanos()).isEqualTo(1_070);

    log.put(OF_G0.laneId(), ended());
    assertThat(lanes.frontierEpochNanos())
        .as("no lane has further facts")
        .isEqualTo(Long.MAX_VALUE);
  }

  private static LaneStatus reported(long anchorEpochNanos, long frontierNanos) {
    LaneStarted started = new LaneStarted();
    started.put("anchor_epoch_ns", anchorEpochNanos);
    Heartbeat heartbeat = new Heartbeat();
    heartbeat.put("frontier_ns", frontierNanos);
    return LaneStatus.UNKNOWN.with(started).with(heartbeat);
  }

  private static LaneRegistry.Member member(String laneId, String processId, Phase phase) {
    return new LaneRegistry.Member(
        laneId, new LaneLocation("longhaul.timing", 1), processId, phase, JOINED);
  }

  private static LaneStatus ended() {
    return LaneStatus.UNKNOWN
        .withRecordAt(JOINED + 1)
        .with(
            LaneEnded.newBuilder()
                .setAtNs(1)
                .setNotIssued(NotIssued.newBuilder().build())
                .setLedger(List.of())
                .setTotals(LedgerEntry.newBuilder().setSliceIndex(-1).build())
                .build());
  }
}
