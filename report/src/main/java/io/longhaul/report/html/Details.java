package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The tables at the end of the page: errors, all metrics, labels, GPUs, accounting, configuration
 * and command.
 *
 * @param run content of {@code longhaul.json}
 */
record Details(JsonNode run) {
  private static final int MAX_LABELS = 50;
  private static final int MAX_CONFIGURATION_CHARS = 100_000;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BYTES_PER_GIB = 1L << 30;
  private static final double HERTZ_PER_MEGAHERTZ = 1e6;

  void write(HtmlText html) {
    if (!run.path("errors").isEmpty()) {
      html.section("errors", "Errors", () -> errors(html));
    }
    new AllMetrics(run).write(html);
    if (run.has("labels")) {
      html.section("labels", "Labels", () -> labels(html));
    }
    if (run.has("gpu")) {
      html.section("gpus", "GPUs", () -> gpus(html));
    }
    html.section("accounting", "Request accounting", () -> accounting(html));
    html.section("configuration", "Configuration", () -> configuration(html));
  }

  private void errors(HtmlText html) {
    html.openTable(
        "Errors by kind",
        List.of(
            "Reason", "outcome", "status", "requests", "first", "last", "message of the first"));
    for (JsonNode error : run.path("errors")) {
      html.row(
          List.of(
              reasonOf(error),
              error.path("outcome").asText(),
              error.path("status").asText(Figures.NONE),
              Figures.count(error.path("count")),
              sinceTheStart(error.path("first")),
              sinceTheStart(error.path("last")),
              error.path("message").asText(Figures.NONE)));
    }
    html.closeTable();
    html.openTable(
        "Examples",
        List.of("Reason", "number", "IDs of requests (the server got them as X-Request-ID)"));
    for (JsonNode error : run.path("errors")) {
      html.row(
          List.of(
              reasonOf(error),
              "%s of %s"
                  .formatted(
                      Figures.count(error.path("sample_request_ids").size()),
                      Figures.count(error.path("count"))),
              String.join(
                  ", ",
                  error.path("sample_request_ids").valueStream().map(JsonNode::asText).toList())));
    }
    html.closeTable();
    if (run.at("/metrics/availability/value").isNumber()) {
      html.open("p").text("Availability ").figure(run, "/metrics/availability/value");
      html.text(
          " %: the share of seconds in which at least one valid request was in flight. A server that"
              + " fails some requests and answers others is available; failed requests are in the error"
              + " rate.");
      html.close("p");
    }
  }

  /** Returns the reason, or the outcome of a request that has none, such as a lost one. */
  private static String reasonOf(JsonNode error) {
    String reason = error.path("reason").asText();
    return reason.isEmpty() ? error.path("outcome").asText() : reason;
  }

  private String sinceTheStart(JsonNode time) {
    Instant start = Instant.parse(run.path("window").path("start").asText());
    Duration since = Duration.between(start, Instant.parse(time.asText()));
    return Durations.clock(since.toNanos() / NANOS_PER_SECOND);
  }

  private void labels(HtmlText html) {
    html.openTable(
        "Label sets over the run",
        List.of(
            "Label", "ok", "errors", "in flight", "TTFT p50 ms", "p99", "latency p50 ms", "p99"));
    run.path("labels")
        .valueStream()
        .limit(MAX_LABELS)
        .forEach(
            label ->
                html.row(
                    List.of(
                        label.path("label_set").asText(),
                        Figures.count(label.path("requests_ok")),
                        Figures.count(label.path("error_requests")),
                        Figures.of(label.path("in_flight_mean")),
                        Figures.of(label.at("/metrics/time_to_first_token/p50")),
                        Figures.of(label.at("/metrics/time_to_first_token/p99")),
                        Figures.of(label.at("/metrics/request_latency/p50")),
                        Figures.of(label.at("/metrics/request_latency/p99")))));
    html.closeTable();
    if (run.path("labels").size() > MAX_LABELS) {
      html.element(
          "p",
          "The first %d of %d label sets; longhaul.json contains all of them."
              .formatted(MAX_LABELS, run.path("labels").size()));
    }
  }

  private void gpus(HtmlText html) {
    JsonNode gpu = run.path("gpu");
    html.openTable(
        "GPUs over the run",
        List.of(
            "GPU",
            "power avg W",
            "max W",
            "utilization avg %",
            "memory avg GiB",
            "clock avg MHz",
            "temperature max °C",
            "energy J",
            "limited by power s",
            "limited by heat s",
            "time without samples s"));
    for (JsonNode device : gpu.path("devices")) {
      html.row(
          List.of(
              device.path("gpu_index").asText() + " " + device.path("gpu_model").asText(),
              Figures.of(device.at("/power_watts/mean")),
              Figures.of(device.at("/power_watts/max")),
              Figures.of(device.at("/gpu_utilization_percent/mean")),
              scaled(device.at("/memory_used_bytes/mean"), BYTES_PER_GIB),
              scaled(device.at("/sm_clock_hertz/mean"), HERTZ_PER_MEGAHERTZ),
              Figures.of(device.at("/gpu_temperature_celsius/max")),
              Figures.of(device.path("energy_joules")),
              Figures.of(device.path("power_violation_seconds")),
              Figures.of(device.path("thermal_violation_seconds")),
              Figures.of(device.path("gap_seconds"))));
    }
    html.closeTable();
    html.open("p").text("Energy: ").figure(run, "/gpu/energy_joules").text(" J");
    if (gpu.has("joules_per_output_token")) {
      html.text(", ").figure(run, "/gpu/joules_per_output_token").text(" J per output token");
    }
    html.text(".").close("p");
    html.list(gpu.path("doubts").valueStream().map(JsonNode::asText).toList());
  }

  private static String scaled(JsonNode value, double perUnit) {
    return value.isNumber() ? Figures.of(value.doubleValue() / perUnit) : Figures.NONE;
  }

  private void accounting(HtmlText html) {
    JsonNode sums = run.path("accounting");
    html.element(
        "p",
        "Planned = issued + not issued; issued = ok + error + timeout + cancelled + in flight at the stop + lost."
            + (sums.path("balanced").asBoolean() ? " Both equations hold." : "")
            + " Accounted is the sum of all outcomes.");
    html.openTable("Requests", List.of("", "requests"));
    if (!sums.has("planned")) {
      html.row(List.of("planned", "no number: only time limits the run"));
    }
    for (Map.Entry<String, JsonNode> sum : sums.properties()) {
      if (sum.getValue().isNumber()) {
        html.markup("<tr>");
        html.element("th", sum.getKey().replace('_', ' '), "scope", "row").open("td");
        html.count(run, "/accounting/" + sum.getKey()).close("td").markup("</tr>\n");
      }
    }
    html.closeTable();
    html.list(sums.path("unknown_because").valueStream().map(JsonNode::asText).toList());
  }

  private void configuration(HtmlText html) {
    String command = run.path("run").path("cli_command").asText();
    if (!command.isEmpty()) {
      html.element("p", "To repeat the run (secrets are left out):");
      html.element("pre", command, "id", "command", "tabindex", "0");
    }
    String all = run.path("configuration").toPrettyString();
    html.markup("<details><summary>Configuration as in longhaul.json</summary>");
    html.element(
        "pre",
        all.length() <= MAX_CONFIGURATION_CHARS
            ? all
            : all.substring(0, MAX_CONFIGURATION_CHARS) + "\n… (longhaul.json contains the rest)",
        "tabindex",
        "0");
    html.markup("</details>");
    String version = run.path("run").path("tool_version").asText();
    html.element(
        "p",
        "Longhaul "
            + version
            + ". Tokens: "
            + run.path("run").path("token_source").asText("unknown")
            + ".");
  }
}
