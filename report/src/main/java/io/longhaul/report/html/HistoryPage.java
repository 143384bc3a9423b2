package io.longhaul.report.html;

import io.longhaul.report.compare.HistorySeries;
import io.longhaul.report.compare.PastRun;
import io.longhaul.report.console.HistoryText;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A history as a page: the tables of the console, and a chart of each series. For one thread. */
public final class HistoryPage {
  private final HistoryText text;
  private final HtmlText html = new HtmlText();

  public HistoryPage(HistoryText text) {
    this.text = text;
  }

  /** Returns the page. */
  public String text() throws IOException {
    html.open("header").element("h1", "History of runs").close("header");
    html.open("main").open("div", "id", "figures");
    for (int i = 0; i < text.series().size(); i++) {
      HistorySeries series = text.series().get(i);
      int index = i;
      html.section(id(i), text.title(i), () -> write(series, index));
    }
    html.element("p", text.footnote()).close("div").close("main");
    return new HtmlPage(
            "History of " + text.figure().text(), html, JsonDocument.compact(this::data))
        .text();
  }

  private static String id(int series) {
    return "series-" + (series + 1);
  }

  private void write(HistorySeries series, int index) {
    boolean isSteady = series.isLongEnough() && series.changes().isEmpty();
    html.element(
        "p",
        String.join(" ", text.findings(series)),
        "class",
        isSteady ? "verdict" : "verdict neutral");
    List<String> differences = text.differences(series);
    if (!differences.isEmpty()) {
      html.element("p", "The configuration differs from that of the first series:");
      html.list(differences);
    }
    html.open("figure", "id", id(index) + "-chart", "class", "drawn").open("figcaption");
    html.element("p", "Each dot is a run, with its number in the table. The line is the level.");
    html.close("figcaption");
    html.element(
        "div",
        "",
        "class",
        "plot",
        "data-scatter",
        id(index),
        "role",
        "img",
        "aria-label",
        text.title(index)
            + ": a dot for each run, and a line for the level. The table has the values.");
    html.close("figure");
    html.openTable(text.title(index), columns());
    for (int run = 0; run < series.runs().size(); run++) {
      List<String> cells = new ArrayList<>(text.row(series, run));
      cells.add(0, String.valueOf(run + 1));
      html.row(cells);
    }
    html.closeTable();
  }

  private List<String> columns() {
    List<String> columns = new ArrayList<>(text.columns());
    columns.add(0, "Number");
    return columns;
  }

  private void data(JsonDocument json) throws IOException {
    json.integer("end", 0);
    json.integer("buckets", 0);
    json.objects(
        "scatter",
        text.series(),
        series -> {
          int[] counted =
              IntStream.range(0, series.runs().size())
                  .filter(i -> series.runs().get(i).counts())
                  .toArray();
          json.text("id", id(text.series().indexOf(series)));
          json.text("xName", "number of the run");
          json.text("yName", text.figure().unit());
          json.numbers("x", IntStream.of(counted).mapToDouble(i -> i + 1).toArray());
          json.numbers(
              "y",
              IntStream.of(counted)
                  .mapToObj(series.runs()::get)
                  .mapToDouble(PastRun::value)
                  .toArray());
          json.numbers("level", IntStream.of(counted).mapToDouble(series.levels()::get).toArray());
        });
  }
}
