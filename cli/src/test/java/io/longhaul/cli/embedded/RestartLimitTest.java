package io.longhaul.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RestartLimitTest {
  private final RestartLimit limit = new RestartLimit();

  @Test
  void thePauseDoublesAndTheSixthEndWithinTenMinutesIsFinal() {
    assertThat(IntStream.range(0, 5).mapToObj(minute -> limit.next(minutes(minute))))
        .extracting(restart -> restart.orElseThrow().pause())
        .containsExactly(
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(8),
            Duration.ofSeconds(16));
    assertThat(limit.next(minutes(6))).isEmpty();
  }

  @Test
  void restartsOlderThanTenMinutesDoNotCount() {
    for (int minute = 0; minute < 5; minute++) {
      assertThat(limit.next(minutes(minute))).isPresent();
    }
    assertThat(limit.next(minutes(12))).map(RestartLimit.Restart::ofLimit).contains("4 of 5");
    Optional<RestartLimit.Restart> muchLater = limit.next(minutes(60));
    assertThat(muchLater).map(RestartLimit.Restart::ofLimit).contains("1 of 5");
    assertThat(muchLater.orElseThrow().pause()).isEqualTo(RestartLimit.FIRST_PAUSE);
  }

  @Test
  void signalsAndExhaustedMemoryAreDescribedInWords() {
    assertThat(ExitText.of(137)).isEqualTo("killed by signal 9");
    assertThat(ExitText.of(3)).isEqualTo("out of memory");
    assertThat(ExitText.of(1)).isEqualTo("exit status 1");
  }

  private static long minutes(long minutes) {
    return Long.MAX_VALUE - TimeUnit.MINUTES.toNanos(5) + TimeUnit.MINUTES.toNanos(minutes);
  }
}
