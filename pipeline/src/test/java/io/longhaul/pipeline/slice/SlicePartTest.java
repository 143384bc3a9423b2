package io.longhaul.pipeline.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.RequestTraceBuilder;
import io.longhaul.schema.RequestId;
import org.junit.jupiter.api.Test;

class SlicePartTest {

  @Test
  void lanesMayBeAddedInAnyOrder() {
    SlicePart oneWay = new SlicePart();
    oneWay.addLane(part(1, 80));
    oneWay.addLane(part(2, 90));
    SlicePart otherWay = new SlicePart();
    otherWay.addLane(part(2, 90));
    otherWay.addLane(part(1, 80));

    assertThat(bytesOf(oneWay)).isEqualTo(bytesOf(otherWay));
  }

  @Test
  void serializedBytesAreReadBackCompletely() {
    SlicePart part = part(3, 70);
    part.quality().hostIdle(0.5);
    part.quality().laneLost("g0.1.0.p");

    assertThat(bytesOf(SliceParts.ofBytes(bytesOf(part)).everything())).isEqualTo(bytesOf(part));
  }

  @Test
  void aCopyIsIndependent() {
    SlicePart part = part(1, 80);
    byte[] before = bytesOf(part);
    SlicePart copy = part.copy();
    copy.add(Count.REQUESTS_OK, 1);
    copy.addValues(response(5));
    copy.errors().add(new ErrorKey("timeout", -1, ""), 1, new RequestId(0, 1));
    copy.quality().laneLost("x");

    assertThat(bytesOf(part)).isEqualTo(before);
  }

  @Test
  void maximaAreSummedOverLanesButNotOverSlices() {
    SlicePart slice = new SlicePart();
    slice.addLane(withInFlight(3));
    slice.addLane(withInFlight(4));
    assertThat(slice.quality().inFlightMax()).isEqualTo(7);
    assertThat(slice.quality().lanes()).isEqualTo(2);

    SlicePart run = new SlicePart();
    run.addSlice(slice);
    run.addSlice(withInFlight(5));
    assertThat(run.quality().inFlightMax()).isEqualTo(7);
    assertThat(run.quality().lanes()).isEqualTo(2);
  }

  @Test
  void errorsBeyondTheMaximumNumberOfKindsAreCountedAsOne() {
    SlicePart part = new SlicePart();
    for (int i = 0; i < ErrorTally.MAX_KINDS + 5; i++) {
      part.errors().add(new ErrorKey("http_error", i, "reason"), i, new RequestId(0, i));
    }
    assertThat(part.errors().entries()).hasSize(ErrorTally.MAX_KINDS + 1);
    assertThat(
            part.errors()
                .entries()
                .get(new ErrorKey("http_error", ErrorKey.NO_STATUS, "other"))
                .count())
        .isEqualTo(5);
  }

  @Test
  void aSliceContainsADistributionOfEveryMetricInTheCatalogue() {
    for (Metric metric : Metric.values()) {
      if (metric.is(Metric.Flag.SLICE_DISTRIBUTION)) {
        assertThat(SlicePart.METRICS_WITH_DISTRIBUTION).contains(metric);
      }
    }
  }

  private static byte[] bytesOf(SlicePart part) {
    return new SliceParts(part).toBytes();
  }

  private static SlicePart part(long requests, long firstToken) {
    SlicePart part = new SlicePart();
    part.add(Count.REQUESTS_ENDED, requests);
    part.addValues(response(firstToken));
    part.errors().add(new ErrorKey("timeout", -1, ""), firstToken, new RequestId(0, requests));
    part.quality().pauses(firstToken, firstToken);
    return part;
  }

  private static SlicePart withInFlight(long requests) {
    SlicePart part = new SlicePart();
    part.quality().laneCounted(requests);
    return part;
  }

  private static RequestMetrics response(long firstToken) {
    return RequestMetrics.of(
        new RequestTraceBuilder()
            .outcome(Outcome.OK)
            .sentAtNanos(0)
            .endedAtNanos(firstToken + 11)
            .outputTokens(2)
            .chunks(new long[] {firstToken, firstToken + 10}, new int[] {0, 1}, new byte[] {0, 0})
            .build());
  }
}
