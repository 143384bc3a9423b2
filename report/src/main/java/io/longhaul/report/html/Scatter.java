package io.longhaul.report.html;

import io.longhaul.report.console.Figures;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A chart of dots.
 *
 * @param id ID in the page, unique
 * @param what what a dot stands for, in the plural
 * @param x position of each dot, finite
 * @param y height of each dot, finite
 */
record Scatter(
    String id,
    String title,
    String what,
    String xName,
    String yName,
    String explanation,
    double[] x,
    double[] y) {
  private static final int GROUPS = 5;

  /** Creates a chart of the pairs of which both values are finite. */
  static Scatter of(
      String id,
      String title,
      String what,
      String xName,
      String yName,
      String explanation,
      double[] x,
      double[] y) {
    int[] finite =
        IntStream.range(0, x.length)
            .filter(i -> Double.isFinite(x[i]) && Double.isFinite(y[i]))
            .toArray();
    return new Scatter(
        id,
        title,
        what,
        xName,
        yName,
        explanation,
        Arrays.stream(finite).mapToDouble(i -> x[i]).toArray(),
        Arrays.stream(finite).mapToDouble(i -> y[i]).toArray());
  }

  /** Returns whether there is nothing to see: no dots, or all of them at one position. */
  boolean isEmpty() {
    return Arrays.stream(x).distinct().limit(2).count() < 2;
  }

  void write(JsonDocument json) throws IOException {
    json.text("id", id);
    json.text("xName", xName);
    json.text("yName", yName);
    PageData.numbers(json, "x", x);
    PageData.numbers(json, "y", y);
  }

  void write(HtmlText html) {
    html.open("figure", "id", id);
    html.open("figcaption").element("h3", title).element("p", explanation).close("figcaption");
    html.element(
        "div",
        "",
        "class",
        "plot",
        "data-scatter",
        id,
        "role",
        "img",
        "aria-label",
        "%s against %s, one dot for each of %d %s. The table below groups them."
            .formatted(yName, xName, x.length, what));
    html.open("details", "open", "").element("summary", "Table", "aria-label", "Table of " + title);
    writeTable(html);
    html.close("details").close("figure");
  }

  /** Writes groups of equal size by position, with the range of heights in each. */
  private void writeTable(HtmlText html) {
    html.openTable(title, List.of(xName, what, yName + ", lowest", "median", yName + ", highest"));
    Integer[] order = IntStream.range(0, x.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> Double.compare(x[a], x[b]));
    int groups = Math.min(GROUPS, order.length);
    for (int group = 0; group < groups; group++) {
      int from = group * order.length / groups;
      int until = (group + 1) * order.length / groups;
      double[] heights =
          Arrays.stream(order, from, until).mapToDouble(i -> y[i]).sorted().toArray();
      html.row(
          List.of(
              Figures.of(x[order[from]]) + " to " + Figures.of(x[order[until - 1]]),
              Figures.count(heights.length),
              Figures.of(heights[0]),
              Figures.of(heights[heights.length / 2]),
              Figures.of(heights[heights.length - 1])));
    }
    html.closeTable();
  }
}
