package io.longhaul.cli.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConsecutiveFailuresTest {
  private static final long END_OF_TIME = Long.MAX_VALUE;

  private final ConsecutiveFailures failures = ConsecutiveFailures.upTo(3);
  private long id;

  @Test
  void asManyInARowAsAreTooManyAreToldOnce() {
    failed(1);
    failed(2);
    assertThat(failures.countBefore(END_OF_TIME)).isEmpty();
    failed(3);

    assertThat(failures.countBefore(END_OF_TIME))
        .contains("3 requests in a row have failed, the last with http_503");
    failed(4);
    assertThat(failures.countBefore(END_OF_TIME)).isEmpty();
  }

  @Test
  void oneThatGoesWellBeginsTheCountAnew() {
    failed(1);
    failed(2);
    wentWell(3);
    failed(4);
    failed(5);

    assertThat(failures.countBefore(END_OF_TIME)).isEmpty();
  }

  /** Lanes are read one after another; what counts is when requests ended. */
  @Test
  void theOrderOfReadingDecidesNothing() {
    failed(1);
    failed(3);
    failed(4);
    wentWell(2);

    assertThat(failures.countBefore(END_OF_TIME)).isEmpty();
  }

  @Test
  void whatALaneMayStillTellIsWaitedFor() {
    failed(1);
    failed(2);
    failed(3);
    assertThat(failures.countBefore(3)).as("a lane has told up to 3").isEmpty();
    assertThat(failures.countBefore(4)).isPresent();
  }

  @Test
  void withoutABoundNothingIsEverTooMuch() {
    ConsecutiveFailures unbounded = ConsecutiveFailures.unbounded();
    unbounded.add(new CompletedRequest(1, 0, 1, true, "http_503"));

    assertThat(unbounded.isBounded()).isFalse();
    assertThat(unbounded.countBefore(END_OF_TIME)).isEmpty();
  }

  private void failed(long endedEpochNanos) {
    failures.add(new CompletedRequest(endedEpochNanos, 0, id++, true, "http_503"));
  }

  private void wentWell(long endedEpochNanos) {
    failures.add(new CompletedRequest(endedEpochNanos, 0, id++, false, null));
  }
}
