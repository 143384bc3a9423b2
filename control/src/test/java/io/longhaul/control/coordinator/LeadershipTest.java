package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.control.CoordinatorAlive;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeadershipTest {
  private static final String LANE = CoordinatorLane.laneId(1_000);

  private LaneStatus own = LaneStatus.UNKNOWN;
  private long nowNanos;
  private final Leadership leadership = new Leadership(LANE, () -> own, at -> nowNanos - at);

  @Test
  void aCoordinatorIsCertainWhileItReadsItsOwnHeartbeats() {
    assertThat(leadership.isCertain()).as("before the first one").isFalse();
    own = own.with(heartbeat(0));
    nowNanos = TimeUnit.SECONDS.toNanos(10);
    assertThat(leadership.isCertain()).isTrue();

    nowNanos++;
    assertThat(leadership.isCertain()).as("after it was suspended").isFalse();
    assertThat(leadership.isLost()).isFalse();
    own = own.with(heartbeat(nowNanos));
    assertThat(leadership.isCertain()).isTrue();
  }

  @Test
  void aVerdictOnItsLaneEndsItsLead() {
    own = own.with(heartbeat(0)).declaredLost();

    assertThat(leadership.isLost()).isTrue();
    assertThat(leadership.isCertain()).isFalse();
  }

  @Test
  void aMessageOfALaterCoordinatorEndsItsLead() {
    leadership.received(alive(""));
    leadership.received(alive(CoordinatorLane.laneId(999)));
    leadership.received(alive(LANE));
    assertThat(leadership.isLost()).isFalse();

    leadership.received(alive(CoordinatorLane.laneId(1_001)));
    assertThat(leadership.isLost()).isTrue();
  }

  @Test
  void aSuccessorIsLaterThanItsPredecessorsWhateverItsClock() {
    long ahead = System.currentTimeMillis() + TimeUnit.DAYS.toMillis(1);

    assertThat(CoordinatorLane.incarnationAfter(List.of(CoordinatorLane.laneId(ahead), "c.1.0")))
        .isEqualTo(ahead + 1);
    assertThat(CoordinatorLane.incarnationOf("g0.1.0.p")).isEqualTo(-1);
  }

  private static CoordinatorAlive alive(String lane) {
    return CoordinatorAlive.newBuilder()
        .setRunId("run")
        .setCount(0)
        .setToldEpochNs(0)
        .setLaneId(lane)
        .build();
  }

  private static Heartbeat heartbeat(long atNanos) {
    return Heartbeat.newBuilder()
        .setAtNs(atNanos)
        .setFrontierNs(atNanos)
        .setAckedBelow(0)
        .setNotIssued(NotIssued.newBuilder().build())
        .setHealth(Health.newBuilder().build())
        .build();
  }
}
