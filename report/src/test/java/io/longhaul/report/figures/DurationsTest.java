package io.longhaul.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0:00:00",
    "2.5, 0:00:02.5",
    "59.96, 0:01:00",
    "3661, 1:01:01",
    "86400, 1d 0:00:00",
    "270000, 3d 3:00:00"
  })
  void timesAreWrittenLikeAClock(double seconds, String clock) {
    assertThat(Durations.clock(seconds)).isEqualTo(clock);
  }
}
