package io.longhaul.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlannedArrivalsTest {
  private static final EntryTimes NO_TIMES = new ListedTimes(List.of());
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void planIndexHasTheSameTimeForAnyNumberOfGenerators(int generators) {
    RunPlan plan = aPlan().requestRate(200).requestCount(1_000).seed(9).build();
    List<PlannedArrival> alone = arrivalsOf(plan, 1);

    assertThat(arrivalsOf(plan, generators)).isEqualTo(alone);
    assertThat(alone).hasSize(1_000);
    assertThat(alone.stream().map(PlannedArrival::planIndex))
        .isEqualTo(LongStream.range(0, 1_000).boxed().toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void concurrencyLimitChangesTheShareOfAnArrivalButNotItsTime(int generators) {
    RunPlan capped = aPlan().requestRate(200).concurrency(5).requestCount(1_000).build();
    RunPlan free = aPlan().requestRate(200).requestCount(1_000).build();

    assertThat(arrivalsOf(capped, generators)).isEqualTo(arrivalsOf(free, 1));
  }

  @Test
  void arrivalsEndBeforeTheDuration() {
    RunPlan plan =
        aPlan()
            .requestRate(20)
            .arrivalPattern(ArrivalPattern.CONSTANT)
            .durationNanos(SECOND)
            .build();

    List<PlannedArrival> arrivals = arrivalsOf(plan, 1);

    assertThat(arrivals).hasSize(19);
    assertThat(arrivals.get(18)).isEqualTo(new PlannedArrival(18, 950_000_000));
  }

  @Test
  void firstReachedLimitEndsTheArrivals() {
    RunPlanBuilder both =
        aPlan().requestRate(20).arrivalPattern(ArrivalPattern.CONSTANT).durationNanos(SECOND);

    assertThat(arrivalsOf(both.requestCount(5).build(), 1)).hasSize(5);
    assertThat(arrivalsOf(both.requestCount(500).build(), 2)).hasSize(19);
  }

  @Test
  void profilingContinuesWithTheIndexAfterTheWarmup() {
    RunPlan plan = aPlan().requestRate(20).requestCount(3).warmupRequestCount(2).build();
    PlanShare all = PlanShare.ofGenerator(0, 1, plan.load().profiling());

    assertThat(drain(new PlannedArrivals(plan, LoadPhase.WARMUP, all, NO_TIMES)))
        .extracting(PlannedArrival::planIndex)
        .containsExactly(0L, 1L);
    assertThat(drain(new PlannedArrivals(plan, LoadPhase.PROFILING, all, NO_TIMES)))
        .extracting(PlannedArrival::planIndex)
        .containsExactly(2L, 3L, 4L);
  }

  @Test
  void emptyShareHasNoArrivalsEvenWithoutACount() {
    RunPlan plan = aPlan().requestRate(10).concurrency(1).durationNanos(Long.MAX_VALUE / 2).build();
    PlanShare empty = PlanShare.ofGenerator(1, 2, plan.load().profiling());

    PlannedArrivals none = new PlannedArrivals(plan, LoadPhase.PROFILING, empty, NO_TIMES);

    assertThat(none.hasNext()).isFalse();
    assertThatThrownBy(none::next)
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("Cannot return an arrival: none is left");
  }

  @Test
  void missingPhaseIsRejected() {
    RunPlan plan = aPlan().requestRate(20).build();
    PlanShare all = PlanShare.ofGenerator(0, 1, plan.load().profiling());

    assertThatThrownBy(() -> new PlannedArrivals(plan, LoadPhase.WARMUP, all, NO_TIMES))
        .hasMessage("Invalid phase: warmup (the plan has none)");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void fixedScheduleHasTheTimesOfItsEntriesAndEnds(int generators) {
    RunPlan plan =
        aPlan().inputFile("trace").fileType(FileType.MOONCAKE_TRACE).fixedSchedule(true).build();
    EntryTimes times = new ListedTimes(List.of(-5L, 0L, 30L, 30L, 7_000L));
    List<PlannedArrival> all = new ArrayList<>();
    for (int generator = 0; generator < generators; generator++) {
      PlanShare share = PlanShare.ofGenerator(generator, generators, plan.load().profiling());
      all.addAll(drain(new PlannedArrivals(plan, LoadPhase.PROFILING, share, times)));
    }

    assertThat(all)
        .containsExactlyInAnyOrder(
            new PlannedArrival(0, 0),
            new PlannedArrival(1, 0),
            new PlannedArrival(2, 30),
            new PlannedArrival(3, 30),
            new PlannedArrival(4, 7_000));
  }

  @Test
  void eachArrivalOfAFixedScheduleIsASession() {
    EntryTimes times = new ListedTimes(List.of(0L, 30L, 60L));
    RunPlan plan =
        aPlan()
            .inputFile("trace")
            .fileType(FileType.MOONCAKE_TRACE)
            .fixedSchedule(true)
            .sessionCount(2)
            .requestCount(50)
            .build();
    PlanShare all = PlanShare.ofGenerator(0, 1, plan.load().profiling());

    assertThat(drain(new PlannedArrivals(plan, LoadPhase.PROFILING, all, times)))
        .containsExactly(new PlannedArrival(0, 0), new PlannedArrival(1, 30));
  }

  private record PlannedArrival(long planIndex, long scheduledOffsetNanos) {}

  private record ListedTimes(List<Long> times) implements EntryTimes {
    @Override
    public int entries() {
      return times.size();
    }

    @Override
    public long dueNanos(int entry) {
      return times.get(entry);
    }
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1").model("m");
  }

  /** Returns what all generators together plan, by plan index. */
  private static List<PlannedArrival> arrivalsOf(RunPlan plan, int generators) {
    List<PlannedArrival> all = new ArrayList<>();
    for (int generator = 0; generator < generators; generator++) {
      PlanShare share = PlanShare.ofGenerator(generator, generators, plan.load().profiling());
      List<PlannedArrival> own =
          drain(new PlannedArrivals(plan, LoadPhase.PROFILING, share, NO_TIMES));
      assertThat(own)
          .isSortedAccordingTo(Comparator.comparingLong(PlannedArrival::scheduledOffsetNanos));
      all.addAll(own);
    }
    all.sort(Comparator.comparingLong(PlannedArrival::planIndex));
    return all;
  }

  private static List<PlannedArrival> drain(PlannedArrivals arrivals) {
    List<PlannedArrival> drained = new ArrayList<>();
    while (arrivals.hasNext()) {
      long offsetNanos = arrivals.offsetNanos();
      drained.add(new PlannedArrival(arrivals.nextLong(), offsetNanos));
    }
    return drained;
  }
}
