package io.longhaul.metrics.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrossRunStatisticsTest {
  private static final Offset<Double> NEXT_TO_NOTHING = within(5e-9);

  @Test
  void g14StatisticsOfSeveralRuns() {
    CrossRunStatistics across = CrossRunStatistics.of(new double[] {808.0, 811.9, 816.1}, 0.95);

    assertThat(across.mean()).isCloseTo(812.0, NEXT_TO_NOTHING);
    assertThat(across.std()).isCloseTo(4.05092582, NEXT_TO_NOTHING);
    assertThat(across.min()).isEqualTo(808.0);
    assertThat(across.max()).isEqualTo(816.1);
    assertThat(across.se()).isCloseTo(2.33880311, NEXT_TO_NOTHING);
    assertThat(across.cv()).isCloseTo(0.00498882, NEXT_TO_NOTHING);
    assertThat(across.ciLow()).isCloseTo(801.936942, within(5e-7));
    assertThat(across.ciHigh()).isCloseTo(822.063058, within(5e-7));
    assertThat(across.tCritical()).isCloseTo(4.30265273, NEXT_TO_NOTHING);
  }

  /** From tables of the distribution. */
  @ParameterizedTest
  @CsvSource({
    "2, 0.95, 12.7062047",
    "10, 0.95, 2.26215716",
    "10, 0.99, 3.24983554",
    "4, 0.5, 0.76489233"
  })
  void theQuantileDependsOnRunsAndConfidence(int runs, double confidence, double expected) {
    double[] values = new double[runs];
    values[0] = 1;

    assertThat(CrossRunStatistics.of(values, confidence).tCritical())
        .isCloseTo(expected, within(5e-8));
  }

  @Test
  void equalRunsHaveAnIntervalWithoutWidth() {
    CrossRunStatistics across = CrossRunStatistics.of(new double[] {0.1, 0.1}, 0.95);

    assertThat(across.std()).isZero();
    assertThat(across.cv()).isZero();
    assertThat(across.ciLow()).isEqualTo(0.1);
    assertThat(across.ciHigh()).isEqualTo(0.1);
  }

  @Test
  void aMeanOfZeroHasNoFiniteVariation() {
    assertThat(CrossRunStatistics.of(new double[] {-1, 1}, 0.95).cv()).isInfinite();
  }

  @Test
  void oneRunHasNoDeviation() {
    assertThatThrownBy(() -> CrossRunStatistics.of(new double[] {1}, 0.95))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theStatisticsOfOneRunAreItsValue() {
    assertThat(CrossRunStatistics.ofOne(3))
        .isEqualTo(new CrossRunStatistics(3, 0, 3, 3, 0, 0, 3, 3, Double.NaN));
  }
}
