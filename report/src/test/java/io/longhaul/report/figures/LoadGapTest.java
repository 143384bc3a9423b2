package io.longhaul.report.figures;

import static io.longhaul.report.figures.FinishedSlices.RUN_START_EPOCH_NS;
import static io.longhaul.report.figures.FinishedSlices.aSlice;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.SliceRow;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Slices of one second. */
class LoadGapTest {
  private static final long[] BUSY = new long[100];

  @Test
  void aLongPeriodWithoutRequestsIsAGap() {
    assertThat(gaps(0, 1, 2, 13, 14, 40)).containsExactly(gap(3, 13), gap(15, 40));
  }

  @Test
  void twoSlicesWithoutRequestsAreNoGap() {
    assertThat(gaps(0, 1, 4, 5)).isEmpty();
    assertThat(gaps(0, 1, 5)).containsExactly(gap(2, 5));
  }

  @Test
  void whatIsUsualAtALowRateIsNoGap() {
    List<SliceRow> slices =
        IntStream.range(0, 20).mapToObj(i -> slice(5L * i, false, new long[0])).toList();

    assertThat(LoadGap.between(slices, RUN_START_EPOCH_NS)).isEmpty();
  }

  @Test
  void theLongestGapsAreReportedInOrderOfTime() {
    List<SliceRow> slices =
        IntStream.rangeClosed(0, 30).mapToObj(i -> slice((long) i * (i + 9), false, BUSY)).toList();

    assertThat(LoadGap.between(slices, RUN_START_EPOCH_NS))
        .hasSize(20)
        .isSortedAccordingTo((a, b) -> Double.compare(a.fromSeconds(), b.fromSeconds()))
        .allSatisfy(gap -> assertThat(gap.seconds()).isGreaterThan(28));
  }

  private static List<LoadGap> gaps(int... withRequests) {
    int last = withRequests[withRequests.length - 1];
    List<SliceRow> slices =
        IntStream.rangeClosed(0, last)
            .mapToObj(i -> slice(i, IntStream.of(withRequests).noneMatch(each -> each == i), BUSY))
            .toList();
    return LoadGap.between(slices, RUN_START_EPOCH_NS);
  }

  private static SliceRow slice(long index, boolean isEmpty, long[] latencies) {
    SliceRow slice = aSlice(index, latencies);
    slice.put("empty", isEmpty);
    return slice;
  }

  private static LoadGap gap(double from, double until) {
    return new LoadGap(from, until);
  }
}
