package io.longhaul.cli.console;

import io.longhaul.metrics.Metric.Console;
import java.util.List;

/** AIPerf's tables of metrics. */
final class MetricGroups {
  /** Those that it always shows, in its order. */
  static final List<Console> ALWAYS =
      List.of(Console.EFFECTIVE, Console.ACTIVE, Console.USAGE, Console.DEFAULT);

  private MetricGroups() {}

  /**
   * A table's title.
   *
   * @param title of the endpoint's metrics
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
