package io.longhaul.metrics.stability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrowthAnalysisTest {
  /** Two hours of slices of 10 s. */
  private static final int SLICES = 720;

  private static final double NOISE = 0.5;

  @Test
  void aSlowLeakGrows() {
    assertThat(statesOf(slice -> 100 + 0.01 * slice)).containsOnly(GrowthState.GROWING);

    Growth growth = growth(series(1, SLICES, slice -> 100 + 0.01 * slice));
    assertThat(growth.start()).isCloseTo(99, within(1.0));
    assertThat(growth.end()).isGreaterThan(growth.start() + 2);
    assertThat(growth.trend().orElseThrow().slopePerHour()).isCloseTo(3.6, within(0.4));
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 60, 150, 240, 500})
  void memoryThatIsFreedAgainAndAgainDoesNotGrow(int period) {
    assertThat(statesOf(slice -> 100 + 40.0 * (slice % period) / period))
        .containsOnly(GrowthState.BOUNDED);
  }

  @Test
  void aLeakUnderMemoryThatIsFreedAgainAndAgainGrows() {
    assertThat(statesOf(slice -> 100 + 0.05 * slice + 20.0 * (slice % 30) / 30))
        .containsOnly(GrowthState.GROWING);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 36, 72, 100})
  void aPlateauAfterTheWarmUpDoesNotGrow(int slicesOfWarmUp) {
    assertThat(statesOf(slice -> 150 - 50 * Math.exp(-1.0 * slice / slicesOfWarmUp)))
        .containsOnly(GrowthState.BOUNDED);
  }

  @Test
  void aDailySeasonIsNoGrowth() {
    SyntheticSoak season =
        SyntheticSoak.day(0.5).of(2 * SyntheticSoak.SLICES_OF_A_DAY).withSeason(10);

    assertThat(LongStream.rangeClosed(1, 5).mapToObj(season::series))
        .extracting(series -> growth(series).state())
        .containsOnly(GrowthState.BOUNDED);
  }

  @Test
  void aStepIsNoGrowth() {
    assertThat(statesOf(slice -> slice < 300 ? 100 : 140)).containsOnly(GrowthState.BOUNDED);
  }

  @Test
  void memoryThatFallsAgainBeforeTheEndDoesNotGrow() {
    assertThat(statesOf(slice -> slice < 500 ? 100 + 0.05 * slice : 100))
        .containsOnly(GrowthState.BOUNDED);
  }

  @ParameterizedTest
  @ValueSource(ints = {65, 100, 300, 3_000})
  void aGaugeOfASmallPartOfALongRunIsTooShort(int known) {
    double[] values = new double[120_960];
    Arrays.setAll(values, slice -> slice >= 60_000 && slice < 60_000 + known ? slice : Double.NaN);

    Growth growth = growth(new SliceSeries(10, values));

    assertThat(growth.state()).isEqualTo(GrowthState.TOO_SHORT);
    assertThat(growth.slices()).isEqualTo(known);
  }

  @Test
  void aConstantDoesNotGrow() {
    double[] values = new double[SLICES];
    Arrays.fill(values, 7);

    Growth growth = growth(new SliceSeries(10, values));

    assertThat(growth.state()).isEqualTo(GrowthState.BOUNDED);
    assertThat(growth.start()).isEqualTo(7);
  }

  @Test
  void noiseDoesNotGrow() {
    long growing =
        LongStream.rangeClosed(1, 200)
            .mapToObj(seed -> SyntheticSoak.day(seed % 2 == 0 ? 0 : 0.5).of(SLICES).series(seed))
            .filter(series -> growth(series).state() == GrowthState.GROWING)
            .count();

    assertThat(growing).isLessThanOrEqualTo(2);
  }

  @Test
  void fewSlicesAreTooShort() {
    Growth growth = growth(series(1, 59, slice -> 100 + slice));

    assertThat(growth.state()).isEqualTo(GrowthState.TOO_SHORT);
    assertThat(growth.slices()).isEqualTo(59);
    assertThat(growth.trend()).isEmpty();
  }

  private static Growth growth(SliceSeries series) {
    return GrowthAnalysis.of(series, MinimumEffect.USUAL);
  }

  /** Returns the states with ten different noises. */
  private static List<GrowthState> statesOf(IntToDoubleFunction level) {
    return LongStream.rangeClosed(1, 10)
        .mapToObj(seed -> growth(series(seed, SLICES, level)).state())
        .toList();
  }

  private static SliceSeries series(long seed, int slices, IntToDoubleFunction level) {
    Random random = new Random(seed);
    double[] values = new double[slices];
    Arrays.setAll(values, slice -> level.applyAsDouble(slice) + NOISE * random.nextGaussian());
    return new SliceSeries(10, values);
  }
}
