package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitingTimeTest {
  private final WaitingTime waiting = new WaitingTime();

  @Test
  void waitsAddUpFromTheirFirstStartToTheirEnd() {
    assertThat(waiting.totalNanos(5)).isZero();
    waiting.start(10);
    waiting.start(12);
    assertThat(waiting.isRunning()).isTrue();
    assertThat(waiting.totalNanos(15)).isEqualTo(5);
    waiting.end(20);
    waiting.end(30);
    assertThat(waiting.isRunning()).isFalse();
    assertThat(waiting.totalNanos(40)).isEqualTo(10);
    waiting.start(50);

    assertThat(waiting.totalNanos(53)).isEqualTo(13);
  }

  @Test
  void aTimeBeforeTheStartAddsNothing() {
    waiting.start(10);

    assertThat(waiting.totalNanos(9)).isZero();
  }
}
