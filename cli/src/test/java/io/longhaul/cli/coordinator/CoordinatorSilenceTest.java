package io.longhaul.cli.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CoordinatorSilenceTest {
  private long nowNanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(30);
  private boolean logCanBeRead = true;
  private final CoordinatorSilence silence =
      new CoordinatorSilence(() -> logCanBeRead, () -> nowNanos);

  @Test
  void itIsTooLongAfter60SecondsInWhichTheLogCouldBeRead() {
    assertThat(isTooLongAfter(59)).isFalse();
    assertThat(isTooLongAfter(1)).isTrue();
  }

  @Test
  void aWordBeginsItAnew() {
    assertThat(isTooLongAfter(59)).isFalse();
    silence.heard();

    assertThat(isTooLongAfter(59)).isFalse();
    assertThat(isTooLongAfter(1)).isTrue();
  }

  @Test
  void whileKafkaDoesNotAnswerNobodyIsSilent() {
    logCanBeRead = false;
    assertThat(isTooLongAfter(3_600)).isFalse();
    logCanBeRead = true;

    assertThat(isTooLongAfter(59)).isFalse();
    assertThat(isTooLongAfter(1)).isTrue();
  }

  @Test
  void aProcessThatWasHeldHearsWhatWasSaidMeanwhileFirst() {
    logCanBeRead = false; // There is more to hear.
    nowNanos += TimeUnit.SECONDS.toNanos(90);
    assertThat(silence.isTooLong()).isFalse();
    logCanBeRead = true;
    silence.heard();

    assertThat(isTooLongAfter(59)).isFalse();
  }

  private boolean isTooLongAfter(int seconds) {
    boolean tooLong = false;
    for (int i = 0; i < seconds; i++) {
      nowNanos += TimeUnit.SECONDS.toNanos(1);
      tooLong = silence.isTooLong();
    }
    return tooLong;
  }
}
