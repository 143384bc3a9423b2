package io.longhaul.metrics.stability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Expected values are those of pymannkendall 1.4.3 and of scipy 1.16. */
class MannKendallTest {
  private static final double[] RISING = {
    12, 15, 11, 18, 17, 21, 16, 22, 19, 25, 24, 20, 27, 26, 30, 23
  };

  private static final double[] WANDERING = {
    0.097, -0.143, -0.254, 0.04, 0.517, -0.087, 0.425, 0.725, 0.179, -0.06, -0.194, 0.158, 0.499,
    0.589, -0.124, -0.564, -0.406, -0.022, 0.072, -0.229, -0.63, -0.314, -0.534, 0.085, 0.102,
    0.008, 0.47, 0.34, 0.512, 0.268, 0.087, -0.054, 0.286, -0.191, 0.22, 0.366, 0.353, -0.183,
    -0.304, 0.23
  };

  @Test
  void theSlopeIsTheMedianOfAllPairs() {
    MannKendall test = MannKendall.of(times(RISING), RISING);

    assertThat(test.slope()).isEqualTo(1.0);
    assertThat(test.z()).isCloseTo(3.64682386801506, within(1e-9));
    assertThat(test.p()).isCloseTo(0.000265501780035704, within(1e-12));
  }

  @Test
  void theIntervalOfTheSlopeIsThatOfSen() {
    MannKendall test = MannKendall.of(times(RISING), RISING);

    // scipy rounds the ranks; here they are interpolated.
    assertThat(test.slopeLow()).isCloseTo(0.6667, within(0.03));
    assertThat(test.slopeHigh()).isCloseTo(1.4286, within(0.03));
  }

  @Test
  void autocorrelatedValuesAreLessSignificant() {
    MannKendall test = MannKendall.of(times(WANDERING), WANDERING);

    assertThat(test.correction()).isCloseTo(12805.854674796748 / 7366.666666666667, within(1e-9));
    assertThat(test.z()).isCloseTo(0.23859397886694056, within(1e-9));
    assertThat(test.p()).isCloseTo(0.811420434477256, within(1e-9));
  }

  @Test
  void negativeCorrelationDoesNotMakeATrendMoreSignificant() {
    MannKendall test = MannKendall.of(times(RISING), RISING);

    assertThat(test.correction()).isEqualTo(1);
  }

  @Test
  void equalValuesHaveNoTrend() {
    double[] equal = new double[20];

    MannKendall test = MannKendall.of(times(equal), equal);

    assertThat(test.p()).isEqualTo(1);
    assertThat(test.slope()).isZero();
  }

  @Test
  void equalValuesShareTheirRanks() {
    assertThat(MannKendall.ranks(new double[] {5, 1, 5, 3})).containsExactly(3.5, 1, 3.5, 2);
  }

  private static double[] times(double[] values) {
    return IntStream.range(0, values.length).asDoubleStream().toArray();
  }
}
