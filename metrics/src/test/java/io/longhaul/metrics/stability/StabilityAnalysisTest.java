package io.longhaul.metrics.stability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.metrics.stability.Stability.Direction;
import io.longhaul.metrics.stability.Stability.Shift;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StabilityAnalysisTest {
  private static final int SLICES = 720;
  private final Random random = new Random(11);

  @ParameterizedTest(name = "autocorrelation {0}, season {1} %")
  @CsvSource({"0, 0", "0, 10", "0.5, 0", "0.5, 10"})
  void aDayOfNoiseIsSteadyAndShiftsAndDriftsAreFound(double autocorrelation, double season) {
    SyntheticSoak day = SyntheticSoak.day(autocorrelation).withSeason(season);

    // The benchmark SoakVerdicts does the same with the seeds 1 to 1,000.
    LongStream.rangeClosed(1, 5)
        .forEach(
            seed -> {
              assertThat(of(day.series(seed)).state()).isEqualTo(StabilityState.STEADY);
              Stability shifted = of(day.withShift(5).series(seed));
              assertThat(shifted.state()).isEqualTo(StabilityState.SHIFT);
              assertThat(shifted.shifts()).hasSize(1);
              Stability drifted = of(day.withDrift(1).series(seed));
              assertThat(drifted.state()).isEqualTo(StabilityState.DRIFT);
              assertThat(Math.abs(drifted.trend().orElseThrow().slopePerHour()))
                  .isCloseTo(1, within(0.15));
            });
  }

  @Test
  void fewSlicesAreTooShort() {
    Stability stability = of(series(Stability.SLICES_NEEDED - 1, slice -> 100));

    assertThat(stability.state()).isEqualTo(StabilityState.TOO_SHORT);
    assertThat(stability.slices()).isEqualTo(59);
    assertThat(stability.trend()).isEmpty();
  }

  @Test
  void aConstantFigureIsSteady() {
    double[] values = new double[SLICES];
    Arrays.fill(values, 5);

    Stability stability = of(new SliceSeries(10, values));

    assertThat(stability.state()).isEqualTo(StabilityState.STEADY);
    assertThat(stability.cov()).hasValue(0);
    assertThat(stability.trend().orElseThrow().direction()).isEqualTo(Direction.PLATEAU);
  }

  @Test
  void aShiftHasItsSliceAndItsLevels() {
    Stability stability = of(series(SLICES, slice -> slice < 288 ? 100 : 130));

    assertThat(stability.state()).isEqualTo(StabilityState.SHIFT);
    Shift shift = stability.shifts().get(0);
    assertThat(stability.shifts()).hasSize(1);
    assertThat(shift.slice()).isBetween(285, 291);
    assertThat(shift.seconds()).isEqualTo(shift.slice() * 10.0);
    assertThat(shift.from()).isCloseTo(100, within(1.5));
    assertThat(shift.to()).isCloseTo(130, within(1.5));
  }

  @Test
  void aShiftThatEndsIsTwoShifts() {
    Stability stability = of(series(SLICES, slice -> slice < 300 || slice >= 360 ? 100 : 80));

    assertThat(stability.state()).isEqualTo(StabilityState.SHIFT);
    assertThat(stability.shifts()).hasSize(2);
    assertThat(stability.shifts().get(1).slice()).isBetween(357, 363);
    assertThat(stability.shifts().get(1).to()).isCloseTo(100, within(2.0));
  }

  @Test
  void aDriftIsProjectedByTheLengthOfTheRun() {
    // Two hours of 10 % per hour.
    Stability stability = of(series(SLICES, slice -> 100 + slice / 36.0));

    assertThat(stability.state()).isEqualTo(StabilityState.DRIFT);
    assertThat(stability.trend().orElseThrow().direction()).isEqualTo(Direction.DRIFTING_UP);
    assertThat(stability.trend().orElseThrow().slopeLow()).isBetween(8.0, 10.0);
    assertThat(stability.trend().orElseThrow().slopeHigh()).isBetween(10.0, 12.0);
    assertThat(stability.trend().orElseThrow().projected()).isCloseTo(140, within(3.0));
    assertThat(stability.slopePercentPerHour().orElseThrow()).isCloseTo(9.1, within(0.8));
    assertThat(stability.relativeDrift().orElseThrow()).isCloseTo(0.18, within(0.02));
  }

  @Test
  void aDriftWithAPeakIsADriftWithTwoShifts() {
    Stability stability =
        of(series(100, slice -> 100 * (1 + slice / 400.0) * (slice < 60 || slice >= 70 ? 1 : 1.2)));

    assertThat(stability.state()).isEqualTo(StabilityState.DRIFT);
    assertThat(stability.trend().orElseThrow().change()).isCloseTo(25, within(1.5));
    assertThat(stability.shifts()).extracting(Shift::slice).containsExactly(60, 70);
  }

  @Test
  void aShiftInTheMiddleOfASliceIsOneShift() {
    Stability stability = of(series(100, slice -> slice < 40 ? 250 : slice == 40 ? 325 : 350));

    assertThat(stability.state()).isEqualTo(StabilityState.SHIFT);
    Shift shift = stability.shifts().get(0);
    assertThat(stability.shifts()).hasSize(1);
    assertThat(shift.slice()).isEqualTo(40);
    assertThat(shift.from()).isCloseTo(250, within(2.0));
    assertThat(shift.to()).isCloseTo(350, within(2.0));
  }

  @Test
  void theStartIsLeftOutUntilTheFigureHasSettled() {
    Stability stability = of(series(SLICES, slice -> 100 * (1 + 2 * Math.exp(-slice / 12.0))));

    assertThat(stability.state()).isEqualTo(StabilityState.STEADY);
    assertThat(stability.settlingSeconds()).isBetween(300.0, 1_200.0);
    assertThat(stability.mean()).isCloseTo(100, within(1.0));
  }

  @Test
  void aFigureThatWandersHasNoSteadyState() {
    double[] level = {100};

    Stability stability = of(series(SLICES, slice -> level[0] += random.nextGaussian()));

    assertThat(stability.state()).isNotEqualTo(StabilityState.STEADY);
    double[] slow = {0};
    Stability wandering =
        of(
            series(
                10 * SLICES,
                slice -> 100 + (slow[0] = 0.99 * slow[0] + 2.8 * random.nextGaussian())));
    assertThat(wandering.state()).isEqualTo(StabilityState.NO_STEADY_STATE);
    assertThat(wandering.cov().orElseThrow()).isGreaterThan(0.06);
  }

  @Test
  void manyShiftsAreNoSteadyState() {
    Stability stability = of(series(SLICES, slice -> slice / 120 % 2 == 0 ? 100 : 150));

    assertThat(stability.state()).isEqualTo(StabilityState.NO_STEADY_STATE);
  }

  @Test
  void outliersAreNotAShift() {
    Stability stability = of(series(SLICES, slice -> slice == 400 || slice == 401 ? 1_000 : 100));

    assertThat(stability.state()).isEqualTo(StabilityState.STEADY);
    assertThat(stability.outliers()).containsExactly(400, 401);
  }

  @Test
  void slicesWithoutAValueAreLeftOut() {
    SliceSeries series =
        series(SLICES, slice -> slice % 3 == 0 ? Double.NaN : slice < 288 ? 100 : 130);

    Stability stability = of(series);

    assertThat(stability.slices()).isEqualTo(480);
    assertThat(stability.state()).isEqualTo(StabilityState.SHIFT);
    assertThat(stability.shifts().get(0).slice()).isBetween(284, 292);
  }

  @Test
  void aSeasonOfADayIsNeitherADriftNorAShift() {
    Stability stability = of(SyntheticSoak.day(0).of(3 * 8_640).withSeason(20).series(2));

    assertThat(stability.state()).isEqualTo(StabilityState.STEADY);
    assertThat(stability.season().orElseThrow().amplitude()).isCloseTo(20, within(1.0));
  }

  @Test
  void aChangeBelowTheLeastEffectDoesNotMatter() {
    SliceSeries series = series(SLICES, slice -> slice < 288 ? 100 : 130);

    Stability stability = StabilityAnalysis.of(series, new MinimumEffect(0.5, 0));

    assertThat(stability.state()).isEqualTo(StabilityState.STEADY);
  }

  @Test
  void anErrorRateOfZeroThatRisesIsAShift() {
    double[] values = new double[SLICES];
    for (int slice = 400; slice < SLICES; slice++) {
      values[slice] = random.nextInt(3) == 0 ? 10 : 0;
    }

    Stability stability =
        StabilityAnalysis.of(new SliceSeries(10, values), new MinimumEffect(0, 0.5));

    assertThat(stability.state()).isEqualTo(StabilityState.SHIFT);
    assertThat(stability.shifts().get(0).from()).isCloseTo(0, within(0.2));
    assertThat(stability.shifts().get(0).slice()).isBetween(395, 412);
  }

  @Test
  void aFortnightOfSlicesIsAggregatedFirst() {
    Stability stability =
        of(SyntheticSoak.day(0.5).of(14 * 8_640).withSeason(10).withDrift(0.1).series(4));

    assertThat(stability.state()).isEqualTo(StabilityState.DRIFT);
    assertThat(Math.abs(stability.trend().orElseThrow().slopePerHour()))
        .isCloseTo(0.1, within(0.01));
  }

  private interface Level {
    double at(int slice);
  }

  /** Returns levels with a normal noise of 5 % of 100. */
  private SliceSeries series(int slices, Level level) {
    double[] values = new double[slices];
    Arrays.setAll(values, slice -> level.at(slice) + 5 * random.nextGaussian());
    return new SliceSeries(10, values);
  }

  private static Stability of(SliceSeries series) {
    return StabilityAnalysis.of(series, MinimumEffect.USUAL);
  }
}
