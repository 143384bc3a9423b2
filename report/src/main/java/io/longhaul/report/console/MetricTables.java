package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Metric.Console;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of a run's metrics: first the key metrics, then all others in AIPerf's groups. A
 * metric with a single value is shown in the column {@code avg}.
 *
 * @param title title of the endpoint's metrics
 * @param metrics metrics of {@code longhaul.json}, by tag
 * @param showsNoGaps whether responses arrived as single events, so that a missing inter-token
 *     latency is shown as such
 * @param withHttpTrace whether to show the phases of HTTP exchanges
 */
record MetricTables(String title, JsonNode metrics, boolean showsNoGaps, boolean withHttpTrace) {
  /** Columns to omit on narrow terminals, in this order. */
  private static final List<String> OPTIONAL_COLUMNS = List.of("std", "min", "max", "p90");

  /** The unit of a longer name is on a separate line. */
  private static final int MAX_NAME_LENGTH_WITH_UNIT = 36;

  /** Metrics of the first table. */
  private static final List<Metric> KEY_METRICS =
      List.of(
          Metric.TIME_TO_FIRST_TOKEN,
          Metric.INTER_TOKEN_LATENCY,
          Metric.REQUEST_LATENCY,
          Metric.OUTPUT_TOKEN_THROUGHPUT,
          Metric.REQUEST_THROUGHPUT,
          Metric.GOODPUT,
          Metric.REQUEST_COUNT,
          Metric.REQUEST_ERROR_RATE);

  /** Adds the table of key metrics. */
  void addKeyMetrics(Sections sections) {
    add(sections, title, KEY_METRICS);
  }

  /** Adds the table of further latency, throughput and token metrics. */
  void addMore(Sections sections) {
    List<Metric> more =
        MetricGroups.membersOf(Console.DEFAULT).stream()
            .filter(metric -> !KEY_METRICS.contains(metric))
            .toList();
    add(sections, title + ": More", more);
  }

  /** Adds all other tables; those with time-weighted metrics come last. */
  void addOthers(Sections sections) {
    List<Console> groups = new ArrayList<>(List.of(Console.USAGE, Console.CLIENT));
    if (withHttpTrace) {
      groups.add(Console.HTTP_TRACE);
    }
    groups.addAll(List.of(Console.EFFECTIVE, Console.ACTIVE));
    groups.forEach(
        group -> add(sections, MetricGroups.titleOf(group, title), MetricGroups.membersOf(group)));
  }

  private void add(Sections sections, String heading, List<Metric> shown) {
    TextTable table = new TextTable(MetricGroups.COLUMNS).optional(OPTIONAL_COLUMNS);
    for (Metric metric : shown) {
      JsonNode figures = metrics.path(metric.tag());
      if (metric == Metric.INTER_TOKEN_LATENCY && showsNoGaps && figures.isMissingNode()) {
        List<String> cells = new ArrayList<>(MetricGroups.STATISTICS);
        cells.replaceAll(statistic -> Figures.NONE);
        cells.add(0, metric.header() + " (" + metric.unit().display() + ")");
        table.add(cells);
      } else {
        addRow(table, figures);
      }
    }
    sections.add(heading, table);
  }

  private static void addRow(TextTable table, JsonNode metric) {
    if (metric.isMissingNode() || (metric.has("count") && metric.path("count").asLong() == 0)) {
      return;
    }
    String name = metric.path("header").asText();
    String unit = metric.path("unit").asText();
    String inBrackets = unit.isEmpty() ? "" : "(" + unit + ")";
    boolean fits = name.length() + 1 + inBrackets.length() <= MAX_NAME_LENGTH_WITH_UNIT;
    List<String> cells = new ArrayList<>();
    cells.add(fits ? (name + " " + inBrackets).strip() : name);
    for (String statistic : MetricGroups.STATISTICS) {
      boolean one = statistic.equals("avg") && metric.has("value");
      cells.add(Figures.of(metric.path(one ? "value" : statistic)));
    }
    table.add(cells);
    if (!fits && !inBrackets.isEmpty()) {
      table.add(List.of("  " + inBrackets));
    }
  }
}
