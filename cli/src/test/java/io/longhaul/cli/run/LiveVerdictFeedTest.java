package io.longhaul.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.ArrivalPlan;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import io.longhaul.report.figures.PlannedLoad;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveVerdictFeedTest {
  @Test
  void aConstantRateNeverChanges() {
    PlannedLoad load = LiveVerdictFeed.planned(phase(RateCurve.level(5), 0, 3_600L));

    assertThat(load.endNanos()).hasValue(seconds(3_600));
    assertThat(load.requests()).isEmpty();
    assertThat(areWithin(load, 0, 10)).isFalse();
    assertThat(areWithin(load, 1_000, 1_010)).isFalse();
  }

  @Test
  void aStageChangesTheLoadInTheSliceInWhichItBegins() {
    RateCurve stages =
        new RateCurve(
            List.of(
                RateStage.level(5, seconds(100)),
                RateStage.line(5, 20, seconds(50)),
                RateStage.level(20, RateStage.WITHOUT_END)),
            false);
    PlannedLoad load = LiveVerdictFeed.planned(phase(stages, 0, null));

    assertThat(load.endNanos()).isEmpty();
    assertThat(areWithin(load, 90, 100)).isFalse();
    assertThat(areWithin(load, 100, 110)).isTrue();
    assertThat(areWithin(load, 120, 130)).isTrue();
    assertThat(areWithin(load, 150, 160)).isTrue();
    assertThat(areWithin(load, 160, 170)).isFalse();
  }

  @Test
  void repeatedStagesChangeTheLoadAgain() {
    RateCurve stages =
        new RateCurve(
            List.of(RateStage.level(5, seconds(100)), RateStage.level(9, seconds(100))), true);
    PlannedLoad load = LiveVerdictFeed.planned(phase(stages, 0, null));

    assertThat(areWithin(load, 300, 310)).isTrue();
    assertThat(areWithin(load, 310, 320)).isFalse();
    assertThat(areWithin(load, 400, 410)).isTrue();
  }

  @Test
  void theLoadChangesDuringARampOfTheConcurrency() {
    PlannedLoad load = LiveVerdictFeed.planned(phase(null, 30, null));

    assertThat(areWithin(load, 20, 30)).isTrue();
    assertThat(areWithin(load, 30, 40)).isFalse();
  }

  private static boolean areWithin(PlannedLoad load, long from, long until) {
    return load.changes().areWithin(seconds(from), seconds(until));
  }

  private static PhasePlan phase(
      @Nullable RateCurve rate, long rampSeconds, @Nullable Long durationSeconds) {
    return new PhasePlan(
        8,
        seconds(rampSeconds),
        null,
        rate == null ? null : new ArrivalPlan(rate, ArrivalPattern.POISSON, 1),
        null,
        false,
        CancellationPlan.NONE,
        null,
        null,
        durationSeconds == null ? null : Long.valueOf(seconds(durationSeconds)),
        PhasePlan.FOR_EVER);
  }

  private static long seconds(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }
}
