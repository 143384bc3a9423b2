package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JobProgressTest {
  private final JobProgress progress = new JobProgress(Duration.ofSeconds(30));

  @Test
  void aJobWithoutCommitsHasNotReadTheRunAndBecomesSilent() {
    for (int second = 0; second < 30; second++) {
      look(100 + second, -1, second);
      assertThat(progress.isSilent()).isFalse();
    }
    look(130, -1, 30);

    assertThat(progress.hasReadTheRun()).isFalse();
    assertThat(progress.isSilent()).isTrue();
  }

  @Test
  void aJobThatStopsBeforeTheRunHasNotReadIt() {
    look(100, 100, 0);
    look(101, 100, 1);
    look(131, 100, 31);

    assertThat(progress.hasReadTheRun()).isFalse();
    assertThat(progress.isSilent()).isTrue();
  }

  @Test
  void aJobThatCommitsARecordOfTheRunHasReadIt() {
    look(100, 90, 0);
    look(104, 103, 4);

    assertThat(progress.hasReadTheRun()).isTrue();
    assertThat(progress.isSilent()).isFalse();
  }

  @Test
  void aJobThatIsFarBehindIsNotSilent() {
    for (int second = 0; second < 120; second += 20) {
      look(10_000 + second, 10 + second, second);
    }

    assertThat(progress.hasReadTheRun()).isFalse();
    assertThat(progress.isSilent()).isFalse();
  }

  @Test
  void aJobThatHasReadEverythingIsNotSilent() {
    look(100, 100, 0);
    look(100, 100, 60);
    look(101, 100, 61);

    assertThat(progress.isSilent()).isFalse();
  }

  @Test
  void anOutageDoesNotCount() {
    look(100, 90, 0);
    progress.notObserved();
    look(160, 90, 60);
    assertThat(progress.isSilent()).isFalse();

    look(190, 90, 90);
    assertThat(progress.isSilent()).isTrue();
  }

  @Test
  void aJobThatCommitsAgainIsNoLongerSilent() {
    look(100, 90, 0);
    look(140, 90, 40);
    assertThat(progress.isSilent()).isTrue();

    look(141, 130, 41);
    assertThat(progress.isSilent()).isFalse();
    assertThat(progress.hasReadTheRun()).isTrue();
  }

  private void look(long logEnd, long committed, long second) {
    progress.observed(
        logEnd,
        committed < 0 ? OptionalLong.empty() : OptionalLong.of(committed),
        TimeUnit.SECONDS.toNanos(second));
  }
}
