package io.longhaul.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SortedSampleTest {

  @Test
  void theMedianOfFiveIsTheThird() {
    assertThat(SortedSample.median(List.of(5, 1, 4, 2, 3), Integer::doubleValue)).isEqualTo(3);
  }

  @Test
  void percentilesLieBetweenTheirNeighbours() {
    SortedSample sample = SortedSample.of(List.of(10, 20, 30, 40, 50), Integer::doubleValue);
    assertThat(sample.percentile(0)).isEqualTo(10);
    assertThat(sample.percentile(99)).isCloseTo(49.6, within(1e-9));
    assertThat(sample.percentile(100)).isEqualTo(50);
  }

  @Test
  void nothingCannotBeDescribed() {
    List<Integer> nothing = List.of();
    assertThatThrownBy(() -> SortedSample.of(nothing, Integer::doubleValue))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot describe a sample: it is empty");
  }
}
