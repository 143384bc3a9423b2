package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Metric.Flag;
import io.longhaul.metrics.MetricTopic;
import io.longhaul.metrics.MetricUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * All metrics of a run with their formulas, by topic; each topic can be unfolded.
 *
 * @param run content of {@code longhaul.json}
 */
record AllMetrics(JsonNode run) {
  private static final List<String> STATISTICS =
      List.of("avg", "min", "p50", "p90", "p99", "max", "std");

  /** Units of whole values. */
  private static final Set<MetricUnit> WHOLE =
      EnumSet.of(MetricUnit.TOKENS, MetricUnit.REQUESTS, MetricUnit.COUNT, MetricUnit.IMAGES);

  void write(HtmlText html) {
    html.section("metrics", "All metrics", () -> topics(html));
  }

  private void topics(HtmlText html) {
    html.element(
        "p",
        "A single value is in the column avg. In the formulas, start is the time at which a request"
            + " was sent or its connection was started, scheduled its planned time, handed the time at"
            + " which the load generator began to send it, ended the time of its last byte, a chunk a"
            + " part of the response with content, and W the duration of the run.");
    for (MetricTopic topic : MetricTopic.values()) {
      List<Metric> metrics =
          Arrays.stream(Metric.values())
              .filter(metric -> MetricTopic.of(metric) == topic)
              .filter(metric -> run.path("metrics").has(metric.tag()))
              .toList();
      if (!metrics.isEmpty()) {
        boolean isFirst = topic == MetricTopic.LATENCY;
        html.markup(isFirst ? "<details open>" : "<details>");
        html.element("summary", "%s (%d)".formatted(topic.title(), metrics.size()));
        table(html, topic.title(), metrics);
        html.markup("</details>\n");
      }
    }
  }

  private void table(HtmlText html, String title, List<Metric> metrics) {
    List<String> columns = new ArrayList<>(List.of("Metric", "unit", "values"));
    columns.addAll(STATISTICS);
    html.openTable(title, columns);
    for (Metric metric : metrics) {
      JsonNode values = run.path("metrics").path(metric.tag());
      String pointer = "/metrics/" + metric.tag() + "/";
      html.markup("<tr>").open("th", "scope", "row").text(metric.header());
      html.element("span", definition(metric), "class", "formula").close("th");
      html.element("td", metric.unit().display()).open("td");
      if (values.has("count")) {
        html.count(run, pointer + "count");
      }
      html.close("td");
      for (String statistic : STATISTICS) {
        html.open("td");
        cell(html, metric, values, pointer, statistic);
        html.close("td");
      }
      html.markup("</tr>\n");
    }
    html.closeTable();
  }

  private static String definition(Metric metric) {
    String scope = "";
    if (metric.is(Flag.ANY_OUTCOME)) {
      scope = "; of failed requests, too";
    } else if (metric.is(Flag.OF_ERRORS_TOO)) {
      scope = "; of failed requests that were sent, too";
    }
    return metric.formula() + scope;
  }

  private void cell(
      HtmlText html, Metric metric, JsonNode values, String pointer, String statistic) {
    String member = statistic.equals("avg") && values.has("value") ? "value" : statistic;
    JsonNode value = values.path(member);
    boolean isWhole =
        WHOLE.contains(metric.unit()) && value.asDouble() == Math.rint(value.asDouble());
    if (value.isNumber() && isWhole) {
      html.count(run, pointer + member);
    } else if (value.isNumber()) {
      html.figure(run, pointer + member);
    } else if (metric.kind() == Metric.Kind.ADJUSTED && !statistic.equals("std")) {
      html.text("infinite");
    }
  }
}
