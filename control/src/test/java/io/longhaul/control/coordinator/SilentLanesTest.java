package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.LaneLocation;
import io.longhaul.control.coordinator.LaneRegistry.Member;
import io.longhaul.wire.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SilentLanesTest {
  private static final Member LANE =
      new Member("g0.1.0.p", new LaneLocation("timing", 3), "g0", Phase.PROFILING, 0);

  private static final Member SAME_PARTITION =
      new Member("g1.1.0.p", LANE.place(), "g1", Phase.PROFILING, 0);

  private static final Member FROZEN =
      new Member("g2.1.0.p", new LaneLocation("timing", 4), "g2", Phase.PROFILING, 0);

  private final List<Member> restart = new ArrayList<>();
  private OptionalLong end = OptionalLong.of(100);
  private long position = 100;
  private int questions;

  private final SilentLanes lanes =
      new SilentLanes(
          place -> {
            questions++;
            return place.equals(FROZEN.place()) ? OptionalLong.empty() : end;
          },
          place -> position);

  @Test
  void aLaneStillSilentAfterItsPartitionWasReadIsLost() throws Exception {
    assertThat(lost(LANE)).isEmpty();
    assertThat(lost(LANE)).as("what was read may be its own").isEmpty();
    assertThat(lost(LANE)).containsExactly(LANE);
    assertThat(restart).isEmpty();
  }

  @Test
  void aLaneIsNotLostBeforeItsPartitionWasRead() throws Exception {
    position = 99;
    for (int i = 0; i < 5; i++) {
      assertThat(lost(LANE)).isEmpty();
    }
    assertThat(questions).as("one question").isEqualTo(1);

    position = 100;
    assertThat(lost(LANE)).isEmpty();
    assertThat(lost()).as("a record after all").isEmpty();
    assertThat(lost(LANE)).as("silent again: another question").isEmpty();
    assertThat(questions).isEqualTo(2);
  }

  @Test
  void aLaneOfAnUnwritablePartitionIsNotSilent() throws Exception {
    end = OptionalLong.empty();

    assertThat(lost(LANE)).isEmpty();
    assertThat(restart).containsExactly(LANE);
  }

  @Test
  void onePartitionIsProbedAtATimeBecauseEachProbeMayTakeSeconds() throws Exception {
    assertThat(lost(FROZEN, LANE, SAME_PARTITION)).isEmpty();
    assertThat(questions).isEqualTo(1);
    assertThat(restart).containsExactly(FROZEN);

    assertThat(lost(LANE, SAME_PARTITION)).isEmpty();
    assertThat(questions).as("one probe for both lanes of a partition").isEqualTo(2);

    assertThat(lost(LANE, SAME_PARTITION)).isEmpty();
    assertThat(lost(LANE, SAME_PARTITION)).containsExactly(LANE, SAME_PARTITION);
    assertThat(questions).isEqualTo(2);
  }

  private List<Member> lost(Member... silent) throws InterruptedException {
    return lanes.lost(List.of(silent), restart::add);
  }
}
