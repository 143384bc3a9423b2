package io.longhaul.metrics.sweep;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Concurrency and throughput of the requests of a run at each moment, with statistics over any
 * window of the run. All windows use the same curves, so that a request that started before a
 * window counts in it while it is in flight.
 */
public final class SweepCurves {
  private static final long MAX_STEPS_AT_ONCE = 4_000_000;

  private final List<Swept> metrics;

  SweepCurves(List<Swept> metrics) {
    this.metrics = List.copyOf(metrics);
  }

  /**
   * A {@link Metric.Kind#SWEEP} metric.
   *
   * @param mask only the time in which it is above 0 counts; null if the whole window counts
   */
  record Swept(Metric metric, StepCurve curve, @Nullable StepCurve mask) {
    List<DistributionSummary> over(List<Window> windows) {
      long unit = metric.unit().storedPerDisplay();
      if (mask == null) {
        return windows.stream()
            .map(window -> TimeWeighted.over(curve, window.from(), window.to(), unit))
            .toList();
      }
      StepCurve marked = TimeWeighted.whileAbove(mask, curve);
      return windows.stream()
          .map(window -> TimeWeighted.overMarked(marked, window.from(), window.to(), unit))
          .toList();
    }
  }

  /** A window in epoch nanoseconds. */
  public record Window(long from, long to) {}

  /**
   * Returns every {@link Metric.Kind#SWEEP} metric over each window. Responses that are not
   * streamed have only a concurrency. Threads of the common pool help unless there are very many
   * steps.
   */
  public List<Map<Metric, DistributionSummary>> over(List<Window> windows) {
    // Each computation needs about 32 bytes per step of its curve, which must fit into the heap.
    long steps = metrics.stream().mapToLong(swept -> swept.curve().steps()).sum();
    Stream<Swept> all = steps > MAX_STEPS_AT_ONCE ? metrics.stream() : metrics.parallelStream();
    List<List<DistributionSummary>> byMetric = all.map(swept -> swept.over(windows)).toList();
    List<Map<Metric, DistributionSummary>> byWindow = new ArrayList<>();
    for (int window = 0; window < windows.size(); window++) {
      Map<Metric, DistributionSummary> statistics = new EnumMap<>(Metric.class);
      for (int i = 0; i < metrics.size(); i++) {
        statistics.put(metrics.get(i).metric(), byMetric.get(i).get(window));
      }
      byWindow.add(Collections.unmodifiableMap(statistics));
    }
    return List.copyOf(byWindow);
  }
}
