package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveLaneTest {
  @Test
  void aLanesLatestFiguresApplyUntilItEnds() {
    LiveLane lane = LiveLane.of(sending());

    assertThat(lane.isOver()).isFalse();
    assertThat(lane.issued()).isEqualTo(50);
    assertThat(lane.completed()).isEqualTo(42);
    assertThat(lane.inFlight()).isEqualTo(8);
    assertThat(lane.backlog()).isEqualTo(3);
    assertThat(LiveLoad.NONE.and(sending()).inFlight()).isEqualTo(8);
  }

  @Test
  void aLostLaneHasNothingInFlightAndNoFurtherCompletions() {
    LiveLane lane = LiveLane.of(sending().declaredLost());

    assertThat(lane.lost()).isTrue();
    assertThat(lane.issued()).isEqualTo(50);
    assertThat(lane.completed()).isEqualTo(42);
    assertThat(lane.inFlight()).isZero();
    assertThat(lane.backlog()).isZero();
    assertThat(LiveLoad.NONE.and(sending().declaredLost())).isEqualTo(new LiveLoad(50, 0, 0, 0));
  }

  @Test
  void aLostLaneNeverCountsAsEnded() {
    LiveLane lane = LiveLane.of(sending().declaredLost().with(ended()));

    assertThat(lane.lost()).isTrue();
    assertThat(lane.ended()).isFalse();
  }

  private static LaneStatus sending() {
    LaneStarted started = new LaneStarted();
    started.put("lane_id", "g0.1.p");
    started.put("process_id", "g0");
    started.put("phase", Phase.PROFILING);
    Heartbeat heartbeat = new Heartbeat();
    heartbeat.put("issued", 50L);
    heartbeat.put("in_flight", 8);
    heartbeat.put("backlog", 3L);
    heartbeat.put("health", Health.newBuilder().setSendLagP99Ns(1_000L).build());
    return LaneStatus.UNKNOWN.with(started).with(heartbeat);
  }

  private static LaneEnded ended() {
    return LaneEnded.newBuilder()
        .setAtNs(1)
        .setNotIssued(NotIssued.newBuilder().build())
        .setLedger(List.of())
        .setTotals(LedgerEntry.newBuilder().setSliceIndex(-1).build())
        .build();
  }
}
