package io.longhaul.report.html;

import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A chart of cumulative distributions of latencies.
 *
 * @param id ID in the page, unique
 * @param table which table has the percentiles, as a sentence
 * @param curves at least one
 */
record CdfChart(String id, String title, String explanation, String table, List<Curve> curves) {
  /** The percentiles of a curve: dense at the ends, where the interest is. */
  static final double[] PERCENTS =
      IntStream.rangeClosed(0, 240)
          .mapToDouble(i -> 100 / (1 + Math.exp(-(i - 120) / 12.0)))
          .toArray();

  /** The axis of all charts, in sentences. */
  static final String AXIS =
      "For each latency, the share of requests (%) with at most this value. The axis is"
          + " logarithmic, without values of 0.";

  /**
   * The distribution of a latency.
   *
   * @param values the {@link #PERCENTS} of it in ms
   */
  record Curve(String name, double[] values) {}

  void writeData(JsonDocument json) throws IOException {
    json.text("id", id);
    json.objects(
        "curves",
        curves,
        curve -> {
          json.text("name", curve.name());
          PageData.numbers(json, "value", curve.values());
        });
  }

  void write(HtmlText html) {
    html.open("figure", "id", id, "class", "drawn").open("figcaption");
    html.element("h3", title).element("p", explanation).close("figcaption");
    html.element(
        "div",
        "",
        "class",
        "plot",
        "data-cdf",
        id,
        "role",
        "img",
        "aria-label",
        "Cumulative distribution of latencies on a logarithmic axis. " + table);
    html.close("figure");
  }
}
