package io.longhaul.report.html;

import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.Durations;
import io.longhaul.report.html.Limits.Limit;
import io.longhaul.report.html.SliceCharts.SliceChart;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A chart over the time of the run, with the same values as a table.
 *
 * @param id ID in the page, unique
 * @param title what the chart shows
 * @param unit unit of all lines
 * @param explanation one or a few sentences
 * @param limits horizontal lines
 * @param shape what is drawn
 */
record TimeChart(
    String id,
    String title,
    String unit,
    String explanation,
    List<Line> lines,
    List<Limit> limits,
    Shape shape) {
  private static final int MAX_ROWS = 20;

  /** The buttons that move the time axis of all charts. */
  static final String TOOLBAR =
      """
      <div class="toolbar" role="toolbar" aria-label="Time axis of all charts" hidden>
      <button type="button" data-zoom="in">Zoom in</button>
      <button type="button" data-zoom="out">Zoom out</button>
      <button type="button" data-zoom="earlier">Earlier</button>
      <button type="button" data-zoom="later">Later</button>
      <button type="button" data-zoom="all">Whole run</button>
      <output id="range" aria-live="polite"></output>
      </div>
      """;

  /** What is drawn for each line. */
  enum Shape {
    /** A line through the mean of each point, and a band from its lowest to its highest value. */
    LINES,
    /** A bar for the sum of each point, on top of those of the other lines. */
    BARS
  }

  TimeChart {
    lines = lines.stream().filter(line -> !line.isEmpty()).toList();
    limits = List.copyOf(limits);
  }

  TimeChart(String id, String title, String unit, String explanation, List<Line> lines) {
    this(id, title, unit, explanation, lines, List.of(), Shape.LINES);
  }

  static TimeChart of(SliceChart chart, List<Line> lines) {
    return new TimeChart(
        chart.id(),
        chart.title(),
        chart.unit(),
        chart.explanation(),
        lines,
        chart.limits(),
        Shape.LINES);
  }

  TimeChart asBars() {
    return new TimeChart(id, title, unit, explanation, lines, limits, Shape.BARS);
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Writes what the script draws. */
  void writeData(JsonDocument json) throws IOException {
    boolean isBars = shape == Shape.BARS;
    writeDefinition(json);
    json.objects(
        "lines",
        lines,
        line -> {
          json.text("name", line.name());
          PageData.numbers(json, "mean", isBars ? line.sums() : line.means());
          if (!isBars && line.isSpread()) {
            PageData.numbers(json, "min", line.mins());
            PageData.numbers(json, "max", line.maxs());
          }
        });
  }

  /** Writes everything but the lines. */
  void writeDefinition(JsonDocument json) throws IOException {
    json.text("id", id);
    json.text("unit", unit);
    json.truth("bars", shape == Shape.BARS);
    json.objects(
        "limits",
        limits,
        limit -> {
          json.number("value", limit.value());
          json.text("text", limit.text());
        });
  }

  void write(HtmlText html, TimeBuckets buckets) {
    String label =
        "%s over time: %s, in %s. The table below contains the values."
            .formatted(title, String.join(", ", lines.stream().map(Line::name).toList()), unit);
    html.open("figure", "id", id);
    html.open("figcaption").element("h3", title + " (" + unit + ")");
    html.element("p", explanation + band() + limitTexts()).close("figcaption");
    html.element("div", "", "class", "plot", "data-time", id, "role", "img", "aria-label", label);
    html.open("details", "open", "").element("summary", "Table", "aria-label", "Table of " + title);
    writeTable(html, buckets);
    html.close("details").close("figure");
  }

  private String band() {
    return shape == Shape.LINES && lines.stream().anyMatch(Line::isSpread)
        ? " The band around a line shows the lowest and the highest of the values that each point summarizes."
        : "";
  }

  private String limitTexts() {
    return limits.isEmpty()
        ? ""
        : limits.stream()
            .map(Limit::text)
            .collect(
                Collectors.joining(
                    "; ",
                    limits.size() == 1 ? " Dashed horizontal line: " : " Dashed horizontal lines: ",
                    "."));
  }

  private void writeTable(HtmlText html, TimeBuckets buckets) {
    List<String> columns = new ArrayList<>(List.of("Time since the start"));
    lines.forEach(line -> columns.add(line.name()));
    html.openTable(title + ", " + unit, columns);
    int perRow = (buckets.count() + MAX_ROWS - 1) / MAX_ROWS;
    for (int from = 0; from < buckets.count(); from += perRow) {
      int until = Math.min(from + perRow, buckets.count());
      List<String> cells = new ArrayList<>();
      cells.add(
          Durations.clock(buckets.startSeconds(from))
              + " to "
              + Durations.clock(buckets.endSeconds(until - 1)));
      for (Line line : lines) {
        cells.add(
            shape == Shape.BARS
                ? Figures.count(Math.round(line.sum(from, until)))
                : cell(line, from, until));
      }
      html.row(cells);
    }
    html.closeTable();
  }

  /** Returns the mean, and the range if the values differ. */
  private static String cell(Line line, int from, int until) {
    double mean = line.mean(from, until);
    if (Double.isNaN(mean)) {
      return Figures.NONE;
    }
    double min = line.min(from, until);
    double max = line.max(from, until);
    return min == max
        ? Figures.of(mean)
        : "%s (%s to %s)".formatted(Figures.of(mean), Figures.of(min), Figures.of(max));
  }
}
