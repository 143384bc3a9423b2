package io.longhaul.report.aggregate;

import io.longhaul.metrics.stats.CrossRunStatistics;
import io.longhaul.report.figures.Statistic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The aggregate of several equal runs as in AIPerf: statistics across runs for each statistic of
 * each metric that at least two runs have. For a single run, its figures.
 *
 * @param runs all runs, in order of execution
 * @param figures by AIPerf's name, such as {@code time_to_first_token_p99}, in the order of the
 *     first run that has them
 * @param terms the terms of the runs
 */
public record Aggregate(List<RunOutcome> runs, Map<String, Figure> figures, Terms terms) {
  public Aggregate {
    runs = List.copyOf(runs);
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /** A figure of all runs that have it. */
  public record Figure(String unit, CrossRunStatistics across) {}

  /**
   * The terms that are known before the runs start.
   *
   * @param confidence confidence of the intervals, between 0 and 1
   * @param cooldownSeconds pause between two runs
   * @param convergence rule that can end the series early, if any
   */
  public record Terms(
      double confidence, double cooldownSeconds, Optional<Convergence> convergence) {}

  /** The values of one statistic of a metric, one per run. */
  private record Values(String unit, List<Double> values) {

    Figure figure(double confidence) {
      double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
      return new Figure(
          unit,
          all.length == 1
              ? CrossRunStatistics.ofOne(all[0])
              : CrossRunStatistics.of(all, confidence));
    }
  }

  /** Returns the aggregate of runs, at least one of which has figures. */
  public static Aggregate of(List<RunOutcome> runs, Terms terms) {
    Map<String, Values> values = new LinkedHashMap<>();
    for (RunOutcome run : runs) {
      run.metrics()
          .forEach(
              (tag, metric) -> {
                for (Statistic statistic : Statistic.CSV_COLUMNS) {
                  Double value = metric.statistics().get(statistic);
                  if (value != null) {
                    values
                        .computeIfAbsent(
                            tag + "_" + statistic.label(),
                            any -> new Values(metric.unit(), new ArrayList<>()))
                        .values()
                        .add(value);
                  }
                }
              });
    }
    long measured = runs.stream().filter(run -> !run.hasFailed()).count();
    long required = Math.min(measured, CrossRunStatistics.MIN_RUNS);
    Map<String, Figure> figures = new LinkedHashMap<>();
    values.forEach(
        (name, all) -> {
          if (all.values().size() >= required) {
            figures.put(name, all.figure(terms.confidence()));
          }
        });
    return new Aggregate(runs, figures, terms);
  }

  /** Returns the labels of the runs that have figures. */
  public List<String> labels() {
    return runs.stream().filter(run -> !run.hasFailed()).map(RunOutcome::label).toList();
  }

  public List<RunOutcome> failed() {
    return runs.stream().filter(RunOutcome::hasFailed).toList();
  }

  /** Returns whether enough runs have figures for statistics across runs. */
  public boolean isOfSeveral() {
    return labels().size() >= CrossRunStatistics.MIN_RUNS;
  }

  /** Returns the result of the convergence rule, if there is one. */
  public Optional<Convergence.Result> convergence() {
    return terms.convergence().map(rule -> rule.of(runs, terms.confidence()));
  }
}
