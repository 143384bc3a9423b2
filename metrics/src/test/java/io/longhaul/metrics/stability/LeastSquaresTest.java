package io.longhaul.metrics.stability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.metrics.stability.Structure.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LeastSquaresTest {
  private static final int ROWS = 100;
  private final double[] ones = column(i -> 1);
  private final double[] line = column(i -> i);

  @Test
  void theCoefficientsAreThoseOfTheColumns() {
    double[] values = column(i -> 3 + 0.5 * i);

    LeastSquares fit = LeastSquares.of(values, List.of(ones, line));

    assertThat(fit.coefficients()).containsExactly(new double[] {3, 0.5}, within(1e-9));
    assertThat(fit.squares()).isCloseTo(0, within(1e-9));
  }

  @Test
  void aDependentColumnHasNoEffect() {
    double[] values = column(i -> 3 + 0.5 * i);

    LeastSquares fit = LeastSquares.of(values, List.of(ones, line, column(i -> 2 * i + 7)));

    assertThat(fit.coefficients()).containsExactly(new double[] {3, 0.5, 0}, within(1e-9));
  }

  @Test
  void theGainOfARangeIsThatOfARegressionWithIt() {
    double[] values = new Random(3).doubles(ROWS).toArray();
    LeastSquares fit = LeastSquares.of(values, List.of(ones, line));
    double[] range = column(i -> i >= 20 && i < 45 ? 1 : 0);

    double gain = fit.squares() - LeastSquares.of(values, List.of(ones, line, range)).squares();

    assertThat(new RangeScan(fit).gain(new Range(20, 45))).isCloseTo(gain, within(1e-9));
  }

  @Test
  void noiseOfAutocorrelatedResidualsIsGreater() {
    double[] independent = new Random(3).doubles(ROWS).toArray();
    double[] pairs = column(i -> independent[i / 4]);

    double variance = LeastSquares.of(pairs, List.of(ones)).squares() / (ROWS - 1);

    assertThat(LeastSquares.of(pairs, List.of(ones)).noise()).isGreaterThan(4 * variance);
    assertThat(LeastSquares.of(independent, List.of(ones)).noise())
        .isCloseTo(
            LeastSquares.of(independent, List.of(ones)).squares() / (ROWS - 1), within(0.02));
  }

  private interface Cell {
    double at(int row);
  }

  private static double[] column(Cell cell) {
    double[] column = new double[ROWS];
    Arrays.setAll(column, cell::at);
    return column;
  }
}
