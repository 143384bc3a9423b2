package io.longhaul.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ObservationsTest {
  private static final long STARTED = TimeUnit.SECONDS.toNanos(100);

  @Test
  void ratesBeginWithTheFirstAnswer() {
    Observations observations = new Observations(STARTED);
    // 3 s of silence, then 10 requests/s for 5 s, 40 for 5 s, 40 for 4 s, and 2 s of writing files.
    answers(observations, 0, 0);
    answers(observations, 3, 1);
    for (int second = 1; second <= 5; second++) {
      answers(observations, 3 + second, 1 + 10L * second);
    }
    for (int second = 1; second <= 9; second++) {
      answers(observations, 8 + second, 51 + 40L * second);
    }
    answers(observations, 19, 411);

    ObservedRun run = observations.result(STARTED + TimeUnit.SECONDS.toNanos(20), 8.22, 4_110);

    assertThat(run.perSecond()).containsExactly(10.0, 40.0);
    assertThat(run.firstToSteady()).isEqualTo(0.25);
    assertThat(run.requestsPerSecond()).isEqualTo(25.0);
    assertThat(run.toFirstRequestSeconds()).isEqualTo(3.0);
    assertThat(run.afterLastAnswerSeconds()).isEqualTo(3.0);
    assertThat(run.cpuMillisPerRequest()).isCloseTo(20.0, within(1e-9));
    assertThat(run.keptBytesPerRequest()).isEqualTo(10.0);
  }

  @Test
  void memoryGrowsByTheSlopeOfTheSecondHalf() {
    Observations observations = new Observations(STARTED);
    answers(observations, 0, 1);
    answers(observations, 10, 1_001);
    for (long requests = 0; requests <= 500; requests += 100) {
      observations.memory(requests, 1_000_000 + 1_000 * requests);
    }
    for (long requests = 600; requests <= 1_000; requests += 100) {
      observations.memory(requests, 2_000_000 + 7 * requests);
    }

    ObservedRun run = observations.result(STARTED + TimeUnit.SECONDS.toNanos(20), 1, 1);

    assertThat(run.growthBytesPerRequest()).isCloseTo(7, within(1e-6));
    assertThat(run.peakPssBytes()).isEqualTo(2_007_000);
  }

  @Test
  void aRunOfLessThanAnIntervalIsRefused() {
    Observations observations = new Observations(STARTED);
    answers(observations, 0, 1);
    answers(observations, 4, 10);

    assertThatIllegalStateException()
        .isThrownBy(() -> observations.result(STARTED, 1, 1))
        .withMessage("Cannot compare: no answers for 5 s (a longer --seconds)");
  }

  private static void answers(Observations observations, int second, long requests) {
    observations.answered(STARTED + TimeUnit.SECONDS.toNanos(second), requests);
  }
}
