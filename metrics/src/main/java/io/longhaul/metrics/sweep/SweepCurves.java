package io.longhaul.metrics.sweep;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Concurrency and throughput of the requests of a run at each moment, with statistics over any
 * window of the run. All windows use the same curves, so that a request that started before a
 * window counts in it while it is in flight.
 */
public final class SweepCurves {
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
    DistributionSummary over(long from, long to) {
      long unit = metric.unit().storedPerDisplay();
      return mask == null
          ? TimeWeighted.over(curve, from, to, unit)
          : TimeWeighted.whileAbove(mask, curve, from, to, unit);
    }
  }

  /**
   * Returns every {@link Metric.Kind#SWEEP} metric over a window in epoch nanoseconds. Responses
   * that are not streamed have only a concurrency.
   */
  public Map<Metric, DistributionSummary> over(long from, long to) {
    Map<Metric, DistributionSummary> statistics = new EnumMap<>(Metric.class);
    metrics.forEach(swept -> statistics.put(swept.metric(), swept.over(from, to)));
    return Collections.unmodifiableMap(statistics);
  }
}
