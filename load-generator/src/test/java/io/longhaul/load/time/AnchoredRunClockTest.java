package io.longhaul.load.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnchoredRunClockTest {
  private static final long EPOCH = 1_700_000_000_000_000_000L;

  @Test
  void anchorConvertsBetweenMonotonicAndEpochTimes() {
    ClockAnchor anchor = new ManualRunClock(500, EPOCH).anchored().readAnchor();

    assertThat(anchor.epochNanosAt(500)).isEqualTo(EPOCH);
    assertThat(anchor.epochNanosAt(700)).isEqualTo(EPOCH + 200);
    assertThat(anchor.monotonicNanosAt(EPOCH + 200)).isEqualTo(700);
  }

  @Test
  void anchorIsTheReadWithTheShortestInterval() {
    long[] monotonic = {0, 100, 200, 210, 300, 400, 500, 600, 700, 800};
    int[] next = {0, 0};
    AnchoredRunClock clock =
        new AnchoredRunClock(() -> monotonic[next[0]++], () -> EPOCH + next[1]++);

    assertThat(clock.readAnchor()).isEqualTo(new ClockAnchor(205, EPOCH + 1, 5));
  }

  @Test
  void stepOfTheWallClockIsReportedAndNeverApplied() {
    ManualRunClock manual = new ManualRunClock(0, EPOCH);
    AnchoredRunClock clock = manual.anchored();
    ClockAnchor anchor = clock.readAnchor();

    manual.advanceNanos(1_000);
    manual.stepWallClockNanos(-60);

    assertThat(anchor.driftNanos(clock.readAnchor())).isEqualTo(-60);
    assertThat(anchor.epochNanosAt(clock.nowNanos())).isEqualTo(EPOCH + 1_000);
  }

  @Test
  void systemClockNeverDecreasesAndHasAPlausibleEpoch() {
    AnchoredRunClock clock = new AnchoredRunClock();
    long before = clock.nowNanos();
    ClockAnchor anchor = clock.readAnchor();

    assertThat(clock.nowNanos()).isGreaterThanOrEqualTo(before);
    assertThat(anchor.errorNanos()).isNotNegative();
    assertThat(anchor.epochNanos()).isGreaterThan(EPOCH);
  }
}
