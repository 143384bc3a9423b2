package io.longhaul.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which figures stayed the same during the run, and since when the others changed.
 *
 * @param run content of {@code longhaul.json}
 */
record StabilitySection(JsonNode run) {
  /** Writes the section, unless the run has too few slices. */
  void write(HtmlText html) {
    JsonNode figures = run.path("stability").path("figures");
    if (!figures.isEmpty()) {
      html.section("stability", "Did the figures stay the same?", () -> table(html, figures));
    }
  }

  private static void table(HtmlText html, JsonNode figures) {
    html.openTable("Stability, from one value per slice", List.of("Figure", "state", "result"));
    for (JsonNode figure : figures) {
      html.row(
          List.of(
              name(figure),
              figure.path("state").asText().replace('_', ' ').toLowerCase(Locale.ROOT),
              figure.path("text").asText()));
    }
    html.closeTable();
  }

  /** Returns the shifts of all figures, as events of the charts over time. */
  static List<PageData.Event> shifts(JsonNode run) {
    List<PageData.Event> shifts = new ArrayList<>();
    for (JsonNode figure : run.path("stability").path("figures")) {
      for (JsonNode shift : figure.path("shifts")) {
        double seconds = shift.path("seconds").asDouble();
        shifts.add(new PageData.Event(seconds, seconds, "Shift of " + name(figure)));
      }
    }
    return shifts;
  }

  private static String name(JsonNode figure) {
    String name = figure.path("figure").asText();
    return figure.has("statistic") ? name + "." + figure.path("statistic").asText() : name;
  }
}
