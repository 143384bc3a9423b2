package io.longhaul.cli.console;

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
  static final List<String> STATISTICS = List.of("avg", "min", "max", "p99", "p90", "p50", "std");

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
}
