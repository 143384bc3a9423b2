package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.console.Figures;
import io.longhaul.report.console.ResponseFindings;
import io.longhaul.report.figures.Durations;
import io.longhaul.report.runs.TestedLoad;
import java.util.List;

/**
 * Whether the figures can be trusted: what is missing, when and how much the load generator was
 * disturbed, who used its CPU, and whether tokens were counted as the server counts them.
 *
 * @param run content of {@code longhaul.json}
 */
record TrustSection(JsonNode run) {
  private static final double PERCENT = 100;
  private static final double BUSY_PERCENT = 20;

  boolean isComplete() {
    return run.path("status").path("complete").asBoolean();
  }

  /** Returns the number of slices that have requests. */
  private long judged() {
    JsonNode quality = run.path("quality");
    return quality.path("slices").asLong() - quality.path("slices_empty").asLong();
  }

  long untrusted() {
    return judged() - run.path("quality").path("slices_trusted").asLong();
  }

  /** Returns whether the run is complete and its slices can be trusted, as a sentence. */
  String verdict() {
    String complete = isComplete() ? "The run is complete" : "Data of the run is missing";
    if (judged() == 0) {
      return complete + ", and no slice has requests.";
    }
    boolean isTrusted = untrusted() == 0;
    return complete
        + (isTrusted == isComplete() ? ", and " : ", but ")
        + (isTrusted ? "every slice can be trusted." : share() + " cannot be trusted.");
  }

  private String share() {
    return "%s of %s slices".formatted(Figures.count(untrusted()), Figures.count(judged()));
  }

  /** Writes a warning next to a figure, if it contains slices that cannot be trusted. */
  void warning(HtmlText html) {
    if (untrusted() > 0) {
      html.element("span", "⚠ " + share() + " not trusted", "class", "warning");
    }
  }

  void write(HtmlText html) {
    html.section("trust", "Can the figures be trusted?", () -> content(html));
  }

  private void content(HtmlText html) {
    JsonNode status = run.path("status");
    if (!isComplete()) {
      html.element("p", "Data is missing:", "class", "bad");
      html.list(texts(status.path("incomplete_because")));
    }
    if (status.has("stop_condition")) {
      html.element("p", "The load ended early: " + status.path("stop_condition").asText());
    }
    if (untrusted() > 0) {
      disturbed(html);
    } else {
      html.element(
          "p",
          judged() == 0
              ? "No slice has requests."
              : "Yes: in no slice was the load generator itself disturbed.");
    }
    cpu(html);
    List<String> findings = ResponseFindings.of(run);
    if (!findings.isEmpty()) {
      html.element("p", "Responses are not as expected; figures of tokens may be wrong:");
      html.list(findings);
    }
    List<String> problems = texts(run.path("verification").path("problems"));
    if (!problems.isEmpty()) {
      html.element("p", "Files of the run disagree with each other:", "class", "bad");
      html.list(problems);
    }
  }

  private void disturbed(HtmlText html) {
    JsonNode quality = run.path("quality");
    html.element(
        "p",
        "%s cannot be trusted: the load generator itself was disturbed. It may have sent requests late and measured latencies that are too high."
            .formatted(share()),
        "class",
        "bad");
    html.open("p");
    html.count(run, "/quality/slices_heavily_disturbed");
    html.text(
        " of them were heavily disturbed: its own delay was at least half of the median time to first"
            + " token, or data was lost. Charts show these slices hatched, and the others only with a"
            + " strip at the top.");
    html.close("p");
    html.openTable(
        "Worst slices first", List.of("Slice", "delay of the load generator, ms", "reasons"));
    for (JsonNode slice : quality.path("worst_slices")) {
      html.row(
          List.of(
              period(slice),
              Figures.of(slice.path("delay_ms")),
              String.join("; ", texts(slice.path("distrust")))));
    }
    html.closeTable();
    html.openTable("Reasons", List.of("Reason", "slices", "when"));
    for (JsonNode reason : quality.path("distrust")) {
      html.row(
          List.of(
              reason.path("reason").asText(),
              Figures.count(reason.path("slices")),
              periods(reason)));
    }
    html.closeTable();
  }

  private static String period(JsonNode period) {
    return Durations.clock(period.path("from_seconds").asDouble())
        + " to "
        + Durations.clock(period.path("until_seconds").asDouble());
  }

  private String periods(JsonNode reason) {
    if (reason.path("slices").asLong() == judged()) {
      return "all";
    }
    JsonNode named = reason.path("first_periods");
    long more = reason.path("periods").asLong() - named.size();
    String text = String.join(", ", named.valueStream().map(TrustSection::period).toList());
    return more > 0 ? text + " and " + Figures.count(more) + " more" : text;
  }

  /** States who used the CPU, if little of it was idle. */
  private void cpu(HtmlText html) {
    JsonNode idle = run.path("quality").path("host_idle_min_ratio");
    boolean isBusy = idle.isNumber() && idle.asDouble() * PERCENT < BUSY_PERCENT;
    if (isBusy) {
      html.open("p");
      html.text(
          "CPU: in the busiest slice, %.0f %% of the machine was idle. One generator used at most "
              .formatted(idle.asDouble() * PERCENT));
      html.figure(run, "/quality/process_cpu_max_cores");
      html.text(" cores; what was neither idle nor used by generators went to other processes.");
      html.close("p");
    }
    if (new TestedLoad(run).isOnOneMachine()) {
      html.element(
          "p",
          "The server is on the same machine as a load generator: they compete for its CPU, and no"
              + " network is between them.");
    }
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }
}
