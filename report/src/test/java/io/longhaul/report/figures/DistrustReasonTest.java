package io.longhaul.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.SliceRow;
import io.longhaul.report.figures.SlicePeriods.Period;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DistrustReasonTest {
  private final List<SliceRow> slices = new ArrayList<>();

  @Test
  void theSameReasonOfSeveralSlicesIsReportedOnceWithItsRange() {
    aSlice("machine busy: 17 % idle", "requests sent late: p99 5.9 ms");
    aSlice();
    aSlice("machine busy: 4 % idle", "requests sent late: p99 12.0 ms");
    aSlice("machine busy: 9 % idle");

    assertThat(DistrustReason.of(slices))
        .containsExactly(
            new DistrustReason(
                "machine busy: 4 to 17 % idle", 3, List.of(0L, 2L, 3L), periods(0, 0, 2, 3)),
            new DistrustReason(
                "requests sent late: p99 5.9 to 12.0 ms", 2, List.of(0L, 2L), periods(0, 0, 2, 2)));
  }

  @Test
  void anEqualFigureInAllSlicesIsNotARange() {
    aSlice("3 events dropped");
    aSlice("3 events dropped");

    assertThat(DistrustReason.of(slices))
        .containsExactly(new DistrustReason("3 events dropped", 2, List.of(0L, 1L), periods(0, 1)));
  }

  @Test
  void numbersInTheNameOfALaneAreNotFigures() {
    aSlice("lane g0.1.0.p was lost", "lane g1.1.0.p was lost");

    assertThat(DistrustReason.of(slices))
        .extracting(DistrustReason::text)
        .containsExactly("lane g0.1.0.p was lost", "lane g1.1.0.p was lost");
  }

  @Test
  void onlyTheFirstSlicesAreListed() {
    for (int i = 0; i < 30; i++) {
      aSlice("1 events dropped");
    }

    DistrustReason reason = DistrustReason.of(slices).get(0);
    assertThat(reason.slices()).isEqualTo(30);
    assertThat(reason.firstSlices()).hasSize(DistrustReason.MAX_NAMED).startsWith(0L, 1L);
  }

  private void aSlice(String... reasons) {
    SliceRow slice = new SliceRow();
    slice.put("slice_index", (long) slices.size());
    slice.put("distrust", List.of(reasons));
    slices.add(slice);
  }

  private static List<Period> periods(long... ends) {
    List<Period> periods = new ArrayList<>();
    for (int i = 0; i < ends.length; i += 2) {
      periods.add(new Period(ends[i], ends[i + 1]));
    }
    return periods;
  }
}
