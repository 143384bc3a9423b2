package io.longhaul.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.ArrivalPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Arrival processes. The Kolmogorov–Smirnov tests have a significance level of 1 % and fixed seeds,
 * so they are deterministic.
 */
class ArrivalScheduleTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void constantRateStartsOneGapAfterTheStart() {
    assertThat(firstOf(constant(20), 4))
        .containsExactly(50_000_000, 100_000_000, 150_000_000, 200_000_000);
  }

  @Test
  void constantRateDoesNotDrift() {
    // A sum of rounded gaps would lose a third of a nanosecond per gap.
    ArrivalSchedule schedule = constant(3);
    long last = 0;
    for (int i = 0; i < 3_000_000; i++) {
      last = schedule.nextArrivalNanos();
    }

    assertThat(last).isEqualTo(1_000_000L * SECOND);
  }

  @Test
  void denseArrivalsNeverDecrease() {
    assertThat(firstOf(constant(3e9), 1_000)).isSorted();
  }

  @Test
  void poissonArrivalsDependOnlyOnTheSeed() {
    assertThat(firstOf(poisson(5), 1_000)).isEqualTo(firstOf(poisson(5), 1_000)).isSorted();
    assertThat(firstOf(poisson(5), 10)).isNotEqualTo(firstOf(poisson(6), 10));
    ArrivalPlan plan = ArrivalPlan.at(100, ArrivalPattern.POISSON);
    assertThat(firstOf(poisson(5), 10))
        .isNotEqualTo(
            firstOf(
                new RateArrivals(
                    MeanGaps.of(plan, 5, LoadPhase.WARMUP), new RateCurveSolver(plan.rate())),
                10));
  }

  @Test
  void poissonArrivalsAreGolden() {
    assertThat(firstOf(poisson(42), 3)).containsExactly(1626539L, 8516634L, 24242310L);
  }

  @Test
  void poissonGapsAreExponential() {
    int number = 100_000;
    double[] gaps = gapsOf(firstOf(poisson(2026), number));

    assertThat(KolmogorovSmirnov.distance(gaps, gap -> 1 - Math.exp(-gap * 100 / 1e9)))
        .isLessThan(KolmogorovSmirnov.criticalAtOnePercent(number));
  }

  @Test
  void successivePoissonGapsAreIndependent() {
    double[] gaps = gapsOf(firstOf(poisson(2026), 100_000));
    double mean = Arrays.stream(gaps).average().orElseThrow();
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
  void poissonArrivalsHaveTheMeanOfTheRate() {
    long[] arrivals = firstOf(poisson(1), 1_000_000);

    // Five standard deviations of a sum of a million gaps of 10 ms.
    assertThat((double) arrivals[arrivals.length - 1]).isCloseTo(1e13, within(5e10));
  }

  @Test
  void gammaGapsOfShapeOneAreExponential() {
    int number = 100_000;
    double[] gaps = gapsOf(firstOf(gamma(1, 7), number));

    assertThat(KolmogorovSmirnov.distance(gaps, gap -> 1 - Math.exp(-gap * 100 / 1e9)))
        .isLessThan(KolmogorovSmirnov.criticalAtOnePercent(number));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void gammaGapsOfIntegerShapeAreSumsOfExponentialGaps(int shape) {
    int number = 100_000;
    double[] gaps = gapsOf(firstOf(gamma(shape, 7), number));

    assertThat(KolmogorovSmirnov.distance(gaps, gap -> erlang(shape, gap * 100 * shape / 1e9)))
        .isLessThan(KolmogorovSmirnov.criticalAtOnePercent(number));
  }

  @Test
  void gammaGapsOfShapeOneHalfAreHalfSquaresOfNormalVariables() {
    int number = 100_000;
    double[] gaps = gapsOf(firstOf(gamma(0.5, 7), number));

    // A gamma of shape 1/2 and mean 1 is the square of a standard normal variable.
    assertThat(
            KolmogorovSmirnov.distance(
                gaps, gap -> 2 * normalBelow(Math.sqrt(gap * 100 / 1e9)) - 1))
        .isLessThan(KolmogorovSmirnov.criticalAtOnePercent(number));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 1, 2.5, 40})
  void gammaGapsHaveTheMeanOfTheRateAndTheVarianceOfTheirShape(double shape) {
    double[] gaps = gapsOf(firstOf(gamma(shape, 99), 400_000));
    double mean = Arrays.stream(gaps).average().orElseThrow();
    double variance =
        Arrays.stream(gaps).map(gap -> (gap - mean) * (gap - mean)).average().orElseThrow();

    assertThat(mean * 100 / 1e9).isCloseTo(1, within(0.02));
    assertThat(variance / (mean * mean) * shape).isCloseTo(1, within(0.05));
  }

  @Test
  void arrivalsOnAChangingRateAreAPoissonProcessInStretchedTime() {
    // The classical test: the integral of the rate up to each arrival has exponential gaps.
    RateStage wave = RateStage.wave(0.75, 300, 150 * SECOND, 1_000 * SECOND);
    ArrivalSchedule schedule =
        new RateArrivals(
            MeanGaps.of(ArrivalPlan.at(1, ArrivalPattern.POISSON), 3, LoadPhase.PROFILING),
            new RateCurveSolver(new RateCurve(List.of(wave), false)));
    long[] arrivals = firstOf(schedule, 100_000);

    double[] gaps = new double[arrivals.length];
    double before = 0;
    for (int i = 0; i < arrivals.length; i++) {
      double expected = wave.expectedIn((double) arrivals[i]);
      gaps[i] = expected - before;
      before = expected;
    }
    assertThat(arrivals).isSorted();
    assertThat(KolmogorovSmirnov.distance(gaps, gap -> 1 - Math.exp(-gap)))
        .isLessThan(KolmogorovSmirnov.criticalAtOnePercent(arrivals.length));
  }

  @Test
  void scheduleOfAPhaseFollowsItsPattern() {
    RunPlan constant = aPlan().requestRate(10).arrivalPattern(ArrivalPattern.CONSTANT).build();
    RunPlan poisson = aPlan().requestRate(100).seed(5).build();

    assertThat(
            ArrivalSchedule.of(constant, LoadPhase.PROFILING, EntryTimes.NONE).nextArrivalNanos())
        .isEqualTo(100_000_000);
    assertThat(ArrivalSchedule.of(poisson, LoadPhase.PROFILING, EntryTimes.NONE).nextArrivalNanos())
        .isEqualTo(poisson(5).nextArrivalNanos());
  }

  @Test
  void closedLoopHasNoSchedule() {
    RunPlan closed = aPlan().concurrency(1).build();

    assertThatThrownBy(() -> ArrivalSchedule.of(closed, LoadPhase.PROFILING, EntryTimes.NONE))
        .hasMessage("Cannot schedule arrivals: the profiling has no request rate (use a gate)");
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1").model("m");
  }

  private static ArrivalSchedule constant(double perSecond) {
    return schedule(ArrivalPlan.at(perSecond, ArrivalPattern.CONSTANT), 0);
  }

  private static ArrivalSchedule poisson(long seed) {
    return schedule(ArrivalPlan.at(100, ArrivalPattern.POISSON), seed);
  }

  private static ArrivalSchedule gamma(double smoothness, long seed) {
    return schedule(new ArrivalPlan(RateCurve.level(100), ArrivalPattern.GAMMA, smoothness), seed);
  }

  private static ArrivalSchedule schedule(ArrivalPlan plan, long seed) {
    return new RateArrivals(
        MeanGaps.of(plan, seed, LoadPhase.PROFILING), new RateCurveSolver(plan.rate()));
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

  /**
   * Returns the distribution function of the sum of this many exponential variables with mean 1.
   */
  private static double erlang(int shape, double x) {
    double term = 1;
    double sum = 1;
    for (int k = 1; k < shape; k++) {
      term *= x / k;
      sum += term;
    }
    return 1 - Math.exp(-x) * sum;
  }

  /** Returns the standard normal distribution function by its power series; x is 0 or more. */
  private static double normalBelow(double x) {
    if (x > 7) {
      return 1;
    }
    double term = x;
    double sum = x;
    for (int k = 1; k < 200; k++) {
      term *= x * x / (2 * k + 1);
      sum += term;
    }
    return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }
}
