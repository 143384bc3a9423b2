package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.slo.Slo;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.figures.Threshold;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objectives and the conditions of {@code --fail-if}, as lines of the charts to which they
 * belong.
 */
record Limits(List<Objective> objectives, List<Threshold> conditions) {

  /**
   * A line of a chart.
   *
   * @param value in the unit of the chart
   */
  record Limit(double value, String text) {}

  /**
   * An objective.
   *
   * @param metric tag of the metric
   * @param bound in display units
   * @param isUpper whether larger values miss it
   */
  record Objective(String metric, double bound, boolean isUpper, String unit) {
    static Objective of(JsonNode json) {
      boolean isUpper = json.has("at_most");
      return new Objective(
          json.path("metric").asText(),
          json.path(isUpper ? "at_most" : "at_least").asDouble(),
          isUpper,
          json.path("unit").asText());
    }

    static Objective of(Slo slo) {
      Metric metric = slo.metric();
      return new Objective(
          metric.tag(),
          metric.unit().toDisplay((double) slo.threshold()),
          !metric.is(Metric.Flag.LARGER_IS_BETTER),
          metric.unit().display());
    }

    String text() {
      return "objective: at %s %s %s"
          .formatted(isUpper ? "most" : "least", Figures.chosen(bound), unit);
    }
  }

  /**
   * Returns the limits of a run.
   *
   * @param run content of {@code longhaul.json}
   */
  static Limits of(JsonNode run) {
    return new Limits(
        run.path("goodput").path("objectives").valueStream().map(Objective::of).toList(),
        run.path("thresholds")
            .valueStream()
            .map(condition -> Threshold.parse(condition.path("fail_if").asText()))
            .toList());
  }

  /** Returns the limits of a run in progress. */
  static Limits of(SloSet slos, List<Threshold> conditions) {
    return new Limits(slos.slos().stream().map(Objective::of).toList(), conditions);
  }

  /** Returns the limits of some metrics, which have one chart. */
  List<Limit> of(Metric... metrics) {
    List<Limit> limits = new ArrayList<>();
    for (Objective objective : objectives) {
      if (has(metrics, objective.metric())) {
        limits.add(new Limit(objective.bound(), objective.text()));
      }
    }
    for (Threshold condition : conditions) {
      if (!condition.isDrift()
          && isLevel(condition.figure().statistic())
          && has(metrics, condition.figure().metric().tag())) {
        limits.add(new Limit(condition.bound(), "--fail-if " + condition.text()));
      }
    }
    return limits;
  }

  /** Returns whether the values of a chart can be compared with a statistic. */
  private static boolean isLevel(@Nullable Statistic statistic) {
    return statistic != Statistic.COUNT && statistic != Statistic.SUM && statistic != Statistic.STD;
  }

  private static boolean has(Metric[] metrics, String tag) {
    return Arrays.stream(metrics).anyMatch(metric -> metric.tag().equals(tag));
  }
}
