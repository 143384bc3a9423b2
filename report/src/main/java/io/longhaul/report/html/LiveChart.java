package io.longhaul.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A chart of a run in progress. For one thread. */
final class LiveChart {
  private final String group;
  private final List<LiveLine> lines = new ArrayList<>();
  private TimeChart definition;

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

  /** Replaces the definition and removes the lines. */
  void replace(TimeChart other) {
    definition = other;
    lines.clear();
  }

  List<LiveLine> lines() {
    return lines;
  }

  /** Returns the lines with values. */
  List<LiveLine> drawnLines() {
    return lines.stream().filter(LiveLine::hasValue).toList();
  }

  Optional<LiveLine> line(String name) {
    return lines.stream().filter(line -> line.name().equals(name)).findFirst();
  }
}
