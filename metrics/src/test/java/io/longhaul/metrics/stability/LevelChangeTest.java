package io.longhaul.metrics.stability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LevelChangeTest {
  private final Random random = new Random(1);

  @Test
  void differentLevelsAreAChange() {
    LevelChange change =
        LevelChange.between(noise(60, 100), noise(60, 120), MinimumEffect.USUAL).orElseThrow();

    assertThat(change.from()).isCloseTo(100, within(2.0));
    assertThat(change.to()).isCloseTo(120, within(2.0));
  }

  @Test
  void noiseIsNoChange() {
    assertThat(LevelChange.between(noise(60, 100), noise(60, 100), MinimumEffect.USUAL)).isEmpty();
  }

  @Test
  void aSmallChangeDoesNotMatter() {
    double[] before = constant(100);
    double[] after = constant(101);

    assertThat(LevelChange.between(before, after, MinimumEffect.USUAL)).isEmpty();
    assertThat(LevelChange.between(before, after, new MinimumEffect(0.001, 0))).isPresent();
  }

  @Test
  void equalValuesAreNoChangeHoweverSmallTheLeastEffectIs() {
    assertThat(LevelChange.between(constant(0), constant(0), MinimumEffect.USUAL)).isEmpty();
  }

  @Test
  void gapsAreLeftOutAndFewValuesAreNotCompared() {
    double[] before = noise(60, 100);
    Arrays.fill(before, 0, 57, Double.NaN);

    assertThat(LevelChange.between(before, noise(60, 200), MinimumEffect.USUAL)).isEmpty();
  }

  private double[] noise(int count, double mean) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> mean + 5 * random.nextGaussian());
    return values;
  }

  private static double[] constant(double value) {
    double[] values = new double[60];
    Arrays.fill(values, value);
    return values;
  }
}
