package io.longhaul.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.SliceRow;
import org.junit.jupiter.api.Test;

class ErrorRateConditionTest {
  private final ErrorRateCondition share = new ErrorRateCondition(0.2, 2);
  private long slices;

  @Test
  void onlyARateAboveTheLimitIsReported() {
    assertThat(share.onSlice(aSlice(8, 2))).isEmpty();
    assertThat(share.onSlice(aSlice(7, 3)))
        .contains("5 of 20 requests failed in slices 0 to 1, more than 20.00 %");
  }

  @Test
  void onlyTheNewestSlicesCount() {
    assertThat(share.onSlice(aSlice(1_000, 0))).isEmpty();
    assertThat(share.onSlice(aSlice(50, 10))).as("10 of 1,060").isEmpty();
    assertThat(share.onSlice(aSlice(50, 20))).as("30 of 130").isPresent();
  }

  @Test
  void tooFewRequestsAreNotEvaluated() {
    assertThat(share.onSlice(aSlice(0, 9))).isEmpty();
    assertThat(share.onSlice(aSlice(0, 0))).isEmpty();
    assertThat(share.onSlice(aSlice(0, 9))).as("9 in the newest two slices").isEmpty();
    assertThat(share.onSlice(aSlice(0, 1)))
        .contains("10 of 10 requests failed in slices 2 to 3, more than 20.00 %");
  }

  /** AIPerf counts an answer without content as an error, and so does request_error_rate. */
  @Test
  void aResponseWithoutContentHasFailed() {
    SliceRow slice = aSlice(10, 0);
    slice.put("requests_ok", 15L);

    assertThat(share.onSlice(slice))
        .contains("5 of 15 requests failed in slice 0, more than 20.00 %");
  }

  /** What the client ended itself says nothing of the server. */
  @Test
  void cancelledRequestsDoNotCount() {
    SliceRow slice = aSlice(8, 2);
    slice.put("cancelled", 50L);
    slice.put("in_flight_at_stop", 50L);

    assertThat(share.onSlice(slice)).isEmpty();
  }

  private SliceRow aSlice(long valid, long failed) {
    SliceRow slice = new SliceRow();
    slice.put("slice_index", slices++);
    slice.put("requests_ok", valid);
    slice.put("valid_requests", valid);
    slice.put("http_errors", failed);
    return slice;
  }
}
