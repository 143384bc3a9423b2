package io.longhaul.cli.run;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.SliceRow;
import org.junit.jupiter.api.Test;

/** Slices of 20 s and a timeout of one minute. */
class FirstResponseConditionTest {
  private static final long MINUTE = SECONDS.toNanos(60);

  @Test
  void failuresForTheWholeTimeoutMeetTheCondition() {
    FirstResponseCondition first = new FirstResponseCondition(MINUTE, true);

    assertThat(first.onSlice(slice(0, 10, 9, 0, 0))).isEmpty();
    assertThat(first.onSlice(slice(1, 0, 0, 0, 0))).isEmpty();
    assertThat(first.onSlice(slice(2, 1, 2, 0, 0)))
        .contains("no valid response arrived within the first 60 s, and 11 requests failed");
    assertThat(first.onSlice(slice(3, 9, 9, 0, 0))).as("judged once").isEmpty();
  }

  @Test
  void refusedConnectionsCountAlthoughNothingIsSent() {
    FirstResponseCondition first = new FirstResponseCondition(SECONDS.toNanos(20), false);

    assertThat(first.onSlice(slice(0, 0, 1, 0, 0)))
        .contains("no valid response arrived within the first 20 s, and 1 request failed");
  }

  @Test
  void oneResponseOrAPartOfOneIsEnough() {
    FirstResponseCondition valid = new FirstResponseCondition(MINUTE, true);
    valid.onSlice(slice(0, 10, 9, 1, 0));
    FirstResponseCondition begun = new FirstResponseCondition(MINUTE, true);
    begun.onSlice(slice(0, 10, 9, 0, 3));

    for (long index = 1; index < 10; index++) {
      assertThat(valid.onSlice(slice(index, 10, 10, 0, 0))).isEmpty();
      assertThat(begun.onSlice(slice(index, 10, 10, 0, 0))).isEmpty();
    }
  }

  @Test
  void theTimeoutStartsWithTheFirstRequest() {
    FirstResponseCondition first = new FirstResponseCondition(MINUTE, true);

    for (long index = 0; index < 6; index++) {
      assertThat(first.onSlice(slice(index, 0, 0, 0, 0))).isEmpty();
    }
    assertThat(first.onSlice(slice(6, 1, 0, 0, 0))).isEmpty();
    assertThat(first.onSlice(slice(7, 0, 1, 0, 0))).isEmpty();
    assertThat(first.onSlice(slice(8, 0, 0, 0, 0))).isPresent();
  }

  @Test
  void aSlowServerWithoutStreamingIsNotDead() {
    FirstResponseCondition whole = new FirstResponseCondition(MINUTE, false);
    FirstResponseCondition streamed = new FirstResponseCondition(MINUTE, true);

    for (long index = 0; index < 2; index++) {
      whole.onSlice(slice(index, 5, 0, 0, 0));
      streamed.onSlice(slice(index, 5, 0, 0, 0));
    }
    assertThat(whole.onSlice(slice(2, 5, 0, 0, 0))).isEmpty();
    assertThat(streamed.onSlice(slice(2, 5, 0, 0, 0))).isPresent();
  }

  @Test
  void aMissingSliceDisablesTheCondition() {
    FirstResponseCondition first = new FirstResponseCondition(MINUTE, true);

    first.onSlice(slice(1, 10, 10, 0, 0));
    for (long index = 2; index < 9; index++) {
      assertThat(first.onSlice(slice(index, 10, 10, 0, 0))).isEmpty();
    }
  }

  private static SliceRow slice(long index, long sent, long failed, long valid, long chunks) {
    SliceRow slice = new SliceRow();
    slice.put("slice_index", index);
    slice.put("start_epoch_ns", index * SECONDS.toNanos(20));
    slice.put("end_epoch_ns", (index + 1) * SECONDS.toNanos(20));
    slice.put("requests_sent", sent);
    slice.put("requests_ok", valid);
    slice.put("valid_requests", valid);
    slice.put("transport_errors", failed);
    slice.put("requests_ended", failed + valid);
    slice.put("chunks_arrived", chunks);
    return slice;
  }
}
