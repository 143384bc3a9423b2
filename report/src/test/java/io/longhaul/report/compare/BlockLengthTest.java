package io.longhaul.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockLengthTest {
  private static final int SIZE = 20_000;

  @Test
  void independentValuesNeedShortBlocks() {
    assertThat(BlockLength.of(series(0))).isLessThan(4);
  }

  @Test
  void theLengthIsThatOfTheFormulaForAnAutoregression() {
    double phi = 0.5;
    // Of a variance of 1: g = Σ |k| φ^|k| = 2φ/(1-φ)², D = 4/3 ((1+φ)/(1-φ))².
    double g = 2 * phi / Math.pow(1 - phi, 2);
    double spread = 4.0 / 3 * Math.pow((1 + phi) / (1 - phi), 2);
    double expected = Math.cbrt(2 * g * g / spread * SIZE);

    assertThat(BlockLength.of(series(phi))).isCloseTo(expected, within(0.15 * expected));
  }

  @Test
  void aConstantSeriesNeedsNoBlocks() {
    assertThat(BlockLength.of(new double[100])).isEqualTo(1);
    assertThat(BlockLength.varianceRatio(new double[100], 5)).isEqualTo(1);
  }

  @Test
  void blocksThatCutCorrelationsAreCorrected() {
    // Blocks of 6 see 1 + 2 Σ (1 - k/6) φ^k = 2.34 of the variance 3.
    assertThat(BlockLength.varianceRatio(series(0.5), 6)).isCloseTo(3 / 2.34, within(0.1));
    assertThat(BlockLength.varianceRatio(series(0), 6)).isCloseTo(1, within(0.05));
  }

  private static double[] series(double phi) {
    Random random = new Random(7);
    double[] series = new double[SIZE];
    for (int i = 1; i < SIZE; i++) {
      series[i] = phi * series[i - 1] + random.nextGaussian();
    }
    return series;
  }
}
