package io.longhaul.metrics.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Vector V6 of AIPerf 0.13. */
class ErrorAdjustedTest {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  @Test
  void percentilesOfEightSuccessesAndTwoErrors() {
    assertThat(ErrorAdjusted.of(new long[] {80, 10, 20, 70, 30, 40, 60, 50}, 2, 1))
        .isEqualTo(new ErrorAdjusted(10, 10, 10, 10, 20, 30, 50, 80, NEVER, NEVER, NEVER));
  }

  @Test
  void percentilesOfOneErrorInAHundredRequests() {
    assertThat(ErrorAdjusted.of(LongStream.rangeClosed(1, 99).toArray(), 1, 1))
        .isEqualTo(new ErrorAdjusted(100, 1, 2, 6, 11, 26, 51, 75, 90, 95, 99));
  }

  @Test
  void valuesAreShownInDisplayUnits() {
    assertThat(ErrorAdjusted.of(new long[] {5_500_000}, 0, 1_000_000).p99()).isEqualTo(5.5);
  }
}
