package io.longhaul.metrics.stability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutliersTest {
  private final Random random = new Random(5);

  @Test
  void aSliceFarFromItsNeighboursIsAnOutlier() {
    double[] values = noise(200, 100);
    values[70] = 1_000;

    Outliers outliers = Outliers.of(values);

    assertThat(outliers.slices()).containsExactly(70);
    assertThat(outliers.clipped()[70]).isBetween(102.0, 120.0);
    assertThat(outliers.clipped()[71]).isEqualTo(values[71]);
  }

  @Test
  void theSlicesAfterAShiftAreNotOutliers() {
    double[] values = noise(200, 100);
    IntStream.range(100, 200).forEach(slice -> values[slice] += 50);

    assertThat(Outliers.of(values).slices()).isEmpty();
  }

  @Test
  void aGapStaysAGap() {
    double[] values = noise(60, 100);
    values[30] = Double.NaN;

    Outliers outliers = Outliers.of(values);

    assertThat(outliers.slices()).isEmpty();
    assertThat(outliers.clipped()[30]).isNaN();
  }

  @Test
  void aFewErrorsAmongZerosAreNotOutliers() {
    double[] values = new double[100];
    values[50] = 3;

    assertThat(Outliers.of(values).slices()).isEmpty();
  }

  private double[] noise(int count, double mean) {
    return random.doubles(count, mean - 2, mean + 2).toArray();
  }
}
