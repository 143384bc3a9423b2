package io.longhaul.load.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BackoffTest {

  /** A random generator that yields no jitter. */
  private static final RandomGenerator IN_THE_MIDDLE =
      new RandomGenerator() {
        @Override
        public long nextLong() {
          return 0;
        }

        @Override
        public double nextDouble() {
          return 0.5;
        }
      };

  @Test
  void theDelayDoublesUpToTheLimit() {
    Backoff backoff = new Backoff(100, 1000, IN_THE_MIDDLE);

    assertThat(waits(backoff, 6)).containsExactly(100L, 200L, 400L, 800L, 1000L, 1000L);
  }

  @Test
  void aSuccessResetsTheDelay() {
    Backoff backoff = new Backoff(100, 1000, IN_THE_MIDDLE);
    waits(backoff, 5);

    backoff.succeeded();

    assertThat(backoff.failed()).isEqualTo(100);
  }

  @Test
  void delaysHaveAJitterOfHalf() {
    Backoff backoff = new Backoff(1000, 1000, new SplittableRandom(3));

    List<Long> waits = waits(backoff, 2000);

    assertThat(waits).allMatch(wait -> wait >= 500 && wait < 1500);
    assertThat(waits.stream().distinct().count()).isGreaterThan(500);
  }

  @Test
  void anyNumberOfFailuresIsSupported() {
    assertThat(waits(new Backoff(333_000_000, 10_000_000_000L, IN_THE_MIDDLE), 5000))
        .last()
        .isEqualTo(10_000_000_000L);
  }

  private static List<Long> waits(Backoff backoff, int failures) {
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < failures; i++) {
      waits.add(backoff.failed());
    }
    return waits;
  }
}
