package io.longhaul.metrics.stats;

import static java.lang.Double.NaN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Vector V6 of AIPerf 0.13. */
class ErrorAdjustedTest {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  @Test
  void percentilesOfEightSuccessesAndTwoErrors() {
    assertIs(
        ErrorAdjusted.of(new long[] {80, 10, 20, 70, 30, 40, 60, 50}, 2, 1),
        10,
        10,
        new double[] {10, 10, 20, 30, 50, 80, NEVER, NEVER, NEVER});
  }

  @Test
  void percentilesOfOneErrorInAHundredRequests() {
    assertIs(
        ErrorAdjusted.of(LongStream.rangeClosed(1, 99).toArray(), 1, 1),
        100,
        1,
        new double[] {2, 6, 11, 26, 51, 75, 90, 95, 99});
  }

  /** Checks all statistics: there are no others than count, minimum and nine percentiles. */
  private static void assertIs(
      DistributionSummary actual, long count, double min, double[] percentiles) {
    assertThat(actual)
        .isEqualTo(
            new DistributionSummary(
                DistributionSummary.Method.NEAREST_RANK,
                count,
                NaN,
                min,
                NaN,
                NaN,
                NaN,
                percentiles[0],
                percentiles[1],
                percentiles[2],
                percentiles[3],
                percentiles[4],
                percentiles[5],
                percentiles[6],
                percentiles[7],
                percentiles[8],
                NaN));
  }

  @Test
  void valuesAreShownInDisplayUnits() {
    assertThat(ErrorAdjusted.of(new long[] {5_500_000}, 0, 1_000_000).p99()).isEqualTo(5.5);
  }
}
