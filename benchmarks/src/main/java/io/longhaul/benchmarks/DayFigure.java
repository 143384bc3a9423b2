package io.longhaul.benchmarks;

import java.util.List;

/** A figure that {@link Fortnight} measures after each simulated day. */
enum DayFigure {
  SAVEPOINT("savepoint, kB"),
  CHECKPOINT("checkpoint, kB"),
  HEAP("heap, MB"),
  METASPACE("metaspace, MB"),
  THREADS("threads", 6),
  OPEN_FILES("open files", 6),
  FILES("lake files and manifest lines"),
  LAKE("lake, MB"),
  MANIFEST("manifest, kB"),
  BROKER_HEAP("broker heap, MB"),
  BROKER_FILES("broker files", 8),
  CPU("job CPU, µs/record", 0.1, 0),
  /** Depends on what else the machine does. */
  RATE("records/s", Double.POSITIVE_INFINITY, 0);

  /** A regression line through fewer days shows their noise. */
  static final int LEAST_DAYS = 4;

  private final String title;
  private final double maxGrowth;
  private final double slack;

  DayFigure(String title) {
    this(title, 0);
  }

  DayFigure(String title, double slack) {
    this(title, 0.02, slack);
  }

  /**
   * @param maxGrowth maximum growth from the first judged day to the last, relative to the mean
   * @param slack growth that is allowed in any case: small counts differ by a few from day to day
   */
  DayFigure(String title, double maxGrowth, double slack) {
    this.title = title;
    this.maxGrowth = maxGrowth;
    this.slack = slack;
  }

  String title() {
    return title;
  }

  /** Returns whether the values of successive days do not grow. Less is not judged. */
  boolean isFlat(List<Double> days) {
    if (days.size() < LEAST_DAYS) {
      return true;
    }
    Trend trend = Trend.of(days);
    return trend.growth() <= Math.max(slack, maxGrowth * trend.mean());
  }
}
