package io.longhaul.metrics.stability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Runs on synthetic series with fixed seeds. */
class ChangePointTest {
  private static final MinimumEffect EFFECT = MinimumEffect.USUAL;
  private static final int SERIES = 400;

  @Test
  void aboutOneOfAHundredSeriesWithoutAChangeHasAFalseAlarm() {
    assertThat(alarms(20, random -> 100 + 3 * random.nextGaussian())).isLessThanOrEqualTo(8);
    assertThat(alarms(60, random -> 100 + 3 * random.nextGaussian())).isLessThanOrEqualTo(8);
  }

  @Test
  void skewedValuesAndOutliersCauseNoMoreFalseAlarms() {
    assertThat(alarms(30, random -> 100 * Math.exp(0.3 * random.nextGaussian())))
        .isLessThanOrEqualTo(8);
    assertThat(alarms(30, random -> random.nextInt(10) == 0 ? 200 : 100 + random.nextGaussian()))
        .isLessThanOrEqualTo(8);
  }

  private static long alarms(int runs, ToDoubleFunction<Random> value) {
    long alarms = 0;
    for (int seed = 0; seed < SERIES; seed++) {
      Random random = new Random(seed);
      double[] values = new double[runs];
      Arrays.setAll(values, i -> value.applyAsDouble(random));
      alarms += ChangePoint.in(values, EFFECT).isEmpty() ? 0 : 1;
    }
    return alarms;
  }

  @Test
  void aShiftOfThreeStandardDeviationsIsFoundWithinFiveRuns() {
    int found = 0;
    for (int seed = 0; seed < 100; seed++) {
      List<ChangePoint> changes = ChangePoint.in(shifted(25, 20, 9, seed), EFFECT);
      found += changes.stream().anyMatch(change -> Math.abs(change.index() - 20) <= 1) ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(90);
  }

  @Test
  void aClearShiftIsFoundAfterThreeRuns() {
    List<ChangePoint> changes = ChangePoint.in(shifted(23, 20, 60, 1), EFFECT);

    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).index()).isEqualTo(20);
    assertThat(changes.get(0).before()).isCloseTo(100, within(2.0));
    assertThat(changes.get(0).after()).isCloseTo(160, within(5.0));
    assertThat(changes.get(0).p()).isLessThan(0.01);
  }

  @Test
  void severalShiftsAreFoundInOrder() {
    double[] values = shifted(60, 20, 30, 2);
    for (int i = 40; i < values.length; i++) {
      values[i] -= 50;
    }
    assertThat(ChangePoint.in(values, EFFECT))
        .extracting(ChangePoint::index)
        .containsExactly(20, 40);
  }

  @Test
  void aShiftThatDoesNotMatterIsIgnored() {
    double[] values = new double[20];
    Arrays.setAll(values, i -> (i < 10 ? 100 : 101) + 0.01 * (i % 3));

    assertThat(ChangePoint.in(values, EFFECT)).isEmpty();
    assertThat(ChangePoint.in(values, new MinimumEffect(0.005, 0))).hasSize(1);
  }

  @Test
  void equalValuesAndShortSeriesHaveNoChange() {
    double[] equal = new double[30];
    Arrays.fill(equal, 0.1);

    assertThat(ChangePoint.in(equal, new MinimumEffect(0, 0))).isEmpty();
    assertThat(ChangePoint.in(new double[] {1, 1, 1, 1, 9, 9, 9, 9, 9}, EFFECT)).isEmpty();
    assertThat(ChangePoint.in(new double[] {1, 1, 1, 1, 1, 9, 9, 9, 9, 9}, EFFECT)).hasSize(1);
    assertThat(ChangePoint.in(new double[0], EFFECT)).isEmpty();
  }

  @Test
  void aSingleOutlierIsNoChange() {
    double[] values = shifted(30, 30, 0, 3);
    values[15] = 500;

    assertThat(ChangePoint.in(values, EFFECT)).isEmpty();
  }

  private static double[] shifted(int runs, int at, double by, long seed) {
    Random random = new Random(seed);
    double[] values = new double[runs];
    Arrays.setAll(values, i -> 100 + 3 * random.nextGaussian() + (i < at ? 0 : by));
    return values;
  }
}
