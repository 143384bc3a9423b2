package io.longhaul.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CoordinatorTimeoutTest {
  private long nowNanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(30);
  private ReadProgress readProgress = ReadProgress.CAUGHT_UP;
  private final CoordinatorTimeout silence =
      new CoordinatorTimeout(() -> readProgress, () -> nowNanos, Duration.ofSeconds(60));

  @Test
  void expiresAfter60SecondsOfReadableSilence() {
    assertThat(isTooLongAfter(59)).isFalse();
    assertThat(isTooLongAfter(1)).isTrue();
  }

  @Test
  void aMessageRestartsTheTimeout() {
    assertThat(isTooLongAfter(59)).isFalse();
    silence.messageReceived();

    assertThat(isTooLongAfter(59)).isFalse();
    assertThat(isTooLongAfter(1)).isTrue();
  }

  @Test
  void anOutageDoesNotCountAsSilence() {
    readProgress = ReadProgress.UNAVAILABLE;
    assertThat(isTooLongAfter(3_600)).isFalse();
    readProgress = ReadProgress.CAUGHT_UP;

    assertThat(isTooLongAfter(59)).isFalse();
    assertThat(isTooLongAfter(1)).isTrue();
  }

  @Test
  void aResumedProcessReadsItsMessagesFirst() {
    readProgress = ReadProgress.BEHIND;
    nowNanos += TimeUnit.SECONDS.toNanos(90);
    assertThat(silence.isExpired()).isFalse();
    readProgress = ReadProgress.CAUGHT_UP;
    silence.messageReceived();

    assertThat(isTooLongAfter(59)).isFalse();
  }

  @Test
  void messagesOfOtherGeneratorsDoNotRestartTheTimeout() {
    boolean tooLong = false;
    for (int question = 0; question < 6; question++) {
      readProgress = ReadProgress.BEHIND;
      assertThat(isTooLongAfter(10)).isFalse();
      readProgress = ReadProgress.CAUGHT_UP;
      tooLong = silence.isExpired();
    }

    assertThat(tooLong).isTrue();
  }

  private boolean isTooLongAfter(int seconds) {
    boolean tooLong = false;
    for (int i = 0; i < seconds; i++) {
      nowNanos += TimeUnit.SECONDS.toNanos(1);
      tooLong = silence.isExpired();
    }
    return tooLong;
  }
}
