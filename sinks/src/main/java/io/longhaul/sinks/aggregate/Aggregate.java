package io.longhaul.sinks.aggregate;

import io.longhaul.metrics.stats.CrossRunStatistics;
import io.longhaul.sinks.report.Statistic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What several equal runs say together, as AIPerf aggregates them: of each statistic of each metric
 * that two runs or more have, how it differs from run to run. Of a single run, its figures.
 *
 * @param runs all of them, in the order in which they were carried out
 * @param figures by AIPerf's name, as in {@code time_to_first_token_p99}, in the order of the first
 *     run that has them
 * @param terms under which they were carried out
 */
public record Aggregate(List<RunOutcome> runs, Map<String, Figure> figures, Terms terms) {
  public Aggregate {
    runs = List.copyOf(runs);
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /** A figure of all runs that have it. */
  public record Figure(String unit, CrossRunStatistics across) {}

  /**
   * What is settled before they begin.
   *
   * @param confidence of the intervals, between 0 and 1
   * @param cooldownSeconds that were waited between two runs
   * @param convergence by which there may be fewer of them, if they may
   */
  public record Terms(
      double confidence, double cooldownSeconds, Optional<Convergence> convergence) {}

  /** A statistic of a metric, as one run after the other told it. */
  private record Told(String unit, List<Double> values) {

    Figure figure(double confidence) {
      double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
      return new Figure(
          unit,
          all.length == 1
              ? CrossRunStatistics.ofOne(all[0])
              : CrossRunStatistics.of(all, confidence));
    }
  }

  /** Of these runs, at least one of which has figures. */
  public static Aggregate of(List<RunOutcome> runs, Terms terms) {
    Map<String, Told> told = new LinkedHashMap<>();
    for (RunOutcome run : runs) {
      run.metrics()
          .forEach(
              (tag, metric) -> {
                for (Statistic statistic : Statistic.CSV_COLUMNS) {
                  Double value = metric.statistics().get(statistic);
                  if (value != null) {
                    told.computeIfAbsent(
                            tag + "_" + statistic.label(),
                            any -> new Told(metric.unit(), new ArrayList<>()))
                        .values()
                        .add(value);
                  }
                }
              });
    }
    long measured = runs.stream().filter(run -> !run.hasFailed()).count();
    long fewest = Math.min(measured, CrossRunStatistics.FEWEST_RUNS);
    Map<String, Figure> figures = new LinkedHashMap<>();
    told.forEach(
        (name, all) -> {
          if (all.values().size() >= fewest) {
            figures.put(name, all.figure(terms.confidence()));
          }
        });
    return new Aggregate(runs, figures, terms);
  }

  /** The names of those that have figures. */
  public List<String> labels() {
    return runs.stream().filter(run -> !run.hasFailed()).map(RunOutcome::label).toList();
  }

  public List<RunOutcome> failed() {
    return runs.stream().filter(RunOutcome::hasFailed).toList();
  }

  /** Whether enough runs have figures to say how they differ. */
  public boolean isOfSeveral() {
    return labels().size() >= CrossRunStatistics.FEWEST_RUNS;
  }

  /** Whether they have converged, if that was asked. */
  public Optional<Convergence.Verdict> verdict() {
    return terms.convergence().map(rule -> rule.of(runs, terms.confidence()));
  }
}
