package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.console.Figures;
import java.util.List;
import java.util.Locale;

/**
 * Which figures stayed the same during the run, since when the others changed, and which gauges
 * grew.
 *
 * @param run content of {@code longhaul.json}
 */
record StabilitySection(JsonNode run) {
  /** Writes the section, unless the run has too few slices. */
  void write(HtmlText html) {
    JsonNode figures = run.path("stability").path("figures");
    JsonNode gauges = run.path("stability").path("gauges");
    if (!figures.isEmpty() || !gauges.isEmpty()) {
      html.section(
          "stability",
          "Did the figures stay the same?",
          () -> {
            if (figures.isEmpty()) {
              html.element("p", tooFew());
            } else {
              writeFigures(html, figures);
            }
            if (!gauges.isEmpty()) {
              writeGauges(html, gauges);
            }
          });
    }
  }

  private String tooFew() {
    return "Whether latencies and rates stayed the same is unknown: only %s slices under load can be trusted or have no requests, and %s are needed."
        .formatted(
            Figures.count(run.path("stability").path("slices")),
            Figures.count(run.path("stability").path("slices_needed")));
  }

  private static void writeFigures(HtmlText html, JsonNode figures) {
    html.openTable("Stability, from one value per slice", List.of("Figure", "state", "result"));
    for (JsonNode figure : figures) {
      html.row(List.of(name(figure), state(figure), figure.path("text").asText()));
    }
    html.closeTable();
  }

  private static void writeGauges(HtmlText html, JsonNode gauges) {
    html.element(
        "p",
        "A gauge of a server or a GPU that grows until the end of the load may be a leak, or a queue"
            + " without limit.");
    html.openTable("Growth of gauges", List.of("Gauge", "state", "result"));
    for (JsonNode gauge : gauges) {
      html.row(List.of(gauge.path("gauge").asText(), state(gauge), gauge.path("text").asText()));
    }
    html.closeTable();
  }

  private static String state(JsonNode verdict) {
    return verdict.path("state").asText().replace('_', ' ').toLowerCase(Locale.ROOT);
  }

  static String name(JsonNode figure) {
    String name = figure.path("figure").asText();
    return figure.has("statistic") ? name + "." + figure.path("statistic").asText() : name;
  }
}
