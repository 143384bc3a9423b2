package io.longhaul.cli.run;

import static io.longhaul.cli.run.BackgroundPace.BUSY_REST_NANOS;
import static io.longhaul.cli.run.BackgroundPace.STEP_NANOS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BackgroundPaceTest {
  private static final int PROCESSORS = 2;

  private long nowNanos = 5_000_000_000L;
  private long workNanos = 7_000_000L;
  private double busy;
  private final BackgroundPace pace =
      new BackgroundPace(PROCESSORS, () -> nowNanos, () -> workNanos, () -> busy);

  @Test
  void workTakesATenthOfAnIdleMachine() {
    long began = nowNanos;
    long before = workNanos;
    while (nowNanos < began + 60_000_000_000L) {
      long rest = pace.restNanos();
      nowNanos += rest;
      if (rest == 0) {
        workNanos += 1_000_000;
        nowNanos += 1_000_000;
      }
    }

    double share = (double) (workNanos - before) / (nowNanos - began) / PROCESSORS;
    assertThat(share).isCloseTo(0.1, within(0.01));
  }

  @Test
  void workRestsWhileTheMachineIsBusy() {
    busy = 0.61;
    for (int i = 0; i < 100; i++) {
      assertThat(pace.restNanos()).isEqualTo(BUSY_REST_NANOS);
      nowNanos += BUSY_REST_NANOS;
    }

    busy = 0.6;
    assertThat(pace.restNanos()).isZero();
  }

  @Test
  void aMachineThatBecomesBusyEndsTheWorkAfterOneStep() {
    busy = 0.3;
    assertThat(pace.restNanos()).isZero();

    busy = 0.9;
    workNanos += STEP_NANOS - 1;
    nowNanos += STEP_NANOS - 1;
    assertThat(pace.restNanos()).isZero();
    workNanos += 1;
    nowNanos += 1;
    long owed = pace.restNanos();
    assertThat(owed).isEqualTo(4 * STEP_NANOS);
    nowNanos += owed;
    assertThat(pace.restNanos()).isEqualTo(BUSY_REST_NANOS);
  }

  @Test
  void timeWithoutWorkIsNotSavedForLater() {
    assertThat(pace.restNanos()).isZero();
    nowNanos += 3_600_000_000_000L;
    assertThat(pace.restNanos()).isZero();

    workNanos += STEP_NANOS;
    nowNanos += STEP_NANOS;

    assertThat(pace.restNanos()).isEqualTo(4 * STEP_NANOS);
  }

  @Test
  void anUnknownLoadCountsAsBusy() {
    busy = -1;
    assertThat(pace.restNanos()).isEqualTo(BUSY_REST_NANOS);
    busy = Double.NaN;
    assertThat(pace.restNanos()).isEqualTo(BUSY_REST_NANOS);
  }
}
