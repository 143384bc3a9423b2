package io.longhaul.metrics.stability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FalseAlarmRateTest {
  @Test
  void aThresholdHasItsRate() {
    double threshold = FalseAlarmRate.threshold(1e-6, 3, 360);

    assertThat(FalseAlarmRate.of(threshold, 3, 360)).isCloseTo(1e-6, within(1e-9));
    assertThat(FalseAlarmRate.threshold(1e-3, 3, 360)).isLessThan(threshold);
  }

  @Test
  void theRateIsThatOfSimulatedSeries() {
    double threshold = FalseAlarmRate.threshold(1e-3, 3, 60);
    Random random = new Random(3);
    int values = 300_000;
    double[] sums = new double[values + 1];
    int alarms = 0;
    int start = 0;
    for (int i = 0; i < values; i++) {
      sums[i + 1] = sums[i] + random.nextGaussian();
      for (int after = 3; after <= Math.min(60, i + 1 - start); after++) {
        if (Math.abs(sums[i + 1] - sums[i + 1 - after]) >= threshold * Math.sqrt(after)) {
          alarms++;
          start = i + 1;
        }
      }
    }

    assertThat(alarms / (double) values).isBetween(0.6e-3, 1.4e-3);
  }
}
