package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Metric.Console;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** AIPerf's groups of metrics. */
final class MetricGroups {
  /** The groups that AIPerf always shows, in its order. */
  static final List<Console> ALWAYS =
      List.of(Console.EFFECTIVE, Console.ACTIVE, Console.USAGE, Console.DEFAULT);

  /** Columns of each table. */
  static final List<String> COLUMNS =
      List.of("Metric", "avg", "min", "max", "p99", "p90", "p50", "std");

  /** The columns with statistics. */
  static final List<String> STATISTICS = COLUMNS.subList(1, COLUMNS.size());

  private MetricGroups() {}

  /** Returns the metrics of a group by display order; those without one come last. */
  static List<Metric> membersOf(Console group) {
    return Arrays.stream(Metric.values())
        .filter(metric -> metric.table() == group)
        .filter(metric -> !metric.is(Metric.Flag.ERROR_ONLY) && !metric.is(Metric.Flag.INTERNAL))
        .sorted(Comparator.comparingInt(Metric::position))
        .toList();
  }

  /**
   * Returns the title of a group's table.
   *
   * @param title title of the endpoint's metrics
   */
  static String titleOf(Console group, String title) {
    return switch (group) {
      case HTTP_TRACE -> "HTTP Trace Timing";
      case EFFECTIVE -> title + ": Effective";
      case ACTIVE -> title + ": Active";
      case USAGE -> title + ": Usage";
      case CLIENT -> title + ": Load Generator";
      case DEFAULT, NONE -> title;
    };
  }

  /**
   * Returns the endpoint type of a run.
   *
   * @param run content of {@code longhaul.json}
   */
  static String endpointType(JsonNode run) {
    return run.path("run").path("endpoint_type").asText("chat");
  }
}
