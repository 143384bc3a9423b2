package io.longhaul.metrics.stability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Mser5Test {
  @Test
  void theValuesBeforeTheSteadyStateAreLeftOut() {
    double[] values = IntStream.range(0, 200).mapToDouble(i -> i < 20 ? 50 : i % 2).toArray();

    assertThat(Mser5.truncation(values)).isEqualTo(20);
  }

  @Test
  void onlyWholeBatchesAreLeftOut() {
    double[] values = IntStream.range(0, 200).mapToDouble(i -> i < 18 ? 50 : i % 2).toArray();

    assertThat(Mser5.truncation(values)).isEqualTo(20);
  }

  @Test
  void noMoreThanHalfIsLeftOut() {
    double[] values = IntStream.range(0, 100).mapToDouble(i -> i < 80 ? i * i : 0).toArray();

    assertThat(Mser5.truncation(values)).isLessThanOrEqualTo(50);
  }

  @Test
  void fewValuesAreAllKept() {
    assertThat(Mser5.truncation(new double[] {9, 1, 1})).isZero();
  }
}
