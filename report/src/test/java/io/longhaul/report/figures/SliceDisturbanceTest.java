package io.longhaul.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.Distribution;
import io.longhaul.report.figures.SliceDisturbance.HeavyPeriod;
import io.longhaul.report.figures.SliceDisturbance.Severity;
import io.longhaul.report.figures.SlicePeriods.Period;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SliceDisturbanceTest {
  private static final long MILLI = 1_000_000;

  @Test
  void aDelayIsHeavyFromHalfOfTheMedianTimeToFirstTokenOn() {
    assertThat(severity(slice(200, 99, 0))).isEqualTo(Severity.LIGHT);
    assertThat(severity(slice(200, 101, 0))).isEqualTo(Severity.HEAVY);
    assertThat(severity(slice(200, 0, 101))).isEqualTo(Severity.HEAVY);
  }

  @Test
  void aDelayedEventLoopCountsLikeAPause() {
    SliceRow slice = slice(200, 0, 0);
    slice.put("loop_lag_max_ns", 150 * MILLI);

    assertThat(severity(slice)).isEqualTo(Severity.HEAVY);
    assertThat(SliceDisturbance.of(slice).delayMillis()).isEqualTo(150);
  }

  @Test
  void lossesAreHeavy() {
    SliceRow slice = slice(200, 0, 0);
    slice.put("lost", 1L);

    assertThat(severity(slice)).isEqualTo(Severity.HEAVY);
  }

  @Test
  void withoutALatencyTheDelayIsComparedWithTheLengthOfTheSlice() {
    assertThat(severity(sliceWithoutLatency(300))).isEqualTo(Severity.LIGHT);
    assertThat(severity(sliceWithoutLatency(2_600))).isEqualTo(Severity.HEAVY);
  }

  private static SliceRow sliceWithoutLatency(long pause) {
    SliceRow slice = new SliceRow();
    slice.put("trusted", false);
    slice.put("start_epoch_ns", 0L);
    slice.put("end_epoch_ns", 5_000 * MILLI);
    slice.put("pause_max_ns", pause * MILLI);
    return slice;
  }

  @Test
  void aTrustedSliceIsNotDisturbed() {
    SliceRow slice = slice(200, 500, 500);
    slice.put("trusted", true);

    assertThat(severity(slice)).isEqualTo(Severity.NONE);
    assertThat(SliceDisturbance.worstFirst(List.of(slice))).isEmpty();
  }

  @Test
  void theLongestDelaysComeFirst() {
    SliceRow light = slice(2_000, 150, 0);
    SliceRow heavy = slice(200, 120, 0);
    SliceRow worst = slice(200, 900, 20);

    assertThat(SliceDisturbance.worstFirst(List.of(light, heavy, worst)))
        .extracting(SliceDisturbance::delayMillis)
        .containsExactly(900.0, 120.0, 150.0);
  }

  @Test
  void heavilyDisturbedSlicesThatFollowEachOtherAreOnePeriod() {
    List<SliceRow> slices = new ArrayList<>();
    for (long pause : new long[] {500, 10, 300, 900, 400, 10, 600}) {
      SliceRow slice = slice(200, pause, 0);
      slice.put("slice_index", (long) slices.size());
      slices.add(slice);
    }

    assertThat(SliceDisturbance.heavyPeriods(slices))
        .containsExactly(
            new HeavyPeriod(new Period(2, 4), 900),
            new HeavyPeriod(new Period(6, 6), 600),
            new HeavyPeriod(new Period(0, 0), 500));
  }

  private static Severity severity(SliceRow slice) {
    return SliceDisturbance.of(slice).severity();
  }

  /** Returns an untrusted slice with a median, a pause and a send lag in ms. */
  private static SliceRow slice(long median, long pause, long sendLag) {
    SliceRow slice = new SliceRow();
    slice.put("trusted", false);
    slice.put("pause_max_ns", pause * MILLI);
    slice.put("send_lag_p99_ns", sendLag * MILLI);
    Distribution distribution = Metric.TIME_TO_FIRST_TOKEN.newDistribution();
    distribution.add(median * MILLI);
    SliceColumn.put(slice, Metric.TIME_TO_FIRST_TOKEN, SliceColumn.row(distribution));
    return slice;
  }
}
