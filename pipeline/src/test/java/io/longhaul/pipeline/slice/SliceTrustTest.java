package io.longhaul.pipeline.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.RequestTraceBuilder;
import org.junit.jupiter.api.Test;

class SliceTrustTest {
  private static final long MILLI = 1_000_000;
  private final SlicePart slice = new SlicePart();

  @Test
  void aQuietSliceCanBeTrusted() {
    slice.quality().pauses(100 * MILLI, 50 * MILLI);
    slice.quality().hostIdle(0.2);
    slice.quality().sendLag(5 * MILLI, 80 * MILLI);
    slice.quality().recorderWait(10 * MILLI);
    slice.add(Count.RECORDER_WAIT_NANOS, 500 * MILLI);

    assertThat(SliceTrust.problems(slice)).isEmpty();
  }

  @Test
  void missingHealthValuesAreNoProblem() {
    assertThat(SliceTrust.problems(slice)).isEmpty();
  }

  @Test
  void everyReasonIsASentence() {
    slice.quality().pauses(101 * MILLI, 0);
    slice.quality().hostIdle(0.05);
    slice.quality().sendLag(6 * MILLI, 6 * MILLI);
    slice.quality().recorderWait(11 * MILLI);
    slice.add(Count.DROPPED_EVENTS, 3);
    slice.quality().laneLost("g1.1.0.p");

    assertThat(SliceTrust.problems(slice))
        .extracting(TrustProblem::text)
        .containsExactly(
            "a generator paused for 101.0 ms, at most 100.0 allowed",
            "machine busy: 5 % idle, at least 20 wanted",
            "requests sent late: p99 6.0 ms, at most 5.0 allowed",
            "due requests waited for the recording of responses: 11.0 ms, at most 10.0 allowed",
            "3 events dropped",
            "lane g1.1.0.p was lost");
  }

  @Test
  void everyReasonHasACodeAndItsValueAndLimit() {
    slice.quality().hostIdle(0.05);
    slice.add(Count.DROPPED_EVENTS, 3);
    slice.quality().laneLost("g1.1.0.p");

    assertThat(SliceTrust.problems(slice))
        .containsExactly(
            new TrustProblem(TrustProblem.Code.MACHINE_BUSY, 0.05, 0.2, null),
            new TrustProblem(TrustProblem.Code.EVENTS_DROPPED, 3.0, 0.0, null),
            new TrustProblem(TrustProblem.Code.LANE_LOST, null, null, "g1.1.0.p"));
  }

  @Test
  void moreLagIsAllowedIfTimeToFirstTokenIsLong() {
    slice.quality().sendLag(9 * MILLI, 9 * MILLI);
    slice.addValues(requestWithFirstTokenAfter(1000 * MILLI));

    assertThat(SliceTrust.problems(slice)).isEmpty();
  }

  private static RequestMetrics requestWithFirstTokenAfter(long nanos) {
    return RequestMetrics.of(
        new RequestTraceBuilder()
            .outcome(Outcome.OK)
            .sentAtNanos(0)
            .endedAtNanos(nanos + 1)
            .chunks(new long[] {nanos}, new int[] {0}, new byte[] {0})
            .build());
  }
}
