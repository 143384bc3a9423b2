package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogClockTest {
  private static final long EPOCH_MILLIS = 1_795_000_000_000L;

  private final LogClock clock = new LogClock();

  @Test
  void theClockStartsWithTheFirstRecordAndAdvancesWithNewerOnes() {
    clock.appended(EPOCH_MILLIS);
    assertThat(clock.millis()).isZero();

    clock.appended(EPOCH_MILLIS + 1_000);
    clock.appended(EPOCH_MILLIS + 2_500);
    assertThat(clock.millis()).isEqualTo(2_500);
  }

  @Test
  void olderRecordsOfOtherPartitionsDoNotTurnTheClockBack() {
    clock.appended(EPOCH_MILLIS);
    clock.appended(EPOCH_MILLIS + 2_000);
    clock.appended(EPOCH_MILLIS + 500);
    clock.appended(EPOCH_MILLIS + 2_100);

    assertThat(clock.millis()).isEqualTo(2_100);
  }

  @Test
  void theClockPausesWithTheLog() {
    clock.appended(EPOCH_MILLIS);
    clock.appended(EPOCH_MILLIS + 3_600_000);

    assertThat(clock.millis()).isEqualTo(LogClock.MAX_PAUSE_MILLIS);
  }
}
