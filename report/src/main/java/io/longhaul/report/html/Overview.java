package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.Durations;
import io.longhaul.report.html.RunEvents.Event;
import io.longhaul.report.runs.TestedLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The head of the page: what was run, and the verdict.
 *
 * @param run content of {@code longhaul.json}
 */
record Overview(JsonNode run) {
  private static final double PERCENT = 100;
  private static final int MOST_INCIDENTS = 8;

  void write(HtmlText html) {
    TestedLoad load = new TestedLoad(run);
    html.open("header");
    html.element("h1", "Load test of " + models());
    html.open("dl", "class", "facts");
    fact(html, "Endpoint", endpoint(load));
    fact(html, "API", api());
    fact(html, "Load", load.phaseText());
    fact(html, "Lengths", load.lengthsText());
    fact(html, "Issued", load.issuedText());
    fact(html, "Warm-up", warmUp());
    fact(html, "GPUs", gpus());
    fact(html, "Start", time("start"));
    fact(html, "End", time("end"));
    fact(html, "Duration", duration());
    fact(html, "Run", run.path("run").path("run_id").asText());
    fact(html, "Slices", run.path("run").path("resliced").asText());
    html.close("dl");
    html.element("p", verdict(), "class", isGood() ? "verdict" : "verdict bad", "id", "verdict");
    incidents(html);
    html.close("header");
  }

  /**
   * Writes the most important events by time, with their numbers in the charts: faults before
   * shifts, shifts before marks, and the longest first.
   */
  private void incidents(HtmlText html) {
    List<Event> events = new RunEvents(run).all();
    List<Integer> incidents =
        IntStream.range(0, events.size())
            .filter(i -> events.get(i).kind() != RunEvents.Kind.LOAD)
            .boxed()
            .toList();
    if (incidents.isEmpty()) {
      return;
    }
    Comparator<Integer> byImportance =
        Comparator.comparing((Integer i) -> events.get(i).kind())
            .thenComparing(i -> events.get(i).fromSeconds() - events.get(i).untilSeconds());
    List<Integer> shown =
        incidents.stream().sorted(byImportance).limit(MOST_INCIDENTS).sorted().toList();
    html.element("p", "What happened, with the numbers of the charts:", "class", "incidents");
    html.open("ol", "class", "incidents");
    for (int i : shown) {
      Event event = events.get(i);
      html.element("li", event.time() + ": " + event.sentence(), "value", String.valueOf(i + 1));
    }
    html.close("ol");
    int more = incidents.size() - shown.size();
    if (more > 0) {
      html.open("p")
          .element(
              "a",
              Figures.count(more) + (more == 1 ? " more event" : " more events"),
              "href",
              "#time");
      html.close("p");
    }
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

  private String endpoint(TestedLoad load) {
    String urls =
        String.join(
            ", ",
            input().path("endpoint").path("urls").valueStream().map(JsonNode::asText).toList());
    return load.isOnOneMachine() ? urls + " (on the load generator's machine)" : urls;
  }

  private String api() {
    String type = run.path("run").path("endpoint_type").asText();
    return run.path("run").path("streaming").asBoolean() ? type + ", streamed" : type;
  }

  private String warmUp() {
    JsonNode requests = run.path("accounting").path("warmup_requests");
    return requests.asLong() == 0
        ? ""
        : Figures.count(requests) + " requests before the start, in no figure";
  }

  /** Returns the number of GPUs of each model. */
  private String gpus() {
    Map<String, Integer> models = new LinkedHashMap<>();
    for (JsonNode device : run.path("gpu").path("devices")) {
      models.merge(device.path("gpu_model").asText(), 1, Integer::sum);
    }
    return String.join(
        ", ",
        models.entrySet().stream().map(each -> each.getValue() + " × " + each.getKey()).toList());
  }

  /** Returns a time of the window to the second. */
  private String time(String name) {
    return run.path("window").path(name).asText().replaceFirst("^([^T]+)T([0-9:]+).*", "$1 $2 UTC");
  }

  private String duration() {
    JsonNode empty = run.path("quality").path("slices_empty");
    return "%s from the start to the end of the last response (%s slices of %s s%s)"
        .formatted(
            Durations.clock(run.path("window").path("seconds").asDouble()),
            Figures.count(run.path("run").path("slices")),
            Figures.chosen(run.path("run").path("slice_duration_seconds").asDouble()),
            empty.asLong() > 0 ? ", %s without requests".formatted(Figures.count(empty)) : "");
  }

  /** Returns whether the run met its conditions, is complete, can be trusted, and was good. */
  String verdict() {
    List<String> sentences = new ArrayList<>();
    List<String> missed = missed();
    if (run.has("thresholds")) {
      sentences.add(
          missed.isEmpty()
              ? "Passed: no --fail-if condition is true."
              : "Failed: " + String.join("; ", missed) + ".");
    }
    sentences.add(new TrustSection(run).verdict());
    JsonNode share = run.path("goodput").path("good_fraction");
    if (share.isNumber()) {
      sentences.add(
          Figures.of(share.doubleValue() * PERCENT) + " % of all requests met every objective.");
    }
    return String.join(" ", sentences);
  }

  private boolean isGood() {
    TrustSection trust = new TrustSection(run);
    return trust.isComplete() && trust.untrusted() == 0 && missed().isEmpty();
  }

  /** Returns the texts of the --fail-if conditions that are true. */
  private List<String> missed() {
    return run.path("thresholds")
        .valueStream()
        .filter(threshold -> threshold.path("missed").asBoolean())
        .map(threshold -> threshold.path("text").asText())
        .toList();
  }
}
