package io.longhaul.metrics.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BoundedValuesTest {
  @Test
  void noValuesGiveNoSummary() {
    assertThat(new BoundedValues(10, 1).summary(1)).isEmpty();
  }

  @Test
  void valuesUpToTheLimitGiveExactPercentiles() {
    DistributionSummary summary = upTo(200, 200);

    assertThat(summary.method()).isEqualTo(DistributionSummary.Method.EXACT);
    assertThat(summary.p50()).isEqualTo(100.5);
  }

  @Test
  void oneMoreValueTurnsThemIntoADistributionOfAllValues() {
    DistributionSummary summary = upTo(201, 200);

    assertThat(summary.method()).isEqualTo(DistributionSummary.Method.HISTOGRAM);
    assertThat(summary.count()).isEqualTo(201);
    assertThat(summary.sum()).isEqualTo(201 * 101);
    assertThat(summary.p50()).isCloseTo(101, within(0.5));
  }

  private static DistributionSummary upTo(int last, int most) {
    BoundedValues values = new BoundedValues(most, 1);
    for (int value = 1; value <= last; value++) {
      values.add(value);
    }
    return values.summary(1).orElseThrow();
  }
}
