package io.longhaul.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The dashboard in {@code deploy/grafana}. */
final class GrafanaDashboard {
  private static final String LATENCY = "${latency}";

  private final JsonNode json;

  private GrafanaDashboard(JsonNode json) {
    this.json = json;
  }

  static GrafanaDashboard read() throws IOException {
    Path file =
        Path.of(
            System.getProperty("longhaul.root"),
            "deploy",
            "grafana",
            "dashboards",
            "longhaul.json");
    return new GrafanaDashboard(new ObjectMapper().readTree(file.toFile()));
  }

  List<JsonNode> panels() {
    return json.path("panels").valueStream().toList();
  }

  List<JsonNode> variables() {
    return json.at("/templating/list").valueStream().toList();
  }

  private JsonNode variable(String name) {
    return variables().stream()
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the queries of variables. */
  List<String> variableQueries() {
    return variables().stream()
        .map(each -> each.path("definition").asText())
        .filter(query -> !query.isEmpty())
        .map(this::withDefaults)
        .toList();
  }

  /** Returns the latencies that a user can choose. */
  List<String> latencies() {
    return List.of(variable("latency").path("query").asText().split(", ", -1));
  }

  /** Returns the expressions of panels and annotations, with those of every latency. */
  Set<String> expressions() {
    Set<String> all = new LinkedHashSet<>();
    json.at("/annotations/list").forEach(each -> all.add(each.path("expr").asText()));
    panels().forEach(panel -> panel.path("targets").forEach(t -> all.add(t.path("expr").asText())));
    Set<String> substituted = new LinkedHashSet<>();
    for (String expression : all) {
      for (String latency : expression.contains(LATENCY) ? latencies() : List.of("")) {
        substituted.add(withDefaults(expression.replace(LATENCY, latency)));
      }
    }
    return substituted;
  }

  private String withDefaults(String query) {
    return query
        .replace("$run", variable("run").path("allValue").asText())
        .replace("$model", variable("model").path("allValue").asText())
        .replace("$window", variable("window").at("/current/value").asText());
  }
}
