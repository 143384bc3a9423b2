package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
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
 *
 * @param run content of {@code longhaul.json}
 */
record Limits(JsonNode run) {

  /**
   * A line of a chart.
   *
   * @param value in the unit of the chart
   */
  record Limit(double value, String text) {}

  /** Returns the limits of some metrics, which have one chart. */
  List<Limit> of(Metric... metrics) {
    List<Limit> limits = new ArrayList<>();
    for (JsonNode objective : run.path("goodput").path("objectives")) {
      if (has(metrics, objective.path("metric").asText())) {
        boolean isUpper = objective.has("at_most");
        JsonNode bound = objective.path(isUpper ? "at_most" : "at_least");
        limits.add(
            new Limit(
                bound.asDouble(),
                "objective: at %s %s %s"
                    .formatted(
                        isUpper ? "most" : "least",
                        Figures.of(bound),
                        objective.path("unit").asText())));
      }
    }
    for (JsonNode condition : run.path("thresholds")) {
      Threshold threshold = Threshold.parse(condition.path("fail_if").asText());
      if (!threshold.isDrift()
          && isLevel(threshold.figure().statistic())
          && has(metrics, threshold.figure().metric().tag())) {
        limits.add(new Limit(threshold.bound(), "--fail-if " + threshold.text()));
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
