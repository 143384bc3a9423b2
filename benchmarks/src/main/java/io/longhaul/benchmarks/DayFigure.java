package io.longhaul.benchmarks;

import java.util.List;

/** A figure that {@link Fortnight} measures after each simulated day. */
enum DayFigure {
  SAVEPOINT("savepoint, kB"),
  CHECKPOINT("checkpoint, kB"),
  HEAP("heap, MB", 2),
  /**
   * Growth of the regression line through the heap of every hour, within the process of a day; its
   * mean is judged, since each process starts anew. Until about hour 70, a process reaches the
   * final size of its buffers in a few steps of 2 MB.
   */
  HEAP_IN_DAY("heap from hour 12 to 24, MB", 3),
  METASPACE("metaspace, MB"),
  THREADS("threads", 6),
  OPEN_FILES("open files", 6),
  FILES("lake files and manifest lines"),
  LAKE("lake, MB"),
  MANIFEST("manifest, kB"),
  BROKER_HEAP("broker heap, MB", 3),
  BROKER_FILES("broker files", 8),
  /** These depend on what else the machine does, and are not judged. */
  CPU("job CPU, µs/record", Double.POSITIVE_INFINITY),
  RATE("records/s", Double.POSITIVE_INFINITY);

  /** Maximum growth from the first judged day to the last, relative to the mean. */
  private static final double MAX_GROWTH = 0.02;

  /** A regression line through fewer days shows their noise. */
  static final int LEAST_DAYS = 4;

  private final String title;
  private final double slack;

  DayFigure(String title) {
    this(title, 0);
  }

  /**
   * @param slack growth that is allowed in any case, because the figure varies as much from day to
   *     day
   */
  DayFigure(String title, double slack) {
    this.title = title;
    this.slack = slack;
  }

  /** Returns whether growth of this figure is a failure. */
  boolean isJudged() {
    return slack < Double.POSITIVE_INFINITY;
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
    if (this == HEAP_IN_DAY) {
      return trend.mean() <= slack;
    }
    return trend.growth() <= Math.max(slack, MAX_GROWTH * trend.mean());
  }
}
