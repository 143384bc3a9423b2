package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.report.runs.TestedLoad;
import java.util.List;

/**
 * The figures that matter most.
 *
 * @param run content of {@code longhaul.json}
 */
record MainFigures(JsonNode run) {
  private static final int FEW_REQUESTS = 100;

  /** The metrics, the first statistic of each, and the metric that starts at the planned time. */
  private record Headline(Metric metric, String statistic, String also, String fromSchedule) {
    static Headline percentiles(Metric metric, String fromSchedule) {
      return new Headline(metric, "p99", "p50", fromSchedule);
    }

    static Headline number(Metric metric) {
      return new Headline(metric, "value", "", "");
    }
  }

  private static final List<Headline> HEADLINES =
      List.of(
          Headline.percentiles(
              Metric.TIME_TO_FIRST_TOKEN, Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE.tag()),
          Headline.percentiles(Metric.INTER_TOKEN_LATENCY, ""),
          Headline.percentiles(Metric.REQUEST_LATENCY, Metric.REQUEST_LATENCY_FROM_SCHEDULE.tag()),
          Headline.number(Metric.OUTPUT_TOKEN_THROUGHPUT),
          Headline.number(Metric.REQUEST_THROUGHPUT));

  void write(HtmlText html) {
    html.section("figures", "Main figures", () -> content(html));
  }

  private void content(HtmlText html) {
    boolean isOpenLoop = new TestedLoad(run).isOpenLoop();
    html.open("ul", "class", "headlines");
    for (Headline headline : HEADLINES) {
      if (run.path("metrics").path(headline.metric().tag()).has(headline.statistic())) {
        tile(html, headline, isOpenLoop);
      }
    }
    html.close("ul");
    html.open("p");
    html.count(run, "/outcomes/valid").text(" valid requests of ");
    html.count(run, "/accounting/accounted").text(" that ended");
    if (run.at("/metrics/request_error_rate/value").isNumber()) {
      html.text("; error rate ").figure(run, "/metrics/request_error_rate/value").text(" %");
    }
    html.text(
        ". Percentiles cover the whole run; rates are totals divided by its duration, up to the end"
            + " of the last response.");
    html.close("p");
    if (isOpenLoop && run.at("/metrics/request_latency_from_schedule/p99").isNumber()) {
      html.element(
          "p",
          "Requests were planned at times that do not depend on the server. Latency from schedule"
              + " starts at the planned time: it is how long a user who arrives at that time waits,"
              + " even if the request was sent late. If it is much higher, the load generator was"
              + " late.");
    }
  }

  private void tile(HtmlText html, Headline headline, boolean isOpenLoop) {
    Metric metric = headline.metric();
    JsonNode values = run.path("metrics").path(metric.tag());
    String pointer = "/metrics/" + metric.tag() + "/";
    boolean isDistribution = !headline.also().isEmpty();
    html.open("li");
    html.element(
        "span",
        metric.header() + (isDistribution ? ", " + headline.statistic() : ""),
        "class",
        "name");
    html.open("span", "class", "value");
    html.figure(run, pointer + headline.statistic());
    html.element("span", metric.unit().display(), "class", "unit").close("span");
    if (isDistribution) {
      html.open("span", "class", "also").text(headline.also() + " ");
      html.figure(run, pointer + headline.also()).close("span");
    }
    String planned = "/metrics/" + headline.fromSchedule() + "/p99";
    if (isOpenLoop && run.at(planned).isNumber()) {
      html.open("span", "class", "also").text("p99 from schedule ");
      html.figure(run, planned).close("span");
    }
    if (isDistribution && values.path("count").asLong() < FEW_REQUESTS) {
      html.open("span", "class", "also").text("p99 is close to the highest of ");
      html.count(run, pointer + "count").text(" requests").close("span");
    }
    new TrustSection(run).warning(html);
    String trusted = "/trusted_metrics/" + metric.tag() + "/" + headline.statistic();
    if (run.at(trusted).isNumber()) {
      html.open("span", "class", "also").text("trusted slices only: ");
      html.figure(run, trusted).close("span");
    }
    html.close("li");
  }
}
