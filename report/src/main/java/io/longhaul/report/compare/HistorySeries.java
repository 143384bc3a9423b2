package io.longhaul.report.compare;

import io.longhaul.metrics.stability.ChangePoint;
import io.longhaul.metrics.stability.MinimumEffect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The runs of one configuration in the order in which they started.
 *
 * @param differences how the configuration differs from that of the first series
 * @param levels level of each run: the mean of the values between two changes
 * @param changes changes of the level; indexes are those of runs
 */
public record HistorySeries(
    List<PastRun> runs,
    List<ConfigurationChange> differences,
    List<Double> levels,
    List<ChangePoint> changes) {
  public HistorySeries {
    runs = List.copyOf(runs);
    differences = List.copyOf(differences);
    levels = List.copyOf(levels);
    changes = List.copyOf(changes);
  }

  /**
   * Groups runs by configuration.
   *
   * @param effect the least change that matters
   * @return ordered by the start of their first runs
   */
  public static List<HistorySeries> of(List<PastRun> runs, MinimumEffect effect) {
    Map<Map<String, String>, List<PastRun>> groups = new LinkedHashMap<>();
    runs.stream()
        .sorted(Comparator.comparingLong(PastRun::startEpochNanos))
        .forEach(
            run -> groups.computeIfAbsent(run.configuration(), any -> new ArrayList<>()).add(run));
    List<HistorySeries> series = new ArrayList<>();
    for (List<PastRun> group : groups.values()) {
      // That of a run that was killed is unknown.
      Map<String, String> first =
          groups.keySet().stream().filter(each -> !each.isEmpty()).findFirst().orElse(Map.of());
      series.add(
          of(group, ConfigurationChange.between(first, group.get(0).configuration()), effect));
    }
    return series;
  }

  private static HistorySeries of(
      List<PastRun> runs, List<ConfigurationChange> differences, MinimumEffect effect) {
    List<Integer> counted = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      if (runs.get(i).counts()) {
        counted.add(i);
      }
    }
    double[] values = counted.stream().mapToDouble(i -> runs.get(i).value()).toArray();
    List<ChangePoint> changes = new ArrayList<>();
    for (ChangePoint each : ChangePoint.in(values, effect)) {
      changes.add(
          new ChangePoint(counted.get(each.index()), each.before(), each.after(), each.p()));
    }
    return new HistorySeries(runs, differences, levels(runs, changes, values), changes);
  }

  private static List<Double> levels(
      List<PastRun> runs, List<ChangePoint> changes, double[] values) {
    double level =
        changes.isEmpty()
            ? Arrays.stream(values).average().orElse(Double.NaN)
            : changes.get(0).before();
    List<Double> levels = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      for (ChangePoint change : changes) {
        level = change.index() == i ? change.after() : level;
      }
      levels.add(level);
    }
    return levels;
  }

  /** Returns whether there are enough runs for a change of the level to be found. */
  public boolean isLongEnough() {
    return runs.stream().filter(PastRun::counts).count() >= ChangePoint.FEWEST_VALUES;
  }

  /** Returns whether the level changed with this run. */
  public boolean changedAt(int run) {
    return changes.stream().anyMatch(change -> change.index() == run);
  }

  /**
   * Returns the value of the counted run before; NaN if there is none or the run does not count.
   */
  public double before(int run) {
    for (int i = run - 1; i >= 0 && runs.get(run).counts(); i--) {
      if (runs.get(i).counts()) {
        return runs.get(i).value();
      }
    }
    return Double.NaN;
  }
}
