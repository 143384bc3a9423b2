package io.longhaul.report.aggregate;

import io.longhaul.report.figures.Statistic;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A cell of a sweep after its execution.
 *
 * @param name name of its folder, such as {@code concurrency_2}
 * @param label label in AIPerf's files, such as {@code phases.profiling.concurrency=2}
 * @param values values of the swept parameters, by AIPerf's path or else the option's name: a Long,
 *     a Double, a Boolean or a text
 * @param model the first model under load
 * @param runs runs of the cell, in order
 */
public record SweepCell(
    String name, String label, Map<String, Object> values, String model, List<RunOutcome> runs) {
  public SweepCell {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    runs = List.copyOf(runs);
  }

  /** Returns the runs that have figures. */
  public List<RunOutcome> measured() {
    return runs.stream().filter(run -> !run.hasFailed()).toList();
  }

  /** Returns the mean of a figure over the runs that have it. */
  public OptionalDouble mean(String metric, Statistic statistic) {
    return measured().stream()
        .map(run -> run.metrics().get(metric))
        .filter(found -> found != null && found.statistics().containsKey(statistic))
        .mapToDouble(found -> found.statistics().get(statistic))
        .average();
  }

  /** Returns the unit of a metric. */
  String unit(String metric) {
    return measured().stream()
        .map(run -> run.metrics().get(metric))
        .filter(found -> found != null)
        .map(RunMetric::unit)
        .findFirst()
        .orElse("");
  }
}
