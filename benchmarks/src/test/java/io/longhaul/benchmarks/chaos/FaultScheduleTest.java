package io.longhaul.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
  private static final int LOAD_SECONDS = 90;
  private static final int LAST_SECOND = LOAD_SECONDS + 5;
  private static final int LEAST_OF_EACH_KIND = 20;

  @Test
  void aSeedAlwaysHasTheSameFaults() {
    assertThat(FaultSchedule.of(7, LOAD_SECONDS)).isEqualTo(FaultSchedule.of(7, LOAD_SECONDS));
    assertThat(FaultSchedule.of(7, LOAD_SECONDS).faults())
        .isNotEqualTo(FaultSchedule.of(8, LOAD_SECONDS).faults());
  }

  @Test
  void theSeedsFrom1To200HaveEachKindOftenEnough() {
    for (FaultKind kind : FaultKind.values()) {
      assertThat(all().stream().filter(fault -> fault.kind() == kind))
          .as(kind.word())
          .hasSizeGreaterThan(LEAST_OF_EACH_KIND + 10);
    }
  }

  @Test
  void faultsBeginDuringTheRunAndHaveTheDurationOfTheirKind() {
    assertThat(all())
        .allSatisfy(
            fault -> {
              assertThat(fault.atSeconds()).isBetween(3, LAST_SECOND);
              assertThat(fault.seconds())
                  .isBetween(fault.kind().minSeconds(), fault.kind().maxSeconds());
            });
  }

  @Test
  void aPartOfTheRunHasOneFaultAtATime() {
    LongStream.rangeClosed(1, 200)
        .mapToObj(seed -> FaultSchedule.of(seed, LOAD_SECONDS).faults())
        .forEach(FaultScheduleTest::assertSeparate);
  }

  private static void assertSeparate(List<PlannedFault> faults) {
    for (int i = 0; i < faults.size(); i++) {
      for (int j = 0; j < i; j++) {
        PlannedFault earlier = faults.get(j);
        PlannedFault later = faults.get(i);
        boolean isMomentary =
            later.kind().target() == FaultKind.Target.LOG
                || later.kind().target() == FaultKind.Target.LAKE;
        if (later.sharesTarget(earlier) && !isMomentary) {
          assertThat(later.atSeconds())
              .as("%s, then %s", earlier, later)
              .isGreaterThan(earlier.endSeconds());
        }
      }
    }
  }

  private static List<PlannedFault> all() {
    List<PlannedFault> faults = new ArrayList<>();
    LongStream.rangeClosed(1, 200)
        .forEach(seed -> faults.addAll(FaultSchedule.of(seed, LOAD_SECONDS).faults()));
    return faults;
  }
}
