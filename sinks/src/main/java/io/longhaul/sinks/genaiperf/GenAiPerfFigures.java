package io.longhaul.sinks.genaiperf;

import io.longhaul.metrics.genaiperf.GenAiPerfFold;
import io.longhaul.metrics.genaiperf.GenAiPerfMetric;
import io.longhaul.metrics.genaiperf.SessionFolds;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.sinks.report.Statistic;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What GenAI-Perf's files say of a run, or of several runs together.
 *
 * @param metrics each with those statistics that it has; a metric without a value is not here
 * @param sessions metrics of each session, likewise and by its name; empty when there are none
 * @param leftSessionsOut whether there were more sessions than are here
 * @param gpus by figure and GPU
 * @param streaming whether answers were streamed
 * @param hasTokens whether answers are made of tokens
 * @param promised whether there were promises, so that there is a goodput
 */
public record GenAiPerfFigures(
    Map<GenAiPerfMetric, Map<Statistic, Double>> metrics,
    SortedMap<String, Map<GenAiPerfMetric, Map<Statistic, Double>>> sessions,
    boolean leftSessionsOut,
    Map<GpuFigure, SortedMap<String, Map<Statistic, Double>>> gpus,
    boolean streaming,
    boolean hasTokens,
    boolean promised) {

  /** The statistics of GenAI-Perf's JSON, in its order. */
  public static final List<Statistic> JSON_STATISTICS =
      List.of(
          Statistic.AVG,
          Statistic.P1,
          Statistic.P5,
          Statistic.P10,
          Statistic.P25,
          Statistic.P50,
          Statistic.P75,
          Statistic.P90,
          Statistic.P95,
          Statistic.P99,
          Statistic.MIN,
          Statistic.MAX,
          Statistic.STD);

  /**
   * Of requests that were folded.
   *
   * @param ofSessions the same requests, by session
   * @param gpus as in {@link #gpus()}
   */
  public static GenAiPerfFigures of(
      GenAiPerfFold requests,
      SessionFolds ofSessions,
      Map<GpuFigure, SortedMap<String, Map<Statistic, Double>>> gpus,
      boolean streaming,
      boolean hasTokens,
      boolean promised) {
    SortedMap<String, Map<GenAiPerfMetric, Map<Statistic, Double>>> sessions = new TreeMap<>();
    ofSessions.sessions().forEach((name, fold) -> sessions.put(name, metrics(fold, false)));
    return new GenAiPerfFigures(
        metrics(requests, promised),
        sessions,
        ofSessions.leftSomeOut(),
        gpus,
        streaming,
        hasTokens,
        promised);
  }

  private static Map<GenAiPerfMetric, Map<Statistic, Double>> metrics(
      GenAiPerfFold requests, boolean promised) {
    Map<GenAiPerfMetric, Map<Statistic, Double>> metrics = new EnumMap<>(GenAiPerfMetric.class);
    requests
        .distributions()
        .forEach((metric, all) -> metrics.put(metric, statistics(all, metric.factor())));
    requests
        .totals(promised)
        .forEach((metric, value) -> metrics.put(metric, Map.of(Statistic.AVG, value)));
    return metrics;
  }

  /** Whether tables show a metric, with or without a value. */
  public boolean shows(GenAiPerfMetric metric) {
    return (streaming || !metric.needsStream())
        && (hasTokens || !metric.needsTokens())
        && (promised || metric != GenAiPerfMetric.REQUEST_GOODPUT);
  }

  static Map<Statistic, Double> statistics(DistributionSummary summary, double factor) {
    Map<Statistic, Double> statistics = new EnumMap<>(Statistic.class);
    JSON_STATISTICS.forEach(statistic -> statistics.put(statistic, statistic.of(summary) * factor));
    return statistics;
  }
}
