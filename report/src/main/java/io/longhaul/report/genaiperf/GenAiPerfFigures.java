package io.longhaul.report.genaiperf;

import io.longhaul.metrics.genaiperf.GenAiPerfFold;
import io.longhaul.metrics.genaiperf.GenAiPerfMetric;
import io.longhaul.metrics.genaiperf.SessionFolds;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.report.figures.Statistic;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures in GenAI-Perf's files of a run, or of several merged runs.
 *
 * @param metrics the available statistics of each metric; without metrics that have no value
 * @param sessions the same for each session, by name; empty if there are none
 * @param omittedSessions whether there were more sessions than these
 * @param gpus by figure and GPU
 * @param streaming whether responses were streamed
 * @param hasTokens whether responses consist of tokens
 * @param hasSlos whether the run has SLOs, and thus a goodput
 */
public record GenAiPerfFigures(
    Map<GenAiPerfMetric, Map<Statistic, Double>> metrics,
    SortedMap<String, Map<GenAiPerfMetric, Map<Statistic, Double>>> sessions,
    boolean omittedSessions,
    Map<GpuFigure, SortedMap<String, Map<Statistic, Double>>> gpus,
    boolean streaming,
    boolean hasTokens,
    boolean hasSlos) {

  /** The statistics of GenAI-Perf's JSON file, in order. */
  public static final List<Statistic> JSON_STATISTICS =
      List.copyOf(EnumSet.range(Statistic.AVG, Statistic.STD));

  /**
   * Returns the figures of aggregated requests.
   *
   * @param ofSessions the same requests by session
   * @param gpus as in {@link #gpus()}
   */
  public static GenAiPerfFigures of(
      GenAiPerfFold requests,
      SessionFolds ofSessions,
      Map<GpuFigure, SortedMap<String, Map<Statistic, Double>>> gpus,
      boolean streaming,
      boolean hasTokens,
      boolean hasSlos) {
    SortedMap<String, Map<GenAiPerfMetric, Map<Statistic, Double>>> sessions = new TreeMap<>();
    ofSessions.sessions().forEach((name, fold) -> sessions.put(name, metrics(fold, false)));
    return new GenAiPerfFigures(
        metrics(requests, hasSlos),
        sessions,
        ofSessions.omittedSome(),
        gpus,
        streaming,
        hasTokens,
        hasSlos);
  }

  private static Map<GenAiPerfMetric, Map<Statistic, Double>> metrics(
      GenAiPerfFold requests, boolean hasSlos) {
    Map<GenAiPerfMetric, Map<Statistic, Double>> metrics = new EnumMap<>(GenAiPerfMetric.class);
    requests
        .distributions()
        .forEach((metric, all) -> metrics.put(metric, statistics(all, metric.factor())));
    requests
        .totals(hasSlos)
        .forEach((metric, value) -> metrics.put(metric, Map.of(Statistic.AVG, value)));
    return metrics;
  }

  /** Returns whether tables show a metric, with or without a value. */
  public boolean shows(GenAiPerfMetric metric) {
    return (streaming || !metric.needsStream())
        && (hasTokens || !metric.needsTokens())
        && (hasSlos || metric != GenAiPerfMetric.REQUEST_GOODPUT);
  }

  static Map<Statistic, Double> statistics(DistributionSummary summary, double factor) {
    Map<Statistic, Double> statistics = new EnumMap<>(Statistic.class);
    JSON_STATISTICS.forEach(statistic -> statistics.put(statistic, statistic.of(summary) * factor));
    return statistics;
  }
}
