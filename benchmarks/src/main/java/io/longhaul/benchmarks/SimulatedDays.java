package io.longhaul.benchmarks;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The figures of the simulated days. The days of each version of the job are judged apart, because
 * another version may use more memory.
 *
 * @param firstDayOfUpgrade index of the first day with another version of the job; the number of
 *     days without one
 */
record SimulatedDays(List<Map<DayFigure, Double>> days, int firstDayOfUpgrade) {
  /** State and caches fill up on these days. */
  private static final int UNJUDGED_DAYS = 2;

  SimulatedDays(int firstDayOfUpgrade) {
    this(new ArrayList<>(), firstDayOfUpgrade);
  }

  void add(Map<DayFigure, Double> day) {
    days.add(new EnumMap<>(day));
  }

  /** Returns the figures that grow; empty if there are too few days to judge. */
  List<DayFigure> growing() {
    return Arrays.stream(DayFigure.values())
        .filter(figure -> !parts(figure).stream().allMatch(figure::isFlat))
        .toList();
  }

  /** Returns whether there are enough days with one version to judge their figures. */
  boolean areJudged() {
    return parts(DayFigure.HEAP).stream().anyMatch(part -> part.size() >= DayFigure.LEAST_DAYS);
  }

  /** Returns the values of the judged days, of each version of the job apart. */
  private List<List<Double>> parts(DayFigure figure) {
    int split = Math.max(UNJUDGED_DAYS, Math.min(firstDayOfUpgrade, days.size()));
    return List.of(values(figure, UNJUDGED_DAYS, split), values(figure, split, days.size()));
  }

  private List<Double> values(DayFigure figure, int from, int to) {
    return IntStream.range(from, Math.max(from, to))
        .mapToObj(day -> requireNonNull(days.get(day).get(figure)))
        .toList();
  }

  /**
   * Returns a table with a line for each figure: its first, median and last value and its trend.
   */
  Table trends() {
    Table table = new Table("figure", "first day", "last day", "growth %", "verdict");
    for (DayFigure figure : DayFigure.values()) {
      List<Double> all = values(figure, 0, days.size());
      table.add(
          figure.title(), all.get(0), all.get(all.size() - 1), growth(figure), verdict(figure));
    }
    return table;
  }

  private String growth(DayFigure figure) {
    List<String> growths =
        parts(figure).stream()
            .filter(part -> part.size() >= DayFigure.LEAST_DAYS)
            .map(Trend::of)
            .map(
                trend ->
                    figure == DayFigure.HEAP_IN_DAY
                        ? "%+.2f MB".formatted(trend.mean())
                        : "%+.2f".formatted(trend.growthPercent()))
            .toList();
    return String.join(", ", growths);
  }

  private String verdict(DayFigure figure) {
    if (!areJudged() || !figure.isJudged()) {
      return "not judged";
    }
    return growing().contains(figure) ? "GROWS" : "flat";
  }

  /** Returns a table with a line for each day. */
  Table table() {
    List<String> head = new ArrayList<>(List.of("day"));
    for (DayFigure figure : DayFigure.values()) {
      head.add(figure.title());
    }
    Table table = new Table(head.toArray(String[]::new));
    for (int day = 0; day < days.size(); day++) {
      List<Object> line = new ArrayList<>(List.of(Integer.toString(day + 1)));
      line.addAll(days.get(day).values());
      table.add(line.toArray());
    }
    return table;
  }
}
