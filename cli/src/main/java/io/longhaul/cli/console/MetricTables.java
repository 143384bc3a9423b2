package io.longhaul.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Metric.Console;
import java.util.ArrayList;
import java.util.List;

/**
 * The metrics of a run, in AIPerf's tables and in its order, as far as the run has them. What has
 * one value stands under {@code avg}.
 */
final class MetricTables {
  /** These go first when the terminal is narrow. */
  private static final List<String> DISPENSABLE = List.of("std", "min", "max", "p90");

  /** A longer name has its unit on a line of its own. */
  private static final int LONGEST_NAME_WITH_UNIT = 36;

  private final String title;
  private final JsonNode metrics;
  private final boolean showsNoGaps;
  private final List<Console> groups = new ArrayList<>();

  /**
   * @param title of the endpoint
   * @param metrics by tag, as {@code longhaul.json} has them
   * @param showsNoGaps whether answers came as single events, so that a missing inter-token latency
   *     is shown as missing
   * @param withHttpTrace whether the phases of HTTP exchanges are shown
   */
  MetricTables(String title, JsonNode metrics, boolean showsNoGaps, boolean withHttpTrace) {
    this.title = title;
    this.metrics = metrics;
    this.showsNoGaps = showsNoGaps;
    if (withHttpTrace) {
      groups.add(Console.HTTP_TRACE);
    }
    groups.addAll(MetricGroups.ALWAYS);
    groups.add(Console.CLIENT);
  }

  /** Adds the tables that have a row, each below its title. */
  void addTo(Sections sections) {
    for (Console group : groups) {
      TextTable table = new TextTable("Metric", MetricGroups.STATISTICS).dispensable(DISPENSABLE);
      for (Metric metric : MetricGroups.membersOf(group)) {
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
      sections.add(MetricGroups.titleOf(group, title), table);
    }
  }

  private static void addRow(TextTable table, JsonNode metric) {
    if (metric.isMissingNode() || (metric.has("count") && metric.path("count").asLong() == 0)) {
      return;
    }
    String name = metric.path("header").asText();
    String unit = metric.path("unit").asText();
    String inBrackets = unit.isEmpty() ? "" : "(" + unit + ")";
    boolean fits = name.length() + 1 + inBrackets.length() <= LONGEST_NAME_WITH_UNIT;
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
