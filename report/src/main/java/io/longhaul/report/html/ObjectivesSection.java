package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.report.console.Figures;
import java.util.List;

/**
 * How many requests met the objectives, and the conditions of {@code --fail-if}.
 *
 * @param run content of {@code longhaul.json}
 */
record ObjectivesSection(JsonNode run) {
  private static final double PERCENT = 100;

  /** Writes the section, unless the run has neither. */
  void write(HtmlText html) {
    boolean isJudged = run.path("goodput").path("judged_requests").asLong() > 0;
    if (isJudged || run.has("thresholds")) {
      html.section(
          "objectives",
          "Objectives",
          () -> {
            if (isJudged) {
              objectives(html);
            }
            if (run.has("thresholds")) {
              conditions(html);
            }
          });
    }
  }

  private void objectives(HtmlText html) {
    html.open("p").text("Goodput: ");
    html.figure(run, "/goodput/good_requests_per_second").text(" requests per second (");
    html.count(run, "/goodput/good_requests").text(" of ");
    html.count(run, "/goodput/judged_requests");
    html.text(" valid requests met every objective; failed requests met none).").close("p");
    html.openTable(
        "Objectives of each request", List.of("Objective", "met by", "of requests", "share"));
    for (JsonNode objective : run.path("goodput").path("objectives")) {
      boolean isUpper = objective.has("at_most");
      html.row(
          List.of(
              "%s %s %s %s"
                  .formatted(
                      headerOf(objective.path("metric").asText()),
                      isUpper ? "at most" : "at least",
                      Figures.chosen(objective.path(isUpper ? "at_most" : "at_least").asDouble()),
                      objective.path("unit").asText()),
              Figures.count(objective.path("met")),
              Figures.count(objective.path("judged")),
              Figures.of(objective.path("attainment").asDouble() * PERCENT) + " %"));
    }
    html.closeTable();
  }

  private static String headerOf(String tag) {
    return Metric.ofTag(tag).map(Metric::header).orElse(tag);
  }

  private void conditions(HtmlText html) {
    html.openTable("Conditions of --fail-if", List.of("Fail if", "result"));
    for (JsonNode threshold : run.path("thresholds")) {
      html.row(
          List.of(
              threshold.path("text").asText(),
              threshold.path("missed").asBoolean() ? "FAILED" : "passed"));
    }
    html.closeTable();
  }
}
