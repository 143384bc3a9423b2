package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConsecutiveFailuresTest {
  private static final long END_OF_TIME = Long.MAX_VALUE;

  private final ConsecutiveFailures failures = ConsecutiveFailures.upTo(3);
  private long id;

  @Test
  void reachingTheLimitIsReportedOnce() {
    failed(1);
    failed(2);
    assertThat(failures.countBefore(END_OF_TIME)).isEmpty();
    failed(3);

    assertThat(failures.countBefore(END_OF_TIME))
        .contains("3 consecutive requests failed, the last with http_503");
    failed(4);
    assertThat(failures.countBefore(END_OF_TIME)).isEmpty();
  }

  @Test
  void aSuccessResetsTheCount() {
    failed(1);
    failed(2);
    wentWell(3);
    failed(4);
    failed(5);

    assertThat(failures.countBefore(END_OF_TIME)).isEmpty();
  }

  /** Lanes are read one after another; what counts is when requests ended. */
  @Test
  void theOrderOfReadingHasNoEffect() {
    failed(1);
    failed(3);
    failed(4);
    wentWell(2);

    assertThat(failures.countBefore(END_OF_TIME)).isEmpty();
  }

  @Test
  void requestsBeyondTheFrontierAreNotCountedYet() {
    failed(1);
    failed(2);
    failed(3);
    assertThat(failures.countBefore(3)).as("a lane has reported only slices up to 3").isEmpty();
    assertThat(failures.countBefore(4)).isPresent();
  }

  @Test
  void withoutALimitNothingIsReported() {
    ConsecutiveFailures unlimited = ConsecutiveFailures.unlimited();
    unlimited.add(new CompletedRequest(1, 0, 1, true, "http_503"));

    assertThat(unlimited.isLimited()).isFalse();
    assertThat(unlimited.countBefore(END_OF_TIME)).isEmpty();
  }

  private void failed(long endedEpochNanos) {
    failures.add(new CompletedRequest(endedEpochNanos, 0, id++, true, "http_503"));
  }

  private void wentWell(long endedEpochNanos) {
    failures.add(new CompletedRequest(endedEpochNanos, 0, id++, false, null));
  }
}
