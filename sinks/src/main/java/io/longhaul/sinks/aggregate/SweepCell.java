package io.longhaul.sinks.aggregate;

import io.longhaul.sinks.report.Statistic;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A cell of a sweep that was carried out.
 *
 * @param name of its folder, such as {@code concurrency_2}
 * @param label that AIPerf's files have for it, such as {@code phases.profiling.concurrency=2}
 * @param values what is swept, by AIPerf's path or else the option's name, and its value here: a
 *     Long, a Double, a Boolean or a text
 * @param model the first that is loaded
 * @param runs of it, in their order
 */
public record SweepCell(
    String name, String label, Map<String, Object> values, String model, List<RunOutcome> runs) {
  public SweepCell {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    runs = List.copyOf(runs);
  }

  /** Those that have figures. */
  public List<RunOutcome> measured() {
    return runs.stream().filter(run -> !run.hasFailed()).toList();
  }

  /** The mean of a figure over those of its runs that have it. */
  public OptionalDouble mean(String metric, Statistic statistic) {
    return measured().stream()
        .map(run -> run.metrics().get(metric))
        .filter(told -> told != null && told.statistics().containsKey(statistic))
        .mapToDouble(told -> told.statistics().get(statistic))
        .average();
  }

  /** In which a metric is told. */
  String unit(String metric) {
    return measured().stream()
        .map(run -> run.metrics().get(metric))
        .filter(told -> told != null)
        .map(RunMetric::unit)
        .findFirst()
        .orElse("");
  }
}
