package io.longhaul.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.plan.ArrivalPattern;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArrivalScheduleTest {
  @Test
  void aConstantRateComesAGapAfterTheStartAndThenAfterEachGap() {
    ArrivalSchedule twenty = new ConstantRate(20);

    assertThat(firstOf(twenty, 4))
        .containsExactly(50_000_000, 100_000_000, 150_000_000, 200_000_000);
  }

  @Test
  void aConstantRateDoesNotDrift() {
    // A third of a nanosecond is lost with each gap when rounded gaps are summed.
    ArrivalSchedule schedule = new ConstantRate(3);
    long last = 0;
    for (int i = 0; i < 3_000_000; i++) {
      last = schedule.nextArrivalNanos();
    }

    assertThat(last).isEqualTo(1_000_000L * 1_000_000_000L);
  }

  @Test
  void arrivalsNeverGoBackHoweverDense() {
    long[] arrivals = firstOf(new ConstantRate(3e9), 1_000);

    assertThat(arrivals).isSorted();
  }

  @Test
  void poissonArrivalsAreTheSameForTheSameSeed() {
    assertThat(firstOf(poisson(5), 1_000)).isEqualTo(firstOf(poisson(5), 1_000)).isSorted();
    assertThat(firstOf(poisson(5), 10)).isNotEqualTo(firstOf(poisson(6), 10));
    assertThat(firstOf(poisson(5), 10))
        .isNotEqualTo(firstOf(new PoissonRate(100, 5, LoadPhase.WARMUP), 10));
  }

  @Test
  void poissonArrivalsAreGolden() {
    assertThat(firstOf(poisson(42), 3)).containsExactly(1626539L, 8516634L, 24242310L);
  }

  @Test
  void poissonGapsAreExponentialByKolmogorovAndSmirnov() {
    int number = 100_000;
    double[] gaps = gapsOf(firstOf(poisson(2026), number));
    Arrays.sort(gaps);
    double largest = 0;
    for (int i = 0; i < number; i++) {
      double expected = 1 - Math.exp(-gaps[i] * 100 / 1e9);
      largest = Math.max(largest, Math.abs(expected - (double) i / number));
      largest = Math.max(largest, Math.abs(expected - (double) (i + 1) / number));
    }

    // The critical value at 1 % is 1.63 / sqrt(n); the seed is fixed, so this never flickers.
    assertThat(largest).isLessThan(1.63 / Math.sqrt(number));
  }

  @Test
  void poissonGapsDoNotDependOnTheGapBefore() {
    double[] gaps = gapsOf(firstOf(poisson(2026), 100_000));
    double mean =
        LongStream.range(0, gaps.length).mapToDouble(i -> gaps[(int) i]).average().orElseThrow();
    double covariance = 0;
    double variance = 0;
    for (int i = 1; i < gaps.length; i++) {
      covariance += (gaps[i] - mean) * (gaps[i - 1] - mean);
      variance += (gaps[i] - mean) * (gaps[i] - mean);
    }

    // Four standard deviations of the correlation of independent draws.
    assertThat(covariance / variance).isCloseTo(0, within(4 / Math.sqrt(gaps.length)));
  }

  @Test
  void aPoissonRateKeepsItsMean() {
    long[] arrivals = firstOf(poisson(1), 1_000_000);

    // Five standard deviations of a sum of a million gaps of 10 ms.
    assertThat((double) arrivals[arrivals.length - 1]).isCloseTo(1e13, within(5e10));
  }

  @Test
  void theScheduleOfAPhaseFollowsItsPattern() {
    RunPlan constant = aPlan().requestRate(10).arrivalPattern(ArrivalPattern.CONSTANT).build();
    RunPlan poisson = aPlan().requestRate(100).seed(5).build();

    assertThat(ArrivalSchedule.of(constant, LoadPhase.PROFILING).nextArrivalNanos())
        .isEqualTo(100_000_000);
    assertThat(ArrivalSchedule.of(poisson, LoadPhase.PROFILING).nextArrivalNanos())
        .isEqualTo(poisson(5).nextArrivalNanos());
  }

  @Test
  void aClosedLoopHasNoSchedule() {
    RunPlan closed = aPlan().concurrency(1).build();

    assertThatThrownBy(() -> ArrivalSchedule.of(closed, LoadPhase.PROFILING))
        .hasMessage("Cannot schedule arrivals: the profiling has no request rate (use a gate)");
  }

  private static RunPlanBuilder aPlan() {
    return RunPlan.builder("run-1").model("m");
  }

  private static ArrivalSchedule poisson(long seed) {
    return new PoissonRate(100, seed, LoadPhase.PROFILING);
  }

  private static long[] firstOf(ArrivalSchedule schedule, int number) {
    return LongStream.generate(schedule::nextArrivalNanos).limit(number).toArray();
  }

  private static double[] gapsOf(long[] arrivals) {
    double[] gaps = new double[arrivals.length];
    long before = 0;
    for (int i = 0; i < arrivals.length; i++) {
      gaps[i] = arrivals[i] - before;
      before = arrivals[i];
    }
    return gaps;
  }
}
