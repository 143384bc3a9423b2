package io.longhaul.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A chart of a run in progress. For one thread. */
final class LiveChart {
  private final String group;
  private final TimeChart definition;
  private final List<LiveLine> lines = new ArrayList<>();

  /**
   * @param group heading above the chart
   * @param definition the chart without its lines
   */
  LiveChart(String group, TimeChart definition) {
    this.group = group;
    this.definition = definition;
  }

  String group() {
    return group;
  }

  TimeChart definition() {
    return definition;
  }

  List<LiveLine> lines() {
    return lines;
  }

  Optional<LiveLine> line(String name) {
    return lines.stream().filter(line -> line.name().equals(name)).findFirst();
  }
}
