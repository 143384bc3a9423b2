package io.longhaul.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class SimulatedDaysTest {
  private static final int FORTNIGHT = 14;

  /** Returns a fortnight in which all figures but this one are constant. */
  private static SimulatedDays days(int upgradeAfter, DayFigure figure, IntToDoubleFunction value) {
    SimulatedDays days = new SimulatedDays(upgradeAfter);
    for (int day = 0; day < FORTNIGHT; day++) {
      Map<DayFigure, Double> figures = new EnumMap<>(DayFigure.class);
      for (DayFigure each : DayFigure.values()) {
        figures.put(each, each == DayFigure.HEAP_IN_DAY ? 0 : 100.0);
      }
      figures.put(figure, value.applyAsDouble(day));
      days.add(figures);
    }
    return days;
  }

  @Test
  void aFigureThatGrowsByTwoHundredthsFromTheThirdDayToTheLastIsNotFlat() {
    assertThat(days(FORTNIGHT, DayFigure.LAKE, day -> 100 + 0.17 * day).growing()).isEmpty();
    assertThat(days(FORTNIGHT, DayFigure.LAKE, day -> 100 + 0.20 * day).growing())
        .containsExactly(DayFigure.LAKE);
  }

  @Test
  void noiseThatDoesNotGrowIsFlat() {
    assertThat(days(FORTNIGHT, DayFigure.SAVEPOINT, day -> day % 2 == 0 ? 97 : 103).growing())
        .isEmpty();
  }

  @Test
  void theFirstTwoDaysAreNotJudged() {
    assertThat(days(FORTNIGHT, DayFigure.SAVEPOINT, day -> day < 2 ? 10 : 100).growing()).isEmpty();
  }

  @Test
  void anotherVersionMayUseMoreButMustNotGrow() {
    assertThat(days(7, DayFigure.HEAP, day -> day < 7 ? 100 : 120).growing()).isEmpty();
    assertThat(days(FORTNIGHT, DayFigure.HEAP, day -> day < 7 ? 100 : 120).growing())
        .containsExactly(DayFigure.HEAP);
    assertThat(days(7, DayFigure.HEAP, day -> day < 7 ? 100 : 120 + day).growing())
        .containsExactly(DayFigure.HEAP);
  }

  @Test
  void aFewMoreThreadsAreNoGrowth() {
    assertThat(days(FORTNIGHT, DayFigure.THREADS, day -> day < 8 ? 80 : 83).growing()).isEmpty();
    assertThat(days(FORTNIGHT, DayFigure.THREADS, day -> 80 + day).growing())
        .containsExactly(DayFigure.THREADS);
  }

  @Test
  void theHeapMustNotGrowWithinTheDays() {
    assertThat(days(FORTNIGHT, DayFigure.HEAP_IN_DAY, day -> day % 2 == 0 ? -2 : 3).growing())
        .isEmpty();
    assertThat(days(FORTNIGHT, DayFigure.HEAP_IN_DAY, day -> 3.5).growing())
        .containsExactly(DayFigure.HEAP_IN_DAY);
  }

  @Test
  void theRateIsNotJudged() {
    assertThat(days(FORTNIGHT, DayFigure.RATE, day -> 100 + 50 * day).growing()).isEmpty();
    assertThat(days(FORTNIGHT, DayFigure.RATE, day -> 100 + 50 * day).trends().toString())
        .contains("records/s")
        .contains("not judged");
  }

  @Test
  void aFewDaysAreNotJudged() {
    SimulatedDays days = new SimulatedDays(2);
    Map<DayFigure, Double> figures = new EnumMap<>(DayFigure.class);
    for (DayFigure each : DayFigure.values()) {
      figures.put(each, 1.0);
    }
    days.add(figures);
    days.add(figures);

    assertThat(days.areJudged()).isFalse();
    assertThat(days.growing()).isEmpty();
    assertThat(days.table().toString().lines()).hasSize(3);
  }
}
