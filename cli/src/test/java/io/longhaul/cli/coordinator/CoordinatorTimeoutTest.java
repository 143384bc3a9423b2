package io.longhaul.cli.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CoordinatorTimeoutTest {
  private long nowNanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(30);
  private ReadProgress hearing = ReadProgress.ALL_HEARD;
  private final CoordinatorTimeout silence =
      new CoordinatorTimeout(() -> hearing, () -> nowNanos, Duration.ofSeconds(60));

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
    hearing = ReadProgress.NO_ANSWER;
    assertThat(isTooLongAfter(3_600)).isFalse();
    hearing = ReadProgress.ALL_HEARD;

    assertThat(isTooLongAfter(59)).isFalse();
    assertThat(isTooLongAfter(1)).isTrue();
  }

  @Test
  void aProcessThatWasHeldHearsWhatWasSaidMeanwhileFirst() {
    hearing = ReadProgress.MORE_TO_HEAR;
    nowNanos += TimeUnit.SECONDS.toNanos(90);
    assertThat(silence.isTooLong()).isFalse();
    hearing = ReadProgress.ALL_HEARD;
    silence.heard();

    assertThat(isTooLongAfter(59)).isFalse();
  }

  @Test
  void anotherGeneratorThatSpeaksAtTheMomentOfTheQuestionDoesNotBeginItAnew() {
    boolean tooLong = false;
    for (int question = 0; question < 6; question++) {
      hearing = ReadProgress.MORE_TO_HEAR;
      assertThat(isTooLongAfter(10)).isFalse();
      hearing = ReadProgress.ALL_HEARD;
      tooLong = silence.isTooLong();
    }

    assertThat(tooLong).isTrue();
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
