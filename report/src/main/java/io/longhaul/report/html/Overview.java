package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.report.console.Figures;
import java.util.ArrayList;
import java.util.List;

/**
 * The top of the page: what was run, the verdict, the figures that matter, the objectives, and
 * whether the figures can be trusted.
 *
 * @param run content of {@code longhaul.json}
 */
record Overview(JsonNode run) {
  private static final double PERCENT = 100;

  /** The metrics of the largest figures, with the statistics that are shown. */
  private record Headline(Metric metric, String statistic, String also) {}

  private static final List<Headline> HEADLINES =
      List.of(
          new Headline(Metric.TIME_TO_FIRST_TOKEN, "p99", "p50"),
          new Headline(Metric.INTER_TOKEN_LATENCY, "p99", "p50"),
          new Headline(Metric.REQUEST_LATENCY, "p99", "p50"),
          new Headline(Metric.OUTPUT_TOKEN_THROUGHPUT, "value", ""),
          new Headline(Metric.REQUEST_THROUGHPUT, "value", ""));

  void write(HtmlText html) {
    html.open("header");
    html.element("h1", "Load test of " + models());
    html.open("dl", "class", "facts");
    fact(html, "Endpoint", String.join(", ", texts(input().path("endpoint").path("urls"))));
    fact(html, "API", api());
    fact(html, "Load", load());
    fact(html, "Start", start());
    fact(
        html,
        "Duration",
        Durations.clock(run.path("window").path("seconds").asDouble())
            + " ("
            + Figures.count(run.path("run").path("slices"))
            + " slices of "
            + Figures.of(run.path("run").path("slice_duration_seconds"))
            + " s)");
    fact(html, "Run", run.path("run").path("run_id").asText());
    html.close("dl");
    html.element("p", verdict(), "class", isGood() ? "verdict" : "verdict bad", "id", "verdict");
    html.close("header");
    html.section("figures", "Main figures", () -> figures(html));
    if (run.path("goodput").path("judged_requests").asLong() > 0 || run.has("thresholds")) {
      html.section("objectives", "Objectives", () -> objectives(html));
    }
    html.section("trust", "Can the figures be trusted?", () -> trust(html));
  }

  /** Returns the start to the second. */
  private String start() {
    String start = run.path("window").path("start").asText();
    return start.replaceFirst("^([^T]+)T([0-9:]+).*", "$1 $2 UTC");
  }

  private static void fact(HtmlText html, String name, String value) {
    if (!value.isEmpty()) {
      html.open("div").element("dt", name).element("dd", value).close("div");
    }
  }

  /** Returns the names of the models, for the title of the page. */
  String models() {
    List<String> names = new ArrayList<>();
    input().path("models").path("items").forEach(model -> names.add(model.path("name").asText()));
    return names.isEmpty() ? "an unnamed model" : String.join(", ", names);
  }

  private JsonNode input() {
    return run.path("configuration").path("input_config");
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }

  private String api() {
    String type = run.path("run").path("endpoint_type").asText();
    return run.path("run").path("streaming").asBoolean() ? type + ", streamed" : type;
  }

  /** Returns the profiling phase in words, such as "concurrency, concurrency 16, duration 20". */
  private String load() {
    for (JsonNode phase : input().path("phases")) {
      if (phase.path("kind").asText().equals("profiling")) {
        List<String> words = new ArrayList<>(List.of(phase.path("type").asText()));
        phase
            .properties()
            .forEach(
                member -> {
                  boolean isNamed = List.of("name", "kind", "type").contains(member.getKey());
                  if (!isNamed && member.getValue().isValueNode()) {
                    boolean isTime =
                        member.getKey().equals("duration") || member.getKey().endsWith("_period");
                    words.add(
                        member.getKey().replace('_', ' ')
                            + " "
                            + member.getValue().asText().replaceFirst("\\.0$", "")
                            + (isTime
                                ? " s"
                                : member.getKey().equals("rate") ? " requests/s" : ""));
                  }
                });
        return String.join(", ", words).replaceFirst("^([a-z_]+), \\1 ", "$1 ");
      }
    }
    return "";
  }

  /** Returns whether the run met its conditions, is complete, can be trusted, and was good. */
  String verdict() {
    List<String> sentences = new ArrayList<>();
    if (run.has("thresholds")) {
      sentences.add(
          missed().isEmpty()
              ? "Passed: no --fail-if condition is true."
              : "Failed: " + String.join("; ", missed()) + ".");
    }
    sentences.add(
        (isComplete() ? "The run is complete, " : "Data of the run is missing, ") + trusted());
    JsonNode share = run.path("goodput").path("good_fraction");
    if (share.isNumber()) {
      sentences.add(
          Figures.of(share.doubleValue() * PERCENT) + " % of all requests met every objective.");
    }
    return String.join(" ", sentences);
  }

  private String trusted() {
    if (judged() == 0) {
      return "and no slice has requests.";
    }
    return untrusted() == 0
        ? "and every slice can be trusted."
        : "but %s of %s slices cannot be trusted."
            .formatted(Figures.count(untrusted()), Figures.count(judged()));
  }

  private boolean isGood() {
    return isComplete() && untrusted() == 0 && missed().isEmpty();
  }

  private boolean isComplete() {
    return run.path("status").path("complete").asBoolean();
  }

  private long judged() {
    JsonNode quality = run.path("quality");
    return quality.path("slices").asLong() - quality.path("slices_empty").asLong();
  }

  private long untrusted() {
    return judged() - run.path("quality").path("slices_trusted").asLong();
  }

  /** Returns the texts of the --fail-if conditions that are true. */
  private List<String> missed() {
    return run.path("thresholds")
        .valueStream()
        .filter(threshold -> threshold.path("missed").asBoolean())
        .map(threshold -> threshold.path("text").asText())
        .toList();
  }

  private void figures(HtmlText html) {
    html.open("ul", "class", "headlines");
    for (Headline headline : HEADLINES) {
      JsonNode metric = run.path("metrics").path(headline.metric().tag());
      if (metric.has(headline.statistic())) {
        String pointer = "/metrics/" + headline.metric().tag() + "/";
        boolean isDistribution = !headline.also().isEmpty();
        html.open("li");
        html.element(
            "span",
            headline.metric().header() + (isDistribution ? ", " + headline.statistic() : ""),
            "class",
            "name");
        html.open("span", "class", "value");
        html.figure(run, pointer + headline.statistic());
        html.element("span", headline.metric().unit().display(), "class", "unit").close("span");
        if (isDistribution) {
          html.open("span", "class", "also").text(headline.also() + " ");
          html.figure(run, pointer + headline.also()).close("span");
        }
        html.close("li");
      }
    }
    html.close("ul");
    html.open("p");
    html.count(run, "/outcomes/valid").text(" valid requests of ");
    html.count(run, "/accounting/accounted").text(" that ended");
    if (run.at("/metrics/request_error_rate/value").isNumber()) {
      html.text("; error rate ").figure(run, "/metrics/request_error_rate/value").text(" %");
    }
    html.text(". Percentiles cover the whole run.").close("p");
  }

  private void objectives(HtmlText html) {
    JsonNode goodput = run.path("goodput");
    if (goodput.path("judged_requests").asLong() > 0) {
      html.open("p").text("Goodput: ");
      html.figure(run, "/goodput/good_requests_per_second").text(" requests per second (");
      html.count(run, "/goodput/good_requests").text(" of ");
      html.count(run, "/goodput/judged_requests");
      html.text(" valid requests met every objective; failed requests met none).").close("p");
      html.openTable(
          "Objectives of each request", List.of("Objective", "met by", "of requests", "share"));
      for (JsonNode objective : goodput.path("objectives")) {
        boolean isUpper = objective.has("at_most");
        html.row(
            List.of(
                "%s %s %s %s"
                    .formatted(
                        headerOf(objective.path("metric").asText()),
                        isUpper ? "at most" : "at least",
                        Figures.of(objective.path(isUpper ? "at_most" : "at_least")),
                        objective.path("unit").asText()),
                Figures.count(objective.path("met")),
                Figures.count(objective.path("judged")),
                Figures.of(objective.path("attainment").asDouble() * PERCENT) + " %"));
      }
      html.closeTable();
    }
    if (run.has("thresholds")) {
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

  private static String headerOf(String tag) {
    return Metric.ofTag(tag).map(Metric::header).orElse(tag);
  }

  private void trust(HtmlText html) {
    if (!isComplete()) {
      html.element("p", "Data is missing:", "class", "bad");
      html.list(texts(run.path("status").path("incomplete_because")));
    }
    if (run.path("status").has("stop_condition")) {
      html.element(
          "p", "The load ended early: " + run.path("status").path("stop_condition").asText());
    }
    if (untrusted() == 0) {
      html.element(
          "p",
          judged() == 0
              ? "No slice has requests."
              : "Yes: in no slice was the load generator itself disturbed.");
    } else {
      html.element(
          "p",
          "%s of %s slices cannot be trusted: the load generator itself was disturbed. It may have sent requests late and measured latencies that are too high. Charts show these slices hatched."
              .formatted(Figures.count(untrusted()), Figures.count(judged())),
          "class",
          "bad");
      html.openTable("Reasons", List.of("Reason", "slices", "first slices"));
      for (JsonNode reason : run.path("quality").path("distrust")) {
        boolean isAll = reason.path("slices").asLong() == judged();
        html.row(
            List.of(
                reason.path("reason").asText(),
                Figures.count(reason.path("slices")),
                isAll ? "all" : String.join(", ", texts(reason.path("first_slices")))));
      }
      html.closeTable();
    }
    List<String> problems = texts(run.path("verification").path("problems"));
    if (!problems.isEmpty()) {
      html.element("p", "Files of the run disagree with each other:", "class", "bad");
      html.list(problems);
    }
  }
}
