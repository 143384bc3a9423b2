package io.longhaul.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Metric.Console;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The metrics of a run, in AIPerf's tables and in its order, as far as the run has them. What has
 * one value stands under {@code avg}.
 */
final class MetricTables {
  /** In the order in which AIPerf shows them; the generator's own comes last. */
  private static final List<Console> GROUPS =
      List.of(Console.EFFECTIVE, Console.ACTIVE, Console.USAGE, Console.DEFAULT, Console.CLIENT);

  private static final List<String> STATISTICS =
      List.of("avg", "min", "max", "p99", "p90", "p50", "std");

  /** These go first when the terminal is narrow. */
  private static final List<String> DISPENSABLE = List.of("std", "min", "max", "p90");

  /** A longer name has its unit on a line of its own. */
  private static final int LONGEST_NAME_WITH_UNIT = 36;

  private final String title;
  private final JsonNode metrics;

  /**
   * @param title of the endpoint
   * @param metrics by tag, as {@code longhaul.json} has them
   */
  MetricTables(String title, JsonNode metrics) {
    this.title = title;
    this.metrics = metrics;
  }

  /** Adds the tables that have a row, each below its title. */
  void addTo(Sections sections) {
    for (Console group : GROUPS) {
      TextTable table = new TextTable("Metric", STATISTICS).dispensable(DISPENSABLE);
      membersOf(group).forEach(metric -> addRow(table, metrics.path(metric.tag())));
      sections.add(titleOf(group), table);
    }
  }

  private static List<Metric> membersOf(Console group) {
    return Arrays.stream(Metric.values())
        .filter(metric -> metric.place().group() == group)
        .filter(metric -> !metric.is(Metric.Flag.ERROR_ONLY) && !metric.is(Metric.Flag.INTERNAL))
        .sorted(Comparator.comparingInt(metric -> metric.place().order()))
        .toList();
  }

  private String titleOf(Console group) {
    return switch (group) {
      case EFFECTIVE -> title + ": Effective";
      case ACTIVE -> title + ": Active";
      case USAGE -> title + ": Usage";
      case CLIENT -> title + ": Load Generator";
      case DEFAULT, HTTP_TRACE, NONE -> title;
    };
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
    for (String statistic : STATISTICS) {
      boolean one = statistic.equals("avg") && metric.has("value");
      cells.add(Figures.of(metric.path(one ? "value" : statistic)));
    }
    table.add(cells);
    if (!fits && !inBrackets.isEmpty()) {
      table.add(List.of("  " + inBrackets));
    }
  }
}
