package io.longhaul.benchmarks.fortnight;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.wire.Ending;
import org.junit.jupiter.api.Test;

class RunTotalsTest {
  private static final long SECOND = RunShape.NANOS_PER_SECOND;

  @Test
  void onlyRequestsThatEndedOkCountTokensAndDurations() {
    SyntheticRequest ok =
        new SyntheticRequest(
            1,
            SECOND,
            1,
            Ending.OK,
            100,
            new long[] {2 * SECOND, 3 * SECOND},
            new int[] {2, 1},
            3 * SECOND);
    SyntheticRequest failed =
        new SyntheticRequest(
            2, SECOND, 1, Ending.TIMEOUT, 100, new long[0], new int[0], 3 * SECOND);

    RunTotals totals = RunTotals.NONE.plus(ok).plus(failed);

    assertThat(totals).isEqualTo(new RunTotals(2, 1, 0, 1, 0, 100, 3, SECOND, 2 * SECOND));
  }

  @Test
  void aDifferenceIsNamedWithItsSource() {
    RunTotals expected = new RunTotals(2, 1, 1, 0, 1, 100, 3, 5, 7);
    RunTotals actual = new RunTotals(2, 1, 1, 0, 1, 99, 3, 5, 8);

    assertThat(expected.differences("Summary", expected)).isEmpty();
    assertThat(expected.differences("Summary", actual))
        .containsExactly(
            "Summary: 99 input tokens instead of 100",
            "Summary: 8 nanoseconds of request latency instead of 7");
  }
}
