package io.longhaul.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.load.UserPlan;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The first users and their slots; the numbers are those of AIPerf 0.13. */
class UserScheduleTest {
  private static final int ALL = Integer.MAX_VALUE;

  @Test
  void slotsAreDueInRotation() {
    UserSchedule schedule = new UserSchedule(new UserPlan(3, 4), 3);

    assertThat(IntStream.range(0, 5).mapToLong(schedule::dueNanos))
        .containsExactly(0L, 250_000_000L, 500_000_000L, 750_000_000L, 1_000_000_000L);
  }

  @Test
  void turnThatIsDueAtTheEndIsNotBeforeIt() {
    UserSchedule schedule = new UserSchedule(new UserPlan(20, 40), 3);

    assertThat(schedule.turnsBefore(15_000_000_000L)).isEqualTo(600);
    assertThat(schedule.turnsBefore(15_000_000_001L)).isEqualTo(601);
    assertThat(schedule.turnsBefore(1)).isEqualTo(1);
    assertThat(new UserSchedule(new UserPlan(7, 3), 3).turnsBefore(1_000_000_000)).isEqualTo(3);
  }

  @Test
  void timesDoNotDrift() {
    UserSchedule schedule = new UserSchedule(new UserPlan(7, 3), 3);

    assertThat(schedule.dueNanos(3L * 86_400 * 365)).isEqualTo(86_400L * 365 * 1_000_000_000);
  }

  @Test
  void firstUsersAreInTheMiddleOfTheirSessions() {
    assertThat(firstTurns(3, 3)).containsExactly(ALL, 2, 1);
    assertThat(firstTurns(5, 3)).containsExactly(ALL, 2, 1, 2, 1);
    assertThat(firstTurns(15, 20))
        .containsExactly(ALL, 6, 11, 16, 2, 7, 12, 17, 3, 8, 13, 18, 4, 9, 14);
  }

  @Test
  void commonDivisorOfUsersAndTurnsLeavesNoSlotEmpty() {
    assertThat(firstTurns(4, 5)).containsExactly(ALL, 1, 2, 3);
    assertThat(firstTurns(2, 3)).containsExactly(ALL, 1);
    assertThat(firstTurns(6, 4)).hasSize(6).doesNotContain(0);
  }

  @Test
  void singleUserStartsWithTheRun() {
    assertThat(firstTurns(1, 9)).containsExactly(ALL);
  }

  private static List<Integer> firstTurns(int users, double meanTurns) {
    UserSchedule schedule = new UserSchedule(new UserPlan(users, 1), meanTurns);
    return IntStream.range(0, users).map(schedule::firstTurnsOf).boxed().toList();
  }
}
